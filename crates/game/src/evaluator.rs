//! What a position is worth without searching.

use crate::{Game, Observer, Score};

/// A static evaluation that follows the moves of a search.
///
/// The search calls [`Evaluator::push`] before each move it makes, lets the evaluator observe the
/// move, and calls [`Evaluator::pop`] after taking it back. A null move changes no piece and is not
/// announced.
pub trait Evaluator<G: Game>: Observer<G> + Send {
    /// Starts over at a position.
    fn reset(&mut self, position: &G::Position);

    /// A move is about to be made.
    fn push(&mut self);

    /// The last move was taken back.
    fn pop(&mut self);

    /// The value of the position for the side to move, within the range of evaluations.
    fn evaluate(&mut self, position: &G::Position) -> Score;
}
