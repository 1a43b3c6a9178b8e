//! Piece and square: 768 inputs.

use chess::{Color, File, Piece, PieceType, Square};

use super::{Perspective, Planes};

/// Inputs of one king bucket: two owners, six types, 64 squares.
pub(in crate::features) const INPUTS: usize = 2 * PieceType::COUNT * Square::COUNT;

/// `384 * owner + 64 * type + square`, with owner 0 for the own pieces and types from the pawn, 0,
/// to the king, 5. Squares are relative to the perspective; with horizontal mirroring the files are
/// flipped when the own king is on files e to h, so that it always stands on files a to d.
pub(super) struct PieceSquare {
    pub(super) mirrored: bool,
}

impl Planes for PieceSquare {
    fn inputs(&self) -> usize {
        INPUTS
    }

    fn perspectives(&self) -> usize {
        1 + usize::from(self.mirrored)
    }

    fn perspective(&self, side: Color, king: Square) -> Perspective {
        let mirrored = self.mirrored && is_mirrored(king);
        Perspective::new(side, usize::from(mirrored), 0, mirrored)
    }

    fn plane(&self, side: Color, piece: Piece) -> Option<usize> {
        Some(plane(side, piece))
    }
}

/// Whether horizontal mirroring flips the files for this own king.
pub(in crate::features) fn is_mirrored(king: Square) -> bool {
    king.file() >= File::E
}

/// The first feature index of a piece in a king bucket.
pub(super) fn plane(side: Color, piece: Piece) -> usize {
    let owner = usize::from(piece.color() != side);
    (owner * PieceType::COUNT + piece.kind().index()) * Square::COUNT
}
