//! Own king and piece: 64 x 10 x 64 inputs.

use chess::{Color, Piece, PieceType, Square};

use super::{Features, View, turn_of};

/// Types of pieces that are inputs: all but the king.
const TYPES: usize = PieceType::COUNT - 1;

/// Inputs for one square of the own king.
const BLOCK: usize = 2 * TYPES * Square::COUNT;

/// `640 * king + 320 * owner + 64 * type + square`, with owner 0 for the own pieces and types from
/// the pawn, 0, to the queen, 4. Squares are as the side sees them; the kings are no pieces here.
pub(super) struct HalfKp;

impl Features for HalfKp {
    fn inputs(&self) -> usize {
        Square::COUNT * BLOCK
    }

    fn views(&self) -> usize {
        Square::COUNT
    }

    fn view(&self, side: Color, king: Square) -> View {
        let number = king.relative_to(side).index();
        View {
            number,
            base: number * BLOCK,
            turn: turn_of(side),
        }
    }

    fn plane(&self, side: Color, piece: Piece) -> Option<usize> {
        let owner = usize::from(piece.color() != side);
        (piece.kind() != PieceType::King)
            .then(|| (owner * TYPES + piece.kind().index()) * Square::COUNT)
    }
}
