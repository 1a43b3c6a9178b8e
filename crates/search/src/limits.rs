//! When to stop.

use std::time::Duration;

/// Time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Start no further iteration after this, give or take what the search learns.
    pub soft: Duration,
    /// Stop here in any case.
    pub hard: Duration,
}

/// What bounds a search. The first limit that is reached ends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits<M> {
    /// Iterations.
    pub depth: Option<u32>,
    /// Positions, over all threads.
    pub nodes: Option<u64>,
    /// No further iteration after so many positions of the first thread.
    pub soft_nodes: Option<u64>,
    /// Time.
    pub budget: Option<Budget>,
    /// A mate in so many moves, or fewer.
    pub mate: Option<u32>,
    /// Do not answer before being told to.
    pub infinite: bool,
    /// Only these first moves; all of them if nothing is said.
    pub moves: Option<Vec<M>>,
    /// How many best lines to find.
    pub lines: usize,
    /// How much worse than its usual value the side to move finds a draw, in hundredths of a pawn.
    pub contempt: i32,
}

/// No limit at all, and one line.
impl<M> Default for Limits<M> {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            soft_nodes: None,
            budget: None,
            mate: None,
            infinite: false,
            moves: None,
            lines: 1,
            contempt: 0,
        }
    }
}

impl<M> Limits<M> {
    /// Whether nothing but being stopped, or the greatest depth, would end the search.
    #[must_use]
    pub const fn is_endless(&self) -> bool {
        let is_bounded = self.depth.is_some()
            || self.nodes.is_some()
            || self.soft_nodes.is_some()
            || self.budget.is_some()
            || self.mate.is_some();
        self.infinite || !is_bounded
    }
}
