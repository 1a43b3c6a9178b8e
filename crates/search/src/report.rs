//! What a search reports while it runs.

use std::time::Duration;

use game::{Game, Score};

/// The bound type of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score is at least this (fail high).
    Lower,
    /// The score is at most this (fail low).
    Upper,
    /// The score is exact.
    Exact,
}

/// One PV with its score.
#[derive(Clone, Debug)]
pub struct Info<'a, M> {
    /// The depth of the iteration.
    pub depth: u32,
    /// Selective depth: the deepest ply reached.
    pub sel_depth: usize,
    /// The `MultiPV` index, from 1.
    pub multi_pv: usize,
    pub score: Score,
    /// The bound type of the score.
    pub bound: Bound,
    /// Nodes, summed over all threads.
    pub nodes: u64,
    /// Positions found in tablebases.
    pub tb_hits: u64,
    /// How full the TT is, per mille.
    pub hashfull: u32,
    /// Time since the start.
    pub elapsed: Duration,
    /// The principal variation (PV).
    pub pv: &'a [M],
}

/// Receives what a search finds.
pub trait Report<G: Game>: Send {
    /// Whether reports are used at all. Collecting them takes longer than a small search.
    fn listens(&self) -> bool {
        true
    }

    /// A PV.
    fn info(&mut self, info: &Info<'_, G::Move>);

    /// The root move about to be searched, its number from 1, and the depth. Only in long searches.
    fn current_move(&mut self, _depth: u32, _mv: G::Move, _number: usize) {}

    /// The search is over: best move, none if there is no legal move, and ponder move.
    fn best_move(&mut self, mv: Option<G::Move>, ponder: Option<G::Move>);
}

/// Ignores all reports.
impl<G: Game> Report<G> for () {
    fn listens(&self) -> bool {
        false
    }

    fn info(&mut self, _: &Info<'_, G::Move>) {}

    fn best_move(&mut self, _: Option<G::Move>, _: Option<G::Move>) {}
}
