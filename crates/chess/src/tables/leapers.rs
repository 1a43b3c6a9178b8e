//! Attacks of pieces that do not slide.

use game::per_square;

use super::steps;
use crate::types::bitboard::Bitboard;
use crate::types::color::Color;
use crate::types::square::Square;

static KNIGHT: [Bitboard; 64] = per_square!(Bitboard::EMPTY, |square| steps(
    square,
    &[
        (1, 2),
        (2, 1),
        (2, -1),
        (1, -2),
        (-1, -2),
        (-2, -1),
        (-2, 1),
        (-1, 2)
    ],
));

static KING: [Bitboard; 64] = per_square!(Bitboard::EMPTY, |square| steps(
    square,
    &[
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
        (-1, 0),
        (-1, 1),
        (0, 1)
    ],
));

/// By color, then square.
static PAWN: [[Bitboard; 64]; 2] = [
    per_square!(Bitboard::EMPTY, |square| steps(square, &[(-1, 1), (1, 1)])),
    per_square!(Bitboard::EMPTY, |square| steps(
        square,
        &[(-1, -1), (1, -1)]
    )),
];

/// The squares a knight attacks.
#[inline(always)]
pub const fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares a king attacks.
#[inline(always)]
pub const fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares a pawn of `color` attacks.
#[inline(always)]
pub const fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

#[cfg(test)]
mod tests {
    use super::{Color, Square, king_attacks, knight_attacks, pawn_attacks};
    use crate::bitboard;

    #[test]
    fn leapers_attack_what_they_should() {
        let knight = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . X . X . . .
            . X . . . X . .
            . . . . . . . .
            . X . . . X . .
            . . X . X . . .
            . . . . . . . .
        };
        assert_eq!(knight_attacks(Square::D4), knight);
        assert_eq!(knight_attacks(Square::A1).count(), 2);
        assert_eq!(king_attacks(Square::H1).count(), 3);
        assert_eq!(king_attacks(Square::D4).count(), 8);
        assert_eq!(pawn_attacks(Color::White, Square::A2), Square::B3.into());
        assert_eq!(pawn_attacks(Color::Black, Square::H7), Square::G6.into());
        assert!(pawn_attacks(Color::White, Square::E8).is_empty());
    }
}
