//! The key of a position.

use xiangqi::{Color, Position, Square};

use crate::numbers::{PIECES, RED_TO_MOVE};

/// The pieces in the order of the numbers.
const LETTERS: &str = "KABNRCPkabnrcp";

/// The key of a position, or of its mirror image.
pub(crate) fn key(position: &Position, is_mirrored: bool) -> u64 {
    let pieces = Square::ALL.into_iter().filter_map(|square| {
        let piece = LETTERS.find(position.piece_on(square)?.letter())?;
        let square = if is_mirrored {
            square.mirrored()
        } else {
            square
        };
        let from_top = 9 * (9 - square.rank().index()) + square.file().index();
        Some(PIECES[90 * piece + from_top])
    });
    let side = match position.side_to_move() {
        Color::Red => RED_TO_MOVE,
        Color::Black => 0,
    };
    pieces.fold(side, |key, number| key ^ number)
}

#[cfg(test)]
mod tests {
    use super::{Position, key};

    /// Keys that other programs print.
    #[test]
    fn keys_are_those_of_the_format() {
        let mut position = Position::start();
        let start = 0x628D_04D7_C9C1_44AE;
        assert_eq!(
            [false, true].map(|mirrored| key(&position, mirrored)),
            [start; 2]
        );
        for (mv, expected, mirrored) in [
            ("h2e2", 0xA1EA_D1F6_470E_07EE, 0x29D4_30B1_D3AF_9B9E),
            ("h9g7", 0x377A_45B3_F4DA_AEE9, 0x1FE5_EEF2_9D5F_4A83),
            ("h0g2", 0x4920_52EE_2FE3_51F5, 0x7A42_95FC_7A8E_FA2D),
            ("i9h9", 0x9D9B_DC06_BCA3_42C3, 0x2538_DF11_DD3B_BABC),
            ("b2b4", 0x6E2F_10C6_50F0_65C9, 0xD2CB_94A7_B49A_2762),
        ] {
            position.play(position.parse_uci(mv).expect("legal"));
            assert_eq!(key(&position, false), expected, "{mv}");
            assert_eq!(key(&position, true), mirrored, "{mv}");
        }
    }
}
