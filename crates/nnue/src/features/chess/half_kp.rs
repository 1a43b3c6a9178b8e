//! HalfKP: own king square, piece and square, 64 x 10 x 64 inputs.

use chess::{Color, Piece, PieceType, Square};

use super::{Perspective, Planes};

/// Piece types that are features: all but the king.
const TYPES: usize = PieceType::COUNT - 1;

/// Inputs of one own king square.
const BLOCK: usize = 2 * TYPES * Square::COUNT;

/// `640 * king + 320 * owner + 64 * type + square`, with owner 0 for the own pieces and types from
/// the pawn, 0, to the queen, 4. Squares are relative to the perspective; the kings are no features.
pub(super) struct HalfKp;

impl Planes for HalfKp {
    fn inputs(&self) -> usize {
        Square::COUNT * BLOCK
    }

    fn perspectives(&self) -> usize {
        Square::COUNT
    }

    fn perspective(&self, side: Color, king: Square) -> Perspective {
        let bucket = king.relative_to(side).index();
        Perspective::new(side, bucket, bucket * BLOCK, false)
    }

    fn plane(&self, side: Color, piece: Piece) -> Option<usize> {
        let owner = usize::from(piece.color() != side);
        (piece.kind() != PieceType::King)
            .then(|| (owner * TYPES + piece.kind().index()) * Square::COUNT)
    }
}
