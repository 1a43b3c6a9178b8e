//! The root moves: their scores, PVs and order.

use std::cmp::Reverse;

use game::{Game, Score};

use crate::report::Bound;

/// A root move.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    pub(crate) mv: M,
    /// Score of this iteration; minus infinity if the move did not raise alpha.
    pub(crate) score: Score,
    /// Score of the last completed iteration.
    pub(crate) previous_score: Score,
    /// Running average of its scores, the center of the aspiration window.
    pub(crate) average_score: Option<Score>,
    pub(crate) bound: Bound,
    /// Nodes spent on it in this search.
    pub(crate) nodes: u64,
    pub(crate) sel_depth: usize,
    pub(crate) pv: Vec<M>,
    /// The rank by tablebases, which comes before all scores.
    pub(crate) rank: i32,
    /// The score by tablebases, if the root position is in them.
    pub(crate) table_score: Option<Score>,
}

/// The search result of a root move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootResult<M> {
    pub(crate) mv: M,
    pub(crate) score: Score,
    /// Whether it was searched first, with the open window.
    pub(crate) is_first: bool,
    pub(crate) nodes: u64,
}

/// An iteration that was finished.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Iteration {
    /// Nodes of the thread from the start of the search.
    pub(crate) nodes: u64,
    /// The score of the best move.
    pub(crate) score: Score,
}

pub(crate) struct RootMoves<G: Game> {
    pub(crate) moves: Vec<RootMove<G::Move>>,
    /// The iterations finished so far.
    pub(crate) iterations: Vec<Iteration>,
    /// `MultiPV`: the index of the PV being searched; those before it are done.
    pub(crate) pv_index: usize,
    pub(crate) depth: i32,
    pub(crate) completed_depth: i32,
    /// Fail lows of the first PV in this iteration.
    pub(super) fail_lows: u32,
    /// How many moves were begun, with those of earlier PVs.
    pub(super) next: usize,
}

impl<G: Game> RootMoves<G> {
    pub(crate) fn new() -> Self {
        Self {
            moves: Vec::new(),
            iterations: Vec::new(),
            pv_index: 0,
            depth: 0,
            completed_depth: 0,
            fail_lows: 0,
            next: 0,
        }
    }

    /// Resets to the legal moves, or to those in `wanted` (`searchmoves`).
    pub(crate) fn reset(&mut self, legal: &[G::Move], wanted: Option<&[G::Move]>) {
        let is_wanted = |mv: &G::Move| wanted.is_none_or(|wanted| wanted.contains(mv));
        // Reuse the PV allocations, which would dominate small searches.
        let mut old_pvs = std::mem::take(&mut self.moves)
            .into_iter()
            .map(|root| root.pv);
        self.moves = legal
            .iter()
            .copied()
            .filter(is_wanted)
            .map(|mv| RootMove::new(mv, old_pvs.next().unwrap_or_default()))
            .collect();
        self.iterations.clear();
        self.pv_index = 0;
        self.depth = 0;
        self.completed_depth = 0;
    }

    /// The best move so far of the current PV index.
    pub(crate) fn pv_move(&self) -> Option<G::Move> {
        self.moves.get(self.pv_index).map(|root| root.mv)
    }

    /// The moves to search for the current PV index: those of the best rank not found by earlier
    /// PVs.
    pub(crate) fn open_moves(&self) -> &[RootMove<G::Move>] {
        let open = &self.moves[self.pv_index..];
        let rank = open.first().map_or(0, |root| root.rank);
        &open[..open.partition_point(|root| root.rank == rank)]
    }

    /// Whether a move is one to search for the current PV index.
    pub(crate) fn contains(&self, mv: G::Move) -> bool {
        self.open_moves().iter().any(|root| root.mv == mv)
    }

    pub(super) fn begin_search(&mut self) {
        self.next = self.pv_index;
        for root in &mut self.moves[self.pv_index..] {
            root.score = -Score::INFINITE;
        }
    }

    /// Sorts the moves from an index on. The sort is stable: moves that did not raise alpha keep
    /// their order.
    pub(crate) fn sort(&mut self, from: usize) {
        self.moves[from..]
            .sort_by_key(|root| Reverse((root.rank, root.score, root.previous_score)));
    }

    /// Sorts the PVs found so far: a later one can turn out better. Done after each, so that the
    /// order holds in an unfinished iteration.
    pub(super) fn sort_finished(&mut self) {
        self.moves[..=self.pv_index].sort_by_key(|root| Reverse((root.rank, root.score)));
    }
}

impl<M: Copy> RootMove<M> {
    /// An unsearched move, whose PV reuses an allocation.
    fn new(mv: M, mut pv: Vec<M>) -> Self {
        pv.clear();
        pv.push(mv);
        Self {
            mv,
            score: -Score::INFINITE,
            previous_score: -Score::INFINITE,
            average_score: None,
            bound: Bound::Exact,
            nodes: 0,
            sel_depth: 0,
            pv,
            rank: 0,
            table_score: None,
        }
    }

    /// The score of this iteration, or of the previous one if the move was not searched yet.
    pub(crate) fn last_score(&self) -> Score {
        if self.score > -Score::INFINITE {
            self.score
        } else {
            self.previous_score
        }
    }

    /// The score to report: that of tablebases, unless the search found a mate.
    pub(crate) fn shown_score(&self) -> Score {
        let score = self.last_score();
        self.table_score
            .filter(|_| !score.is_mate() || score == -Score::INFINITE)
            .unwrap_or(score)
    }
}

#[cfg(test)]
mod tests {
    use chess::{Chess, Position};
    use game::Score;

    use super::RootMoves;
    use crate::testing::{QUEEN_UP, mv, searcher};

    #[test]
    fn pvs_of_an_unfinished_iteration_are_sorted_before_the_rest() {
        let legal = Position::start().legal_moves();
        let mut root = RootMoves::<Chess>::new();
        root.reset(&legal, None);
        for (place, score) in [10, 30, 90].into_iter().enumerate() {
            root.moves[place].score = Score::from_raw(score);
        }
        // The third is not searched yet: its score is from the previous iteration.
        root.pv_index = 1;
        root.sort_finished();
        let moves: Vec<_> = root.moves[..3].iter().map(|root| root.mv).collect();
        assert_eq!(moves, [legal[1], legal[0], legal[2]]);
    }

    #[test]
    fn moves_of_earlier_pvs_and_unwanted_moves_are_not_contained() {
        let mut searcher = searcher(QUEEN_UP);
        searcher.root.pv_index = 1;
        let done = searcher.root.moves[0].mv;
        assert!(!searcher.root.contains(done));
        assert!(searcher.root.contains(searcher.root.moves[1].mv));
        searcher.root.moves.truncate(3);
        assert!(!searcher.root.contains(mv(&searcher, "e1f1")));
    }
}
