//! What Texel tuning needs to know of an evaluation.

use game::Codes;

use crate::{Terms, Value};

/// A game whose evaluation can be tuned: a linear one of piece-square values, further features and
/// tempo.
pub trait Tunable: Terms + Codes {
    /// The types of pieces, from pawn to king.
    const KINDS: &'static [&'static str];
    /// Files and ranks of the board; squares count from the first file and rank, file by file.
    const BOARD: (usize, usize);
    /// What the first side is called.
    const FIRST_SIDE: &'static str;
    /// How the tables of the source lie.
    const TABLES: &'static str;
    /// The number of features: what is counted beside the pieces.
    const FEATURES: usize = 0;

    /// A piece of the first side.
    fn piece(kind: usize) -> Self::Piece;

    /// The square with this index; [`Self::BOARD`] tells the order.
    fn square(index: usize) -> Self::Square;

    /// The type of a piece, its square as its own side sees it, and whether it is the first side's.
    fn place(piece: Self::Piece, square: Self::Square) -> (usize, usize, bool);

    /// The square that has the same value: itself, or its mirror image.
    fn fold(square: usize) -> usize {
        square
    }

    /// Whether a piece of the first side can ever stand on a square.
    fn can_stand(kind: usize, square: usize) -> bool;

    /// What people call a feature.
    fn feature_name(feature: usize) -> String {
        feature.to_string()
    }

    /// How often each feature is there for the first side minus the second.
    fn features(_position: &Self::Position) -> Vec<i32> {
        Vec::new()
    }

    /// What a feature is worth in the engine.
    fn feature_value(_feature: usize) -> Value {
        Value::default()
    }

    /// The part of the evaluation that is not tuned, from the first side's view.
    fn untuned(_position: &Self::Position) -> f64 {
        0.0
    }

    /// The number of squares.
    fn squares() -> usize {
        Self::BOARD.0 * Self::BOARD.1
    }

    /// The number of piece-square slots and features, each of which has two values.
    fn slots() -> usize {
        Self::KINDS.len() * Self::squares() + Self::FEATURES
    }

    /// The slot of a type of piece on a square of its own side's view.
    fn slot(kind: usize, square: usize) -> usize {
        Self::squares() * kind + Self::fold(square)
    }
}
