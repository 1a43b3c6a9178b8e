//! Being told what changes on the board.

use crate::Game;

/// Watches the pieces while a move is made.
///
/// An incremental evaluation is an observer: the rules do not know it. Taking a move back is not
/// observed; an observer that must follow keeps its own stack.
pub trait Observer<G: Game> {
    /// A piece stands on a square that it did not stand on (a promotion's new piece).
    fn appeared(&mut self, piece: G::Piece, square: G::Square);

    /// A piece is gone from its square (captured, or the pawn that promotes).
    fn vanished(&mut self, piece: G::Piece, square: G::Square);

    /// A piece went from one square to another.
    ///
    /// In Chess960 castling the two may be the same square, and king and rook may each go where
    /// the other stood: an observer that keeps a board must take both away before it puts either
    /// down, one that adds and subtracts need not care.
    fn moved(&mut self, piece: G::Piece, from: G::Square, to: G::Square);
}

/// Nobody is watching.
impl<G: Game> Observer<G> for () {
    #[inline]
    fn appeared(&mut self, _: G::Piece, _: G::Square) {}

    #[inline]
    fn vanished(&mut self, _: G::Piece, _: G::Square) {}

    #[inline]
    fn moved(&mut self, _: G::Piece, _: G::Square, _: G::Square) {}
}
