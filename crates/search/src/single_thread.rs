//! A single-threaded searcher that runs on the calling thread, for data generation and tools.

use std::sync::Arc;
use std::time::Instant;

use game::{Evaluator, Game, Position, Score};

use crate::limits::Limits;
use crate::node::Pv;
use crate::searcher::Searcher;
use crate::shared::Shared;
use crate::time::TimeManager;
use crate::tt::TranspositionTable;

/// A single-threaded searcher with its own TT and histories.
pub struct SingleThreadSearch<G: Game, E> {
    searcher: Searcher<G, E>,
    tt: Arc<TranspositionTable>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<M> {
    /// The best move; none if there is no legal one.
    pub best: Option<M>,
    /// Its score, for the side to move; a mate or a draw if there is no move.
    pub score: Score,
    /// The last completed depth.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The PV, beginning with the best move.
    pub pv: Vec<M>,
}

impl<G: Game, E: Evaluator<G>> SingleThreadSearch<G, E> {
    /// A searcher with empty histories. The position only says which rules are played.
    pub fn new(position: &G::Position, tt: TranspositionTable, evaluator: E) -> Self {
        let tt = Arc::new(tt);
        let shared = Arc::new(Shared::new(tt.clone(), 1, false));
        Self {
            searcher: Searcher::new(0, position, evaluator, shared),
            tt,
        }
    }

    /// Switches correction history, which is on by default. Training scores should depend on the
    /// evaluation alone.
    pub fn set_correction_history(&mut self, on: bool) {
        self.searcher.uses_correction_history = on;
    }

    /// The evaluator. After a change, the scores in the TT are those of the old one.
    pub const fn evaluator_mut(&mut self) -> &mut E {
        &mut self.searcher.evaluator
    }

    /// Clears the TT and all histories.
    pub fn clear(&mut self) {
        // Often, and a small table: start no thread for that.
        self.tt.clear(0);
        self.searcher.clear();
    }

    /// Searches a position until a limit is reached. Without a limit it never returns.
    pub fn search(&mut self, position: &G::Position, limits: Limits<G::Move>) -> Outcome<G::Move> {
        self.begin(limits);
        self.searcher.prepare(position);
        self.searcher.iterate();
        let root = &self.searcher.root;
        let nodes = self.searcher.nodes;
        let Some(best) = root.moves.first() else {
            return Outcome {
                best: None,
                score: position.score_without_moves(0),
                depth: 0,
                nodes,
                pv: Vec::new(),
            };
        };
        Outcome {
            best: Some(best.mv),
            score: best.last_score(),
            depth: root.completed_depth.unsigned_abs(),
            nodes,
            pv: best.pv.clone(),
        }
    }

    /// The score that the last search would have had with this soft node limit, if that is not beyond
    /// its own: of the first iteration that ended there or later.
    pub fn score_at(&self, soft_nodes: u64) -> Option<Score> {
        let mut iterations = self.searcher.root.iterations.iter();
        let first = iterations.find(|iteration| iteration.nodes >= soft_nodes)?;
        Some(first.score)
    }

    /// The quiescence score of a position.
    pub fn qsearch(&mut self, position: &G::Position) -> Score {
        self.begin(Limits::default());
        self.searcher.set_position(position);
        self.searcher
            .qsearch::<Pv>(-Score::INFINITE, Score::INFINITE)
    }

    /// The raw static eval of a position.
    pub fn evaluate(&mut self, position: &G::Position) -> Score {
        self.searcher.evaluator.reset(position);
        self.searcher.evaluator.evaluate(position)
    }

    fn begin(&mut self, limits: Limits<G::Move>) {
        self.tt.next_generation();
        let searcher = &mut self.searcher;
        searcher.shared = Arc::new(Shared::new(self.tt.clone(), 1, false));
        searcher.time = TimeManager::new(Instant::now(), limits.time);
        searcher.limits = limits;
    }
}

#[cfg(test)]
mod tests {
    use chess::{Chess, Position};
    use evaluation::handcrafted::Handcrafted;
    use game::Score;

    use super::SingleThreadSearch;
    use crate::limits::Limits;
    use crate::testing::{QUEEN_UP, TAKES_QUEEN};
    use crate::tt::TranspositionTable;

    fn single_thread() -> SingleThreadSearch<Chess, Handcrafted> {
        let tt = TranspositionTable::new(1).unwrap();
        SingleThreadSearch::new(&Position::start(), tt, Handcrafted::new())
    }

    fn at_nodes(soft: u64) -> Limits<chess::Move> {
        Limits {
            soft_nodes: Some(soft),
            nodes: Some(20 * soft),
            ..Limits::default()
        }
    }

    #[test]
    fn soft_node_limits_stop_between_iterations_and_results_repeat() {
        let position = Position::from_fen(QUEEN_UP).unwrap();
        let mut searcher = single_thread();
        let first = searcher.search(&position, at_nodes(2000));
        assert!(first.nodes >= 2000 && first.nodes < 40_000);
        assert_eq!(first.pv.first(), first.best.as_ref());
        assert!(first.score > Score::from_raw(700));
        searcher.clear();
        assert_eq!(searcher.search(&position, at_nodes(2000)), first);
    }

    #[test]
    fn a_long_search_knows_the_scores_of_shorter_ones() {
        let position = Position::from_fen(TAKES_QUEEN).unwrap();
        let mut searcher = single_thread();
        let long = searcher.search(&position, at_nodes(20_000));
        assert_eq!(searcher.score_at(20_000), Some(long.score));
        assert_eq!(searcher.score_at(long.nodes + 1), None);
        let limits = [1, 100, 700, 3000, 9000];
        let nested = limits.map(|soft| searcher.score_at(soft).unwrap());
        for (soft, score) in limits.into_iter().zip(nested) {
            searcher.clear();
            let short = searcher.search(&position, at_nodes(soft));
            assert_eq!(short.score, score, "{soft} nodes");
        }
        assert!(
            nested.iter().any(|&score| score != long.score),
            "{nested:?}"
        );
    }

    #[test]
    fn static_eval_qsearch_and_search_of_a_position() {
        let position = Position::from_fen(TAKES_QUEEN).unwrap();
        let mut searcher = single_thread();
        let (still, captured) = (searcher.evaluate(&position), searcher.qsearch(&position));
        assert!(captured.raw() - still.raw() > 800);
        let mated = Position::from_fen("4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1").unwrap();
        let outcome = searcher.search(&mated, at_nodes(100));
        assert_eq!((outcome.best, outcome.score), (None, Score::mated_in(0)));
    }
}
