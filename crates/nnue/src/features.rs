//! How a position becomes inputs of a network: one file for each feature set.
//!
//! Each side has its own view of the board, in which it plays up the board: black's view has the
//! ranks turned around. Every piece (with some sets: but the kings) is one active input. Which
//! input depends on the piece, its square, and through the set's [`View`] on the own king.

mod both;
mod half_kp;
mod king_bucket;
mod piece_square;
mod table;

use std::fmt;

use chess::{Color, Piece, Square};

use crate::architecture::ArchitectureError;

pub use both::{Both, Outlooks};
pub use king_bucket::BucketMap;
pub use table::{Feature, FeatureTable, Outlook};

/// How a side's king makes that side see the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Number of this view, below [`Features::views`].
    pub number: usize,
    /// The first input of this view's block.
    pub base: usize,
    /// What the number of a square is combined with (exclusive or) to turn the board: 56 turns
    /// the ranks around, 7 the files.
    pub turn: usize,
}

/// A feature set. The input of a piece on a square is `view.base + plane + (square ^ view.turn)`.
pub trait Features {
    /// How many inputs there are for one side.
    fn inputs(&self) -> usize;

    /// How many views a side can have.
    fn views(&self) -> usize;

    /// The view of a side whose king is on a square.
    fn view(&self, side: Color, king: Square) -> View;

    /// Where the 64 inputs of a piece start, as a side sees it, if the piece is an input at all.
    fn plane(&self, side: Color, piece: Piece) -> Option<usize>;
}

/// The feature sets that there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeatureSet {
    /// Piece, owner and square: 768 inputs.
    PieceSquare {
        /// Whether the files are turned around when the own king is on the e-file or beyond.
        mirrored: bool,
    },
    /// The same for each bucket of own king squares, always mirrored.
    KingBucket(BucketMap),
    /// Own king's square, piece but the kings, owner and square: 40,960 inputs.
    HalfKp,
}

impl FeatureSet {
    /// The set behind the description.
    #[must_use]
    pub fn features(&self) -> &dyn Features {
        match self {
            Self::PieceSquare { mirrored: false } => &piece_square::PieceSquare { mirrored: false },
            Self::PieceSquare { mirrored: true } => &piece_square::PieceSquare { mirrored: true },
            Self::KingBucket(map) => map,
            Self::HalfKp => &half_kp::HalfKp,
        }
    }

    /// How many inputs there are for one side.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.features().inputs()
    }

    /// Whether a position and its mirror image (a-file for h-file) have the same value.
    #[must_use]
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

/// Black sees the board from the other side.
const fn turn_of(side: Color) -> usize {
    match side {
        Color::White => 0,
        Color::Black => 56,
    }
}

#[cfg(test)]
mod tests;
