//! The end of a node.

use game::{Evaluator, Game, Score};

use crate::node::{Kind, Node};
use crate::progress::Progress;
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::switches::FAIL_HIGH_BLEND;
use crate::tt::Record;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// Mate and stalemate; what is learnt; the table.
    pub(crate) fn close_node<K: Kind>(
        &mut self,
        node: &Node<G>,
        progress: &mut Progress<G>,
    ) -> Score {
        if progress.count == 0 {
            return match (node.excluded, node.in_check) {
                (Some(_), _) => node.alpha,
                (None, true) => Score::mated_in(node.ply),
                (None, false) => self.draw_value(),
            };
        }
        let fails_high = progress.bound == Bound::Lower;
        if FAIL_HIGH_BLEND.is_on()
            && fails_high
            && !progress.best.is_decisive()
            && !node.beta.is_decisive()
        {
            // What lies above beta was not searched well: trust it less the shallower the node.
            FAIL_HIGH_BLEND.count();
            let depth = node.depth;
            let blended = (progress.best.raw() * depth + node.beta.raw()) / (depth + 1);
            progress.best = Score::from_raw(blended);
        }
        if let Some(best_move) = progress.best_move {
            self.reward(node, best_move, progress);
        } else {
            self.reward_previous(node);
        }
        if node.excluded.is_none() {
            self.learn_correction(node, progress);
            if !K::ROOT || self.root.line == 0 {
                let record = Record {
                    mv: progress.best_move,
                    score: progress.best,
                    bound: Some(progress.bound),
                    evaluation: node.raw_evaluation,
                    depth: node.depth,
                    is_principal: node.principal,
                };
                self.shared.table.store(node.key, node.ply, record);
            }
        }
        progress.best
    }
}

#[cfg(test)]
mod tests {
    use game::{PackedMove, Score};

    use crate::node::ZeroWindow;
    use crate::progress::Progress;
    use crate::report::Bound;
    use crate::testing::{QUEEN_UP, mv, node, searcher};

    #[test]
    fn no_move_is_mate_or_stalemate_or_nothing_but_the_excluded_one() {
        let mut mated = searcher("4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1");
        let node_mated = node(&mut mated, 0, 3);
        let score = mated.close_node::<ZeroWindow>(&node_mated, &mut Progress::new());
        assert_eq!(score, Score::mated_in(0));
        let mut stalemated = searcher("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1");
        let mut node_stale = node(&mut stalemated, 0, 3);
        let score = stalemated.close_node::<ZeroWindow>(&node_stale, &mut Progress::new());
        assert_eq!(score, Score::DRAW);
        node_stale.alpha = Score::from_raw(-70);
        node_stale.excluded = Some(chess::Move::FILLER);
        let score = stalemated.close_node::<ZeroWindow>(&node_stale, &mut Progress::new());
        assert_eq!(score, node_stale.alpha);
    }

    #[test]
    fn a_high_score_is_pulled_towards_beta_but_a_mate_is_not() {
        let mut searcher = searcher(QUEEN_UP);
        let node = node(&mut searcher, 100, 3);
        let mut close = |score: Score| {
            let mut progress = Progress::new();
            progress.count = 1;
            progress.best = score;
            progress.best_move = Some(mv(&searcher, "d1d3"));
            progress.bound = Bound::Lower;
            searcher.close_node::<ZeroWindow>(&node, &mut progress)
        };
        assert_eq!(close(Score::from_raw(501)).raw(), 401);
        assert_eq!(close(Score::mate_in(3)), Score::mate_in(3));
    }

    #[test]
    fn the_result_is_kept_but_not_of_a_search_with_a_move_left_out() {
        let mut searcher = searcher(QUEEN_UP);
        let mut progress = Progress::new();
        progress.count = 1;
        progress.best = Score::from_raw(50);
        let mut kept = node(&mut searcher, 100, 7);
        kept.excluded = Some(mv(&searcher, "d1d3"));
        searcher.close_node::<ZeroWindow>(&kept, &mut progress);
        assert_eq!(
            node(&mut searcher, 100, 7).hit.and_then(|hit| hit.bound),
            None
        );
        kept.excluded = None;
        searcher.close_node::<ZeroWindow>(&kept, &mut progress);
        let hit = node(&mut searcher, 100, 7).hit.unwrap();
        assert_eq!((hit.bound, hit.depth), (Some(Bound::Upper), 7));
    }
}
