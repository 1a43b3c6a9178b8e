//! Xiangqi: the container of Polyglot with keys and moves of our own.

use ::xiangqi::{Move, Position, Xiangqi};
use game::PackedMove;

use crate::rules::BookRules;

impl BookRules for Xiangqi {
    fn book_key(position: &Position) -> u64 {
        position.keys().full
    }

    /// Target and origin from the low bits up, seven bits each: nine squares a rank from a0.
    fn book_code(mv: Move) -> u16 {
        mv.code()
    }

    fn coded_move(position: &Position, code: u16) -> Option<Move> {
        let mv = Move::from_code(code)?;
        (position.is_pseudo_legal(mv) && position.is_legal(mv)).then_some(mv)
    }

    fn is_repetition(position: &Position) -> bool {
        position.has_occurred()
    }
}

#[cfg(test)]
mod tests {
    use super::{BookRules, Position, Xiangqi};

    /// Files hold these keys and codes: if this fails, books of today are no longer read.
    #[test]
    fn keys_and_codes_are_those_of_the_format() {
        let mut position = Position::start();
        assert_eq!(Xiangqi::book_key(&position), 0xc4c4_8b55_a5f5_0a04);
        let cannon = position.parse_uci("h2e2").expect("legal");
        assert_eq!(Xiangqi::book_code(cannon), 25 << 7 | 22);
        assert_eq!(Xiangqi::coded_move(&position, 25 << 7 | 22), Some(cannon));
        assert_eq!(Xiangqi::coded_move(&position, 22 << 7 | 25), None);
        assert_eq!(Xiangqi::coded_move(&position, u16::MAX), None);
        position.play(cannon);
        assert_eq!(Xiangqi::book_key(&position), 0xdca4_3a82_8fa9_f909);
    }
}
