//! Endgame tablebases: exact values at nodes after an irreversible move, and a ranking of the root
//! moves. The search only knows the trait; without tables it costs one branch a node.

use std::time::{Duration, Instant};

use game::{Evaluator, Game, Position, Score};

use crate::node::{Node, NodeType};
use crate::report::Bound;
use crate::searcher::Searcher;

/// The stored depth of a tablebase score above that of its node: it never gets better.
const DEPTH_BONUS: i32 = 6;

/// The longest time to complete a PV: it is spent after the search, on the clock.
const PV_TIME: Duration = Duration::from_millis(5);

/// What tables say about a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableValue {
    Win,
    /// A draw, worth so many centipawns: not zero if only the fifty-move rule saves one side.
    Draw(i32),
    Loss,
}

/// A root move and what tables say about it, for the side that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedRootMove<M> {
    /// The move.
    pub mv: M,
    pub value: TableValue,
    /// Only moves of the highest rank are played; with `MultiPV`, lower ranks come after it.
    pub rank: i32,
}

/// The root moves of a position that tables hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootRanking<M> {
    /// The legal moves.
    pub moves: Vec<RankedRootMove<M>>,
    /// Whether the ranks make progress by themselves. Then, and if nothing can be won, nodes below
    /// the root are not probed: the search looks for a mate among the best moves.
    pub makes_progress: bool,
}

/// Endgame tablebases of a game, shared by all threads.
pub trait Tablebase<G: Game>: Send + Sync {
    /// The value of a position right after an irreversible move, if it is in the tables and worth
    /// a probe at this depth.
    fn probe(&self, position: &G::Position, depth: i32) -> Option<TableValue>;

    /// Ranks the moves of the root position, if it is in the tables.
    fn rank_root(&self, position: &G::Position) -> Option<RootRanking<G::Move>>;

    /// A root move and best play after it, as far as the tables and the time allow.
    fn line(&self, position: &G::Position, mv: G::Move, deadline: Instant) -> Vec<G::Move>;
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// Probes the tables. Gives a score that ends the node; in a PV node that goes on, raises alpha
    /// or bounds its score.
    #[inline(always)]
    pub(crate) fn probe_tablebase<NT: NodeType>(&mut self, node: &mut Node<G>) -> Option<Score> {
        if NT::ROOT || !self.probes_tablebase || self.position.halfmove_clock() > 0 {
            return None;
        }
        // A copy, so that the node itself can stay in registers without tables.
        let mut probed = node.clone();
        let score = self.probe_node::<NT>(&mut probed);
        if NT::PV {
            (node.alpha, node.floor, node.ceiling) = (probed.alpha, probed.floor, probed.ceiling);
        }
        score
    }

    #[cold]
    fn probe_node<NT: NodeType>(&mut self, node: &mut Node<G>) -> Option<Score> {
        let tablebase = self
            .tablebase
            .as_ref()
            .filter(|_| node.excluded.is_none())?;
        let value = tablebase.probe(&self.position, node.depth)?;
        self.shared.counters[self.id].add_tb_hits(1);
        let (score, bound) = match value {
            TableValue::Win => (Score::tablebase_win(node.ply), Bound::Lower),
            TableValue::Draw(centipawns) => (self.draw_value() + centipawns, Bound::Exact),
            TableValue::Loss => (Score::tablebase_loss(node.ply), Bound::Upper),
        };
        let ends_node = match bound {
            Bound::Exact => true,
            Bound::Lower => score >= node.beta,
            Bound::Upper => score <= node.alpha,
        };
        if ends_node {
            self.store_tt(node, None, (score, Some(bound)), node.depth + DEPTH_BONUS);
            return Some(score);
        }
        if NT::PV {
            match bound {
                Bound::Lower => {
                    node.floor = score;
                    node.alpha = node.alpha.max(score);
                }
                _ => node.ceiling = score,
            }
        }
        None
    }

    /// Ranks the root moves by the tables, and decides whether to probe below the root.
    pub(crate) fn rank_root_moves(&mut self) {
        self.probes_tablebase = self.tablebase.is_some();
        let ranking = self
            .tablebase
            .as_ref()
            .and_then(|tables| tables.rank_root(&self.position));
        let Some(ranking) = ranking else { return };
        if self.id == 0 {
            self.shared.counters[0].add_tb_hits(ranking.moves.len() as u64);
        }
        for root in &mut self.root.moves {
            let Some(ranked) = ranking.moves.iter().find(|ranked| ranked.mv == root.mv) else {
                continue;
            };
            root.rank = ranked.rank;
            root.table_score = Some(match ranked.value {
                TableValue::Win => Score::tablebase_win(0),
                TableValue::Draw(centipawns) => Score::from_raw(centipawns),
                TableValue::Loss => Score::tablebase_loss(0),
            });
        }
        self.root.sort(0);
        let best = self.root.moves.first().and_then(|root| root.table_score);
        let can_win = best.is_some_and(Score::is_win);
        self.probes_tablebase = can_win && !ranking.makes_progress;
    }

    /// Whether tables decide the game and the search saw no mate: its PV means little then.
    pub(crate) fn has_table_pv(&self) -> bool {
        self.root.moves.first().is_some_and(|best| {
            let shown = best.shown_score();
            shown.is_decisive() && best.table_score == Some(shown)
        })
    }

    /// Replaces the PV of the best move by best play of the tables.
    pub(crate) fn complete_pv(&mut self) {
        let tablebase = self.tablebase.as_ref().filter(|_| self.has_table_pv());
        if let (Some(tablebase), Some(best)) = (tablebase, self.root.moves.first_mut()) {
            best.pv = tablebase.line(&self.position, best.mv, Instant::now() + PV_TIME);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Instant;

    use chess::{Chess, Move, Position};
    use game::Score;

    use super::{RankedRootMove, RootRanking, TableValue, Tablebase};
    use crate::node::{NonPv, Pv, Root};
    use crate::testing::{ChessSearcher, QUEEN_UP, mv, node_of, searcher};

    /// Says the same of every position; ranks the root by the target square.
    struct Fixed(TableValue);

    impl Tablebase<Chess> for Fixed {
        fn probe(&self, _: &Position, depth: i32) -> Option<TableValue> {
            (depth >= 2).then_some(self.0)
        }

        fn rank_root(&self, position: &Position) -> Option<RootRanking<Move>> {
            let ranked = |&mv: &Move| RankedRootMove {
                mv,
                value: self.0,
                rank: mv.to().index() as i32 / 8,
            };
            let moves = position.legal_moves().iter().map(ranked).collect();
            Some(RootRanking {
                moves,
                makes_progress: true,
            })
        }

        fn line(&self, position: &Position, mv: Move, _: Instant) -> Vec<Move> {
            let replies = position.after(mv).legal_moves();
            std::iter::once(mv)
                .chain(replies.first().copied())
                .collect()
        }
    }

    fn with_tables(value: TableValue) -> ChessSearcher {
        let mut searcher = searcher(QUEEN_UP);
        searcher.tablebase = Some(Arc::new(Fixed(value)));
        searcher.probes_tablebase = true;
        searcher
    }

    #[test]
    fn decisive_values_bound_the_score_and_draws_end_the_node() {
        let mut searcher = with_tables(TableValue::Win);
        let mut zero = node_of::<NonPv>(&mut searcher, (0, 1), 4);
        let win = Some(Score::tablebase_win(0));
        assert_eq!(searcher.probe_tablebase::<NonPv>(&mut zero), win);
        assert_eq!(searcher.shared.tb_hits(), 1);
        let mut open = node_of::<Pv>(&mut searcher, (0, 32_000), 4);
        assert_eq!(searcher.probe_tablebase::<Pv>(&mut open), None);
        assert_eq!((Some(open.alpha), Some(open.floor)), (win, win));
        searcher.tablebase = Some(Arc::new(Fixed(TableValue::Loss)));
        let mut open = node_of::<Pv>(&mut searcher, (-32_000, 32_000), 4);
        assert_eq!(searcher.probe_tablebase::<Pv>(&mut open), None);
        assert_eq!(open.ceiling, Score::tablebase_loss(0));
        searcher.tablebase = Some(Arc::new(Fixed(TableValue::Draw(2))));
        let score = searcher.probe_tablebase::<Pv>(&mut open);
        assert_eq!(score, Some(Score::from_raw(2)));
    }

    #[test]
    fn no_probe_at_the_root_below_the_depth_or_after_reversible_moves() {
        let mut searcher = with_tables(TableValue::Win);
        let mut node = node_of::<NonPv>(&mut searcher, (0, 1), 4);
        assert_eq!(searcher.probe_tablebase::<Root>(&mut node), None);
        node.depth = 1;
        assert_eq!(searcher.probe_tablebase::<NonPv>(&mut node), None);
        searcher.make(mv(&searcher, "d1d3"));
        let mut later = node_of::<NonPv>(&mut searcher, (0, 1), 4);
        assert_eq!(searcher.probe_tablebase::<NonPv>(&mut later), None);
        assert_eq!(searcher.shared.tb_hits(), 0);
    }

    #[test]
    fn root_moves_are_searched_by_rank() {
        let mut searcher = with_tables(TableValue::Win);
        searcher.rank_root_moves();
        assert!(!searcher.probes_tablebase, "the ranks make progress");
        let ranks: Vec<i32> = searcher.root.moves.iter().map(|root| root.rank).collect();
        assert!(ranks.is_sorted_by(|a, b| a >= b));
        let best = searcher.root.moves[0].clone();
        assert_eq!(best.shown_score(), Score::tablebase_win(0));
        searcher.complete_pv();
        assert_eq!(searcher.root.moves[0].pv.len(), 2);
        assert!(searcher.root.contains(best.mv));
        assert!(
            !searcher.root.contains(mv(&searcher, "b2b3")),
            "a lower rank"
        );
    }
}
