//! Endings that are known without a search.

use crate::{Game, GameResult};

/// Endgame tablebases, as matches and self-play ask them.
pub trait EndgameTables<G: Game>: Send + Sync {
    /// The most pieces of a position that they know.
    fn max_men(&self) -> usize;

    /// The result of a game that has reached this position, if they know it.
    fn result(&self, position: &G::Position) -> Option<GameResult>;
}
