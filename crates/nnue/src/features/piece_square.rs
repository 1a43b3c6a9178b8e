//! Piece and square: 768 inputs.

use chess::{Color, File, Piece, PieceType, Square};

use super::{Features, View, turn_of};

/// Inputs of one block: two owners, six types, 64 squares.
pub(super) const INPUTS: usize = 2 * PieceType::COUNT * Square::COUNT;

/// `384 * owner + 64 * type + square`, with owner 0 for the own pieces and types from the pawn, 0,
/// to the king, 5. Squares are as the side sees them; with mirroring, the files are turned around
/// when the own king is on the e-file or beyond, so that it always stands on files a to d.
pub(super) struct PieceSquare {
    pub(super) mirrored: bool,
}

impl Features for PieceSquare {
    fn inputs(&self) -> usize {
        INPUTS
    }

    fn views(&self) -> usize {
        1 + usize::from(self.mirrored)
    }

    fn view(&self, side: Color, king: Square) -> View {
        let mirror = usize::from(self.mirrored && is_on_right_half(king));
        View {
            number: mirror,
            base: 0,
            turn: turn_of(side) ^ (7 * mirror),
        }
    }

    fn plane(&self, side: Color, piece: Piece) -> Option<usize> {
        Some(plane(side, piece))
    }
}

/// Whether mirroring turns the files around for this own king.
pub(super) fn is_on_right_half(king: Square) -> bool {
    king.file() >= File::E
}

/// Where the inputs of a piece start in a block of [`INPUTS`].
pub(super) fn plane(side: Color, piece: Piece) -> usize {
    let owner = usize::from(piece.color() != side);
    (owner * PieceType::COUNT + piece.kind().index()) * Square::COUNT
}
