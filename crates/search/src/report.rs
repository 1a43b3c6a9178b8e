//! What a search tells while it runs.

use std::time::Duration;

use game::{Game, Score};

/// How far a score is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
    /// It is this.
    Exact,
}

/// One line that the search has found.
#[derive(Clone, Debug)]
pub struct Info<'a, M> {
    /// The iteration.
    pub depth: u32,
    /// The deepest ply reached.
    pub selective_depth: usize,
    /// Which of the best lines, from 1.
    pub line: usize,
    /// Its score.
    pub score: Score,
    /// How far the score is known.
    pub bound: Bound,
    /// Positions searched, over all threads.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub table_used: u32,
    /// Time since the start.
    pub elapsed: Duration,
    /// The moves.
    pub moves: &'a [M],
}

/// Is told what a search finds.
pub trait Report<G: Game>: Send {
    /// Whether anything is done with what is told. Gathering it takes longer than a small search.
    fn listens(&self) -> bool {
        true
    }

    /// A line of play.
    fn info(&mut self, info: &Info<'_, G::Move>);

    /// The iteration, the first move that it is about to search, and that move's number from 1.
    /// Told only by searches that take long.
    fn current_move(&mut self, _depth: u32, _mv: G::Move, _number: usize) {}

    /// The search is over: its answer, none if there is no legal move, and what it expects next.
    fn best_move(&mut self, mv: Option<G::Move>, ponder: Option<G::Move>);
}

/// Nobody listens.
impl<G: Game> Report<G> for () {
    fn listens(&self) -> bool {
        false
    }

    fn info(&mut self, _: &Info<'_, G::Move>) {}

    fn best_move(&mut self, _: Option<G::Move>, _: Option<G::Move>) {}
}
