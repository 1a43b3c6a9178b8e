//! What the rules of a game must offer to be searched.

use crate::{Dense, Keys, MoveList, Observer, PackedMove, Verdict};

/// Ties the types of one game together. Implemented by an empty marker type.
pub trait Game: Sized + Copy + Send + Sync + 'static {
    /// A side.
    type Color: Dense;
    /// A kind of piece together with its side.
    type Piece: Dense;
    /// A point of the board.
    type Square: Dense;
    /// A move.
    type Move: PackedMove;
    /// A position with the history that its rules need.
    type Position: Position<Self>;
    /// What the side not to move attacks.
    type Threats: Threats<Self>;
    /// From where the side to move gives check.
    type CheckSquares: Copy;

    /// The square a move starts from.
    fn origin(mv: Self::Move) -> Self::Square;

    /// The square a move goes to.
    fn target(mv: Self::Move) -> Self::Square;
}

/// What the side not to move attacks in one position.
pub trait Threats<G: Game>: Copy {
    /// Whether a square is attacked.
    fn has(&self, square: G::Square) -> bool;

    /// Whether a piece on a square is attacked by a less valuable one.
    fn by_lesser(&self, piece: G::Piece, square: G::Square) -> bool;
}

/// Which legal moves to generate.
///
/// Noisy and quiet moves are disjoint and together are all the legal moves. In check, every
/// stage gives only evasions, so `All` in check is the evasion stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The tactical moves: those for which [`Position::is_tactical`] holds.
    Noisy,
    /// All the others.
    Quiet,
    /// Every legal move.
    All,
}

/// A position as the search sees it.
pub trait Position<G: Game>: Clone + Send {
    /// The side whose turn it is.
    fn side_to_move(&self) -> G::Color;

    /// The piece on a square.
    fn piece_on(&self, square: G::Square) -> Option<G::Piece>;

    /// The piece that a pseudo-legal move captures.
    fn victim(&self, mv: G::Move) -> Option<G::Piece>;

    /// What a pseudo-legal move gains at once, in hundredths of a pawn: its victim, and what a
    /// promotion adds.
    fn immediate_gain(&self, mv: G::Move) -> i32;

    /// What the side not to move attacks.
    fn threats(&self) -> G::Threats;

    /// The hash keys of this position.
    fn keys(&self) -> &Keys;

    /// The full key after a pseudo-legal move, but for changes that few moves make (rights, say):
    /// good enough to fetch memory ahead.
    fn likely_key_after(&self, mv: G::Move) -> u64;

    /// Appends the legal moves of a stage to `moves`.
    fn generate(&self, stage: Stage, moves: &mut MoveList<G::Move>);

    /// Whether a move of unknown origin (a hash table, say) is one that the pieces here could
    /// make, not asking whether it leaves the own king attacked.
    fn is_pseudo_legal(&self, mv: G::Move) -> bool;

    /// Whether a pseudo-legal move is legal.
    fn is_legal(&self, mv: G::Move) -> bool;

    /// Plays a legal move and tells the observer each change of a piece.
    fn make<O: Observer<G>>(&mut self, mv: G::Move, observer: &mut O);

    /// Takes back the last move, which must have been `mv`.
    fn unmake(&mut self, mv: G::Move);

    /// Passes the turn. Only legal out of check.
    fn make_null(&mut self);

    /// Takes back a pass.
    fn unmake_null(&mut self);

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// Whether a legal move gives check.
    fn gives_check(&self, mv: G::Move) -> bool;

    /// What [`Position::gives_check_from`] needs, worth finding when it is asked about many moves.
    fn check_squares(&self) -> G::CheckSquares;

    /// The same as [`Position::gives_check`], given this position's check squares.
    fn gives_check_from(&self, squares: &G::CheckSquares, mv: G::Move) -> bool;

    /// Whether a pseudo-legal move belongs to [`Stage::Noisy`].
    fn is_tactical(&self, mv: G::Move) -> bool;

    /// Whether the exchange that a pseudo-legal move starts on its target square wins at least
    /// `threshold` (static exchange evaluation, in hundredths of a pawn).
    fn see_ge(&self, mv: G::Move, threshold: i32) -> bool;

    /// Whether the side to move has enough material that passing is likely worse than moving.
    fn null_move_is_safe(&self) -> bool;

    /// Plies since the last move that the game's draw-by-inactivity rule counts from.
    fn rule_clock(&self) -> u32;

    /// What the rules say about this position, `ply` moves below the root of the search.
    fn verdict(&self, ply: usize) -> Verdict;
}
