//! Feature sets: how a position becomes the active inputs of the feature transformer.
//!
//! Each color has its own perspective, in which it plays up the board. A piece on a square is at most
//! one active feature of a perspective; a set may have [`Listed`] features beside them. [`Features`] is what the rest of this crate asks of a game; each
//! game has a folder here.

pub mod chess;
mod listed;
pub mod makruk;
mod pieces;
pub mod xiangqi;

use std::fmt;

use game::Game;

use crate::architecture::ArchitectureError;
use crate::container::ContainerError;

pub use chess::{BucketMap, FeatureSet, FeatureTable, PerColor, Perspective, Perspectives};
pub use listed::Listed;
pub use pieces::{PieceSets, Pieces};

/// The feature sets of a game.
///
/// Colors are numbered as the game does: 0 moves first.
pub trait Features: Clone + fmt::Debug + fmt::Display + Eq + Send + Sync + 'static {
    type Game: Game;
    /// The pieces of a position.
    type Pieces: PieceSets<Self::Game>;
    /// How both colors see the board, and what is needed to follow it from move to move.
    type Views: Copy + Default + fmt::Debug + Send + Sync;
    /// A piece on a square, as moves record it.
    type Feature: Copy + Default + fmt::Debug + Send + Sync;
    /// The lookup tables of a set.
    type Table: Lookup<Self>;

    /// The name of the game in network files.
    const GAME: &'static str;

    /// Inputs of one perspective, listed features included.
    fn inputs(&self) -> usize;

    /// The buckets of inputs, one of which each color's view selects.
    fn buckets(&self) -> usize;

    /// Inputs of a bucket.
    fn bucket_inputs(&self) -> usize;

    /// The feature of a piece on a square in the first bucket, as the first color sees a board that is
    /// not mirrored; none if there is none.
    fn plain_feature(&self, piece: PieceOf<Self>, square: SquareOf<Self>) -> Option<usize>;

    /// The features that are no piece on a square, if the set has any.
    fn listed(&self) -> Option<&'static dyn Listed<Self>> {
        None
    }

    /// Whether a position and its mirror image have the same value.
    fn is_mirrored(&self) -> bool;

    /// Refuses what cannot be evaluated.
    fn validate(&self) -> Result<(), ArchitectureError>;

    /// The lookup tables.
    fn table(&self) -> Self::Table;

    /// For each bucket and each square, the features of the first color's pieces there: at most one of
    /// them is active.
    fn rivals(&self) -> Vec<Vec<Vec<usize>>>;

    /// What network files say of the set.
    fn to_header(&self) -> FeatureFields;

    /// The set of a network file.
    fn of_header(fields: &FeatureFields) -> Result<Self, ContainerError>;

    /// What selects the output bucket of a position: at most [`MAX_MATERIAL`].
    fn material(position: &PositionOf<Self>) -> usize;

    /// The same of its pieces.
    fn material_of(pieces: &Self::Pieces) -> usize;

    /// One of `buckets` output buckets.
    fn output_bucket(material: usize, buckets: usize) -> usize;
}

/// The most that [`Features::material`] gives.
pub const MAX_MATERIAL: usize = 64;

/// A position of a feature set's game.
pub type PositionOf<F> = <<F as Features>::Game as Game>::Position;
/// A color of a feature set's game.
pub type ColorOf<F> = <<F as Features>::Game as Game>::Color;
/// A piece of a feature set's game.
pub type PieceOf<F> = <<F as Features>::Game as Game>::Piece;
/// A square of a feature set's game.
pub type SquareOf<F> = <<F as Features>::Game as Game>::Square;

/// A feature set as lookup tables. Colors are numbers.
pub trait Lookup<F: Features>: Clone + fmt::Debug + Send + Sync {
    /// Whether captures can change how a color sees the board.
    const FOLLOWS_CAPTURES: bool;

    /// How the colors see the board.
    fn views(&self, pieces: &F::Pieces) -> F::Views;

    /// How many different views a color can have. Each has an entry in the Finny table.
    fn entries(&self) -> usize;

    /// The Finny table entry of a color's view.
    fn entry(&self, views: &F::Views, pieces: &F::Pieces, side: usize) -> usize;

    /// Whether a move of a piece can change how a color sees the board.
    fn is_followed(&self, piece: PieceOf<F>) -> bool;

    /// Follows a piece that moved, vanished or appeared.
    fn follow(
        &self,
        views: &mut F::Views,
        piece: PieceOf<F>,
        from: Option<SquareOf<F>>,
        to: Option<SquareOf<F>>,
    );

    /// Whether a color sees the board alike.
    fn is_alike(a: &F::Views, b: &F::Views, side: usize) -> bool;

    /// Whether a piece is a feature.
    fn has(&self, piece: PieceOf<F>) -> bool;

    /// A piece on a square, as moves record it.
    fn feature(&self, piece: PieceOf<F>, square: SquareOf<F>) -> F::Feature;

    /// The feature index in a color's view.
    fn index(&self, views: &F::Views, feature: F::Feature, side: usize) -> u16;
}

/// What the header of a network file says of a feature set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FeatureFields {
    pub name: String,
    /// Whether the board is mirrored.
    pub mirrored: u8,
    /// The king buckets; zeros without them.
    pub king_buckets: [u8; 32],
}

impl FeatureFields {
    /// The name and mirroring of a set without a map of king buckets.
    pub(crate) fn plain(name: &str, mirrored: bool) -> Self {
        Self {
            name: name.to_owned(),
            mirrored: mirrored.into(),
            king_buckets: [0; 32],
        }
    }
}
