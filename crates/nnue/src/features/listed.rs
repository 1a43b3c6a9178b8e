//! Listed features: what is no piece on a square, such as attacks.

use std::fmt;

use super::Features;

/// The listed features of a set. Their indices follow those of the pieces. They depend on the pieces
/// alone, and a move changes any number of them.
pub trait Listed<F: Features>: fmt::Debug + Sync {
    /// Inputs of one perspective.
    fn inputs(&self) -> usize;

    /// The most that are active at once.
    fn most(&self) -> usize;

    /// Appends the active features of a color's view: in any order, each once.
    fn list(&self, pieces: &F::Pieces, views: &F::Views, side: usize, active: &mut Vec<u16>);

    /// Sets of features of which at most one is active; together they are all.
    fn rivals(&self) -> Vec<Vec<usize>>;
}
