//! Node exit: mate and stalemate, history updates, and the TT store.

use game::{Evaluator, Game, Position, Score};

use crate::node::Progress;
use crate::node::{Node, NodeType};
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::switches::{FAIL_HIGH_BLEND, FAIL_LOW_PV};
use crate::tt::Record;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// Scores the node and stores what it found in the histories and the TT.
    pub(crate) fn exit_node<NT: NodeType>(
        &mut self,
        node: &mut Node<G>,
        progress: &mut Progress<G>,
    ) -> Score {
        if progress.move_count == 0 {
            return match node.excluded {
                Some(_) => node.alpha,
                None => self.ruled(self.position.score_without_moves(node.ply)),
            };
        }
        let fails_high = progress.bound == Bound::Lower;
        if FAIL_HIGH_BLEND.is_on()
            && fails_high
            && !progress.best_score.is_decisive()
            && !node.beta.is_decisive()
        {
            // Fail-high blend: pull the score toward beta, more so at low depth.
            FAIL_HIGH_BLEND.count();
            let depth = node.depth;
            let blended = (progress.best_score.raw() * depth + node.beta.raw()) / (depth + 1);
            progress.best_score = Score::from_raw(blended);
        }
        if let Some(best_move) = progress.best_move {
            self.update_histories(node, best_move, progress);
        } else {
            self.prior_move_bonus(node);
        }
        if fails_high {
            self.prior_move_malus(node);
        }
        if node.excluded.is_none() {
            self.update_correction_history(node, progress);
            if !NT::ROOT || self.root.pv_index == 0 {
                node.tt_pv |= self.is_fail_low_pv::<NT>(node, progress);
                let result = (progress.best_score, Some(progress.bound));
                self.store_tt(node, progress.best_move, result, node.depth);
            }
        }
        progress.best_score
    }

    /// Whether a node becomes a TT PV node by failing low after several moves below one: then the
    /// move that led here was good and may belong to the PV.
    fn is_fail_low_pv<NT: NodeType>(&self, node: &Node<G>, progress: &Progress<G>) -> bool {
        let is_pv = FAIL_LOW_PV.is_on()
            && !NT::ROOT
            && progress.bound == Bound::Upper
            && progress.move_count > 2
            && self.frames.back(node.ply, 1).tt_pv;
        if is_pv {
            FAIL_LOW_PV.count();
        }
        is_pv
    }

    /// Stores a result of the node in the TT; without a bound only its static eval.
    #[inline(always)]
    pub(crate) fn store_tt(
        &self,
        node: &Node<G>,
        mv: Option<G::Move>,
        (score, bound): (Score, Option<Bound>),
        depth: i32,
    ) {
        let (raw_eval, is_pv) = (node.raw_eval, node.tt_pv);
        let record = Record {
            mv,
            score,
            bound,
            raw_eval,
            depth,
            is_pv,
        };
        self.shared.tt.store(node.key, node.ply, record);
    }
}

#[cfg(test)]
mod tests {
    use game::{PackedMove, Score};

    use crate::node::NonPv;
    use crate::node::Progress;
    use crate::report::Bound;
    use crate::testing::{QUEEN_UP, mv, node, searcher};

    #[test]
    fn no_legal_move_is_mate_or_stalemate_and_alpha_with_an_excluded_move() {
        let mut mated = searcher("4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1");
        let mut node_mated = node(&mut mated, 0, 3);
        let score = mated.exit_node::<NonPv>(&mut node_mated, &mut Progress::new());
        assert_eq!(score, Score::mated_in(0));
        let mut stalemated = searcher("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1");
        let mut node_stale = node(&mut stalemated, 0, 3);
        let score = stalemated.exit_node::<NonPv>(&mut node_stale, &mut Progress::new());
        assert_eq!(score, Score::DRAW);
        node_stale.alpha = Score::from_raw(-70);
        node_stale.excluded = Some(chess::Move::FILLER);
        let score = stalemated.exit_node::<NonPv>(&mut node_stale, &mut Progress::new());
        assert_eq!(score, node_stale.alpha);
    }

    #[test]
    fn a_fail_high_score_is_blended_with_beta_but_a_mate_is_not() {
        let mut searcher = searcher(QUEEN_UP);
        let mut node = node(&mut searcher, 100, 3);
        let mut close = |score: Score| {
            let mut progress = Progress::new();
            progress.move_count = 1;
            progress.best_score = score;
            progress.best_move = Some(mv(&searcher, "d1d3"));
            progress.bound = Bound::Lower;
            searcher.exit_node::<NonPv>(&mut node, &mut progress)
        };
        assert_eq!(close(Score::from_raw(501)).raw(), 401);
        assert_eq!(close(Score::mate_in(3)), Score::mate_in(3));
    }

    #[test]
    fn a_fail_low_below_a_tt_pv_node_is_a_tt_pv_node() {
        let mut searcher = searcher(QUEEN_UP);
        let mut stored = |parent, count, bound| {
            let previous = mv(&searcher, "d1d3");
            searcher.make(previous);
            searcher.frames.at_mut(0).tt_pv = parent;
            let below = node(&mut searcher, 100, 3);
            let mut progress = Progress::new();
            progress.move_count = count;
            progress.bound = bound;
            let is_pv = searcher.is_fail_low_pv::<NonPv>(&below, &progress);
            searcher.unmake(previous);
            is_pv
        };
        assert!(stored(true, 3, Bound::Upper));
        assert!(!stored(true, 2, Bound::Upper), "too few moves");
        assert!(!stored(true, 3, Bound::Lower), "fails high");
        assert!(!stored(false, 3, Bound::Upper), "not below a TT PV node");
    }

    #[test]
    fn the_result_is_stored_unless_a_move_is_excluded() {
        let mut searcher = searcher(QUEEN_UP);
        let mut progress = Progress::new();
        progress.move_count = 1;
        progress.best_score = Score::from_raw(50);
        let mut kept = node(&mut searcher, 100, 7);
        kept.excluded = Some(mv(&searcher, "d1d3"));
        searcher.exit_node::<NonPv>(&mut kept, &mut progress);
        assert_eq!(
            node(&mut searcher, 100, 7).tt_hit.and_then(|hit| hit.bound),
            None
        );
        kept.excluded = None;
        searcher.exit_node::<NonPv>(&mut kept, &mut progress);
        let hit = node(&mut searcher, 100, 7).tt_hit.unwrap();
        assert_eq!((hit.bound, hit.depth), (Some(Bound::Upper), 7));
    }
}
