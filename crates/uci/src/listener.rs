//! Who hears of a search.

use crate::info::{BestMove, Info};

/// Hears what a search finds.
pub trait Listener: Send {
    /// The search ends too soon to be followed: what it finds may be told with its best move.
    fn expect_brief_search(&mut self) {}

    /// What the search found.
    fn info(&mut self, info: Info);

    /// The search has ended.
    fn best_move(&mut self, best: BestMove);
}
