//! Static evaluation, updated incrementally as an observer of the moves made.

use crate::{Game, Score};

/// A static evaluation with an accumulator stack.
///
/// The search calls [`Evaluator::push`] before each move it makes, lets the evaluator observe the
/// move, and calls [`Evaluator::pop`] after unmaking it. A null move changes no piece and is not
/// reported.
pub trait Evaluator<G: Game>: Observer<G> + Send {
    /// Refreshes from a position.
    fn reset(&mut self, position: &G::Position);

    /// A move is about to be made.
    fn push(&mut self);

    /// The last move was unmade.
    fn pop(&mut self);

    /// The static eval for the side to move, below every proven win.
    fn evaluate(&mut self, position: &G::Position) -> Score;
}

/// Receives the piece changes of each move made.
///
/// Unmaking a move is not observed; an observer that must follow keeps its own stack.
pub trait Observer<G: Game> {
    /// A piece was added (the new piece of a promotion).
    fn appeared(&mut self, piece: G::Piece, square: G::Square);

    /// A piece was removed (captured, or the promoting pawn).
    fn vanished(&mut self, piece: G::Piece, square: G::Square);

    /// A piece moved.
    ///
    /// In Chess960 castling the two squares may be the same, and king and rook may swap squares: an
    /// observer that keeps a board must remove both before it adds either.
    fn moved(&mut self, piece: G::Piece, from: G::Square, to: G::Square);
}

/// Observes nothing.
impl<G: Game> Observer<G> for () {
    #[inline]
    fn appeared(&mut self, _: G::Piece, _: G::Square) {}

    #[inline]
    fn vanished(&mut self, _: G::Piece, _: G::Square) {}

    #[inline]
    fn moved(&mut self, _: G::Piece, _: G::Square, _: G::Square) {}
}
