//! Feature sets: how a position becomes the active inputs of the feature transformer.
//!
//! Each color has its own perspective, in which it plays up the board: Black's flips the ranks. Every
//! piece (HalfKP: every piece but the kings) is one active feature. Its index depends on the piece,
//! its square and, through the [`Perspective`], on the own king's square.

mod half_kp;
mod king_bucket;
mod perspective;
mod piece_square;
mod table;

use std::fmt;

use chess::{Color, Piece, Square};

use crate::architecture::ArchitectureError;

pub use king_bucket::BucketMap;
pub use perspective::{PerColor, Perspective, Perspectives};
pub use table::FeatureTable;

/// A feature set. The feature index of a piece on a square is
/// `perspective.base + plane + (square ^ perspective.flip)`.
pub trait Features {
    /// Inputs of one perspective.
    fn inputs(&self) -> usize;

    /// How many different perspectives a color can have. Each has an entry in the Finny table.
    fn perspectives(&self) -> usize;

    /// The perspective of a color whose king is on a square.
    fn perspective(&self, side: Color, king: Square) -> Perspective;

    /// The first of the 64 feature indices of a piece, as a color sees it; none if the piece is no
    /// feature.
    fn plane(&self, side: Color, piece: Piece) -> Option<usize>;
}

/// The supported feature sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeatureSet {
    /// Piece, owner and square: 768 inputs.
    PieceSquare {
        /// Horizontal mirroring: flips the files when the own king is on files e to h.
        mirrored: bool,
    },
    /// King buckets: 768 inputs for each bucket of own king squares, always mirrored.
    KingBucket(BucketMap),
    /// Own king's square, piece but the kings, owner and square: 40,960 inputs.
    HalfKp,
}

impl FeatureSet {
    /// The implementation of the set.
    pub fn features(&self) -> &dyn Features {
        match self {
            Self::PieceSquare { mirrored: false } => &piece_square::PieceSquare { mirrored: false },
            Self::PieceSquare { mirrored: true } => &piece_square::PieceSquare { mirrored: true },
            Self::KingBucket(map) => map,
            Self::HalfKp => &half_kp::HalfKp,
        }
    }

    /// Inputs of one perspective.
    pub fn inputs(&self) -> usize {
        self.features().inputs()
    }

    /// Whether a position and its mirror image (a-file for h-file) have the same value.
    pub const fn is_mirrored(&self) -> bool {
        matches!(
            self,
            Self::PieceSquare { mirrored: true } | Self::KingBucket(_)
        )
    }

    pub(crate) fn validate(&self) -> Result<(), ArchitectureError> {
        match self {
            Self::KingBucket(map) => map.validate(),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PieceSquare { mirrored: false } => f.write_str("768"),
            Self::PieceSquare { mirrored: true } => f.write_str("768 mirrored"),
            Self::KingBucket(map) => write!(f, "768x{} mirrored", map.count()),
            Self::HalfKp => f.write_str("HalfKP"),
        }
    }
}

#[cfg(test)]
mod tests;
