//! Moves as indices: `.qgames` has the place of a move among the legal ones, sorted by
//! [`Codes::move_key`].

use chess::{Chess, Move, Position};
use game::Codes;

/// A move's index among the sorted legal moves, and their number; `None` if it is not legal.
///
/// ```
/// use records::{index_of, move_at};
/// let position = chess::Position::start();
/// let mv = position.parse_uci("b1a3").expect("a legal move");
/// assert_eq!(index_of(&position, mv), Some((0, 20)));
/// assert_eq!(move_at(&position, 0), Some(mv));
/// ```
pub fn index_of(position: &Position, mv: Move) -> Option<(u8, usize)> {
    let moves = position.legal_moves();
    find::<Chess>(&moves, mv).map(|index| (index, moves.len()))
}

/// The legal move with this index.
pub fn move_at(position: &Position, index: u8) -> Option<Move> {
    Chess::pick(&position.legal_moves(), index)
}

/// The sorted index of a move, given the legal moves in any order.
#[inline]
pub(crate) fn find<R: Codes>(moves: &[R::Move], mv: R::Move) -> Option<u8> {
    let key_of_move = R::move_key(mv);
    let (mut smaller, mut is_legal) = (0, false);
    for &other in moves {
        smaller += u8::from(R::move_key(other) < key_of_move);
        is_legal |= other == mv;
    }
    is_legal.then_some(smaller)
}

#[cfg(test)]
mod tests {
    use super::{index_of, move_at};
    use chess::Position;

    #[test]
    fn indices_and_moves_agree() {
        let fen = "1nr1k3/P1P5/8/3pP3/8/8/8/4K2R w K d6 0 1";
        let position = Position::from_fen(fen).unwrap();
        let moves = position.legal_moves();
        for &mv in &moves {
            let (index, count) = index_of(&position, mv).unwrap();
            assert_eq!(count, moves.len());
            assert_eq!(move_at(&position, index), Some(mv));
        }
        let foreign = Position::start().parse_uci("e2e4").unwrap();
        assert_eq!(index_of(&position, foreign), None);
    }
}
