//! The hash keys that a position keeps up to date.

/// Zobrist keys of a position and of parts of it.
///
/// `full` identifies the position; the others identify only some of its pieces and serve the
/// history tables that learn from structure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// Everything that decides which moves are possible: pieces, side to move, rights.
    pub full: u64,
    /// Pawns of both sides.
    pub pawn: u64,
    /// Minor pieces and kings of both sides.
    pub minor: u64,
    /// All but pawns, by side.
    pub non_pawn: [u64; 2],
}
