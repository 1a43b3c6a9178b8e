//! Keys and moves as the Polyglot format has them.

use super::numbers::NUMBERS;
use crate::{Color, File, Move, Piece, Position, Rank, Square};

/// The pieces of a promotion by their number, from 1.
const PROMOTIONS: [char; 4] = ['n', 'b', 'r', 'q'];

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// Target, origin and promotion from the low bits up, three bits for each file and rank.
pub(super) fn code(mv: Move) -> u16 {
    let bits = |square: Square| (square.file().index() + 8 * square.rank().index()) as u16;
    let promotion = mv.promotion().and_then(|kind| {
        let letter = Piece::new(Color::Black, kind).letter();
        PROMOTIONS.iter().position(|&known| known == letter)
    });
    let promotion = promotion.map_or(0, |index| index as u16 + 1);
    bits(mv.to()) | bits(mv.from()) << 6 | promotion << 12
}

/// The legal move of a code.
pub(super) fn coded_move(position: &Position, code: u16) -> Option<Move> {
    let square = |bits: u16| {
        let (file, rank) = (usize::from(bits & 7), usize::from(bits >> 3 & 7));
        Square::new(File::from_index(file), Rank::from_index(rank))
    };
    let mut text = format!("{}{}", square(code >> 6), square(code));
    match usize::from(code >> 12 & 7) {
        0 => {}
        number => text.push(*PROMOTIONS.get(number - 1)?),
    }
    // Castling is the king taking its rook; a few books have the king's two steps instead.
    position.parse_uci(&text).ok()
}

/// The key of a position.
///
/// The format counts an en passant file wherever a pawn stands ready to take, a position only where it
/// legally can: the few positions in which a pin forbids the capture are not found in a book.
pub(super) fn key(position: &Position) -> u64 {
    let pieces = Square::ALL.into_iter().filter_map(|square| {
        let piece = position.piece_on(square)?;
        let kind = 2 * piece.kind().index() + usize::from(piece.color() == Color::White);
        Some(NUMBERS[64 * kind + square.index()])
    });
    let mut key = pieces.fold(0, |key, number| key ^ number);
    for color in Color::ALL {
        let king = position.king(color);
        for rook in position.castling().rooks(color) {
            let is_long = rook.file() < king.file();
            key ^= NUMBERS[CASTLING + 2 * color.index() + usize::from(is_long)];
        }
    }
    if let Some(target) = position.en_passant() {
        key ^= NUMBERS[EN_PASSANT + target.file().index()];
    }
    if position.side_to_move() == Color::White {
        key ^= NUMBERS[WHITE_TO_MOVE];
    }
    key
}

#[cfg(test)]
mod tests {
    use super::{Position, key};

    /// The positions that come with the format's description, by their moves.
    #[test]
    fn keys_are_those_of_the_format() {
        for (moves, expected) in [
            ("", 0x463b_9618_1691_fc9c),
            ("e2e4", 0x823c_9b50_fd11_4196),
            ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
            ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
            ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
            ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
            ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
            ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
            ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
        ] {
            let mut position = Position::start();
            for text in moves.split_whitespace() {
                position.play(position.parse_uci(text).expect("legal"));
            }
            assert_eq!(key(&position), expected, "{moves}");
        }
    }
}
