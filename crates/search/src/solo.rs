//! A search on the calling thread, for programs that run many small ones side by side.

use std::sync::Arc;
use std::time::Instant;

use game::{Evaluator, Game, Score};

use crate::clock::Clock;
use crate::limits::Limits;
use crate::node::Principal;
use crate::searcher::Searcher;
use crate::shared::Shared;
use crate::tt::TranspositionTable;

/// A search with a table and a memory of its own.
pub struct Solo<G: Game, E> {
    searcher: Searcher<G, E>,
    table: Arc<TranspositionTable>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome<M> {
    /// The best move; none if there is no legal one.
    pub best: Option<M>,
    /// Its score, for the side to move; a mate or a draw if there is no move.
    pub score: Score,
    /// The last iteration that was completed.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
    /// The best line, beginning with the best move.
    pub line: Vec<M>,
}

impl<G: Game, E: Evaluator<G>> Solo<G, E> {
    /// A search that has learnt nothing yet. The position only says which rules are played.
    #[must_use]
    pub fn new(position: &G::Position, table: TranspositionTable, evaluator: E) -> Self {
        let table = Arc::new(table);
        let shared = Arc::new(Shared::new(table.clone(), 1, false));
        Self {
            searcher: Searcher::new(0, position, evaluator, shared),
            table,
        }
    }

    /// Whether the evaluation is corrected by experience, as it is at first. Scores that are to
    /// teach an evaluation should come from that evaluation alone.
    pub fn set_correcting(&mut self, on: bool) {
        self.searcher.corrects = on;
    }

    /// Forgets everything learnt.
    pub fn forget(&mut self) {
        self.table.clear(1);
        self.searcher.histories.clear();
    }

    /// Searches a position until a limit is reached. An endless search never returns.
    pub fn search(&mut self, position: &G::Position, limits: Limits<G::Move>) -> Outcome<G::Move> {
        self.begin(limits);
        self.searcher.prepare(position);
        self.searcher.iterate();
        let root = &self.searcher.root;
        let nodes = self.searcher.nodes;
        let Some(best) = root.moves.first() else {
            let is_mate = game::Position::in_check(position);
            return Outcome {
                best: None,
                score: if is_mate {
                    Score::mated_in(0)
                } else {
                    Score::DRAW
                },
                depth: 0,
                nodes,
                line: Vec::new(),
            };
        };
        Outcome {
            best: Some(best.mv),
            score: if best.score > -Score::INFINITE {
                best.score
            } else {
                best.previous
            },
            depth: root.completed_depth.unsigned_abs(),
            nodes,
            line: best.line.clone(),
        }
    }

    /// The score of a position when only captures are searched, and all moves out of check.
    pub fn quiesce(&mut self, position: &G::Position) -> Score {
        self.begin(Limits::default());
        self.searcher.place(position);
        self.searcher
            .quiesce::<Principal>(-Score::INFINITE, Score::INFINITE)
    }

    /// The static evaluation of a position, as the evaluator gives it.
    pub fn evaluate(&mut self, position: &G::Position) -> Score {
        self.searcher.evaluator.reset(position);
        self.searcher.evaluator.evaluate(position)
    }

    fn begin(&mut self, limits: Limits<G::Move>) {
        self.table.next_generation();
        let searcher = &mut self.searcher;
        searcher.shared = Arc::new(Shared::new(self.table.clone(), 1, false));
        searcher.clock = Clock::new(Instant::now(), limits.budget);
        searcher.limits = limits;
    }
}

#[cfg(test)]
mod tests {
    use chess::{Chess, Position};
    use evaluation::handcrafted::Handcrafted;
    use game::Score;

    use super::Solo;
    use crate::limits::Limits;
    use crate::testing::{QUEEN_UP, TAKES_QUEEN};
    use crate::tt::TranspositionTable;

    fn solo() -> Solo<Chess, Handcrafted> {
        let table = TranspositionTable::new(1).unwrap();
        Solo::new(&Position::start(), table, Handcrafted::new())
    }

    fn at_nodes(soft: u64) -> Limits<chess::Move> {
        Limits {
            soft_nodes: Some(soft),
            nodes: Some(20 * soft),
            ..Limits::default()
        }
    }

    #[test]
    fn soft_limits_end_between_iterations_and_results_repeat() {
        let position = Position::from_fen(QUEEN_UP).unwrap();
        let mut solo = solo();
        let first = solo.search(&position, at_nodes(2000));
        assert!(first.nodes >= 2000 && first.nodes < 40_000);
        assert_eq!(first.line.first(), first.best.as_ref());
        assert!(first.score > Score::from_raw(700));
        solo.forget();
        assert_eq!(solo.search(&position, at_nodes(2000)), first);
    }

    #[test]
    fn the_three_kinds_of_scores_of_a_position() {
        let position = Position::from_fen(TAKES_QUEEN).unwrap();
        let mut solo = solo();
        let (still, captured) = (solo.evaluate(&position), solo.quiesce(&position));
        assert!(captured.raw() - still.raw() > 800);
        let mated = Position::from_fen("4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1").unwrap();
        let outcome = solo.search(&mated, at_nodes(100));
        assert_eq!((outcome.best, outcome.score), (None, Score::mated_in(0)));
    }
}
