//! The limits of a search.

use crate::time::TimeLimits;

/// What ends a search: the first limit reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits<M> {
    /// Iterative deepening stops after this depth.
    pub depth: Option<u32>,
    /// Nodes, summed over all threads.
    pub nodes: Option<u64>,
    /// Start no further iteration after so many nodes of the main thread.
    pub soft_nodes: Option<u64>,
    /// Soft and hard time limit.
    pub time: Option<TimeLimits>,
    /// Stop at a mate in at most so many moves.
    pub mate: Option<u32>,
    /// Give no best move before `stop`.
    pub infinite: bool,
    /// Search only these root moves; none means all.
    pub moves: Option<Vec<M>>,
    /// `MultiPV`: how many best lines to find.
    pub multi_pv: usize,
    /// Contempt: a draw scores `-contempt` centipawns for the side to move at the root.
    pub contempt: i32,
}

/// No limit, one PV.
impl<M> Default for Limits<M> {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            soft_nodes: None,
            time: None,
            mate: None,
            infinite: false,
            moves: None,
            multi_pv: 1,
            contempt: 0,
        }
    }
}

impl<M> Limits<M> {
    /// Whether only `stop` or the maximum depth would end the search.
    pub const fn is_endless(&self) -> bool {
        let is_bounded = self.depth.is_some()
            || self.nodes.is_some()
            || self.soft_nodes.is_some()
            || self.time.is_some()
            || self.mate.is_some();
        self.infinite || !is_bounded
    }
}
