//! ProbCut. If a capture beats beta by a margin at reduced depth, it very likely beats beta at full
//! depth: fail high. A qsearch goes first, to refute most captures cheaply. Only captures whose SEE
//! can reach the raised beta; not if the TT score is below it, in check, or with decisive scores.

use game::{Evaluator, Game, Score};

use crate::movepick::MovePicker;
use crate::node::{Node, NodeType, NonPv};
use crate::params::probcut as params;
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::switches::PROBCUT;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn probcut<NT: NodeType>(&mut self, node: &Node<G>) -> Option<Score> {
        let improving = params::improving_margin::<G>() * i32::from(node.improving);
        let probcut_beta = node.beta + (params::base_margin::<G>() - improving);
        if !PROBCUT.is_on()
            || self.seeks_mate()
            || NT::PV
            || node.in_check
            || node.excluded.is_some()
            || node.depth < params::min_depth::<G>()
            || node.beta.is_decisive()
            || node.tt_score().is_some_and(|score| score < probcut_beta)
        {
            return None;
        }
        let depth = node.depth - params::plies::<G>();
        let tt_capture = node.tt_move.filter(|_| node.tt_capture);
        let gain = probcut_beta.raw() - node.static_eval.raw();
        let mut picker = MovePicker::captures(self.moves.len(), tt_capture, gain);
        let mut found = None;
        while let Some(mv) = self.next_move::<NonPv>(node, &mut picker) {
            self.prefetch(mv);
            self.make(mv);
            let mut score = -self.qsearch::<NonPv>(-probcut_beta, -(probcut_beta - 1));
            if score >= probcut_beta && depth > 0 {
                score = -self.search::<NonPv>(
                    -probcut_beta,
                    -(probcut_beta - 1),
                    depth,
                    !node.cut_node,
                );
            }
            self.unmake(mv);
            if self.stopped {
                break;
            }
            if score >= probcut_beta {
                found = Some((mv, score));
                break;
            }
        }
        self.close_picker(&picker);
        let (mv, score) = found?;
        PROBCUT.count();
        self.store_tt(node, Some(mv), (score, Some(Bound::Lower)), depth + 1);
        let excess = probcut_beta.raw() - node.beta.raw();
        Some(if score.is_decisive() {
            score
        } else {
            score - excess
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::node::NonPv;
    use crate::report::Bound;
    use crate::testing::{QUEEN_UP, TAKES_QUEEN, node, searcher, store_tt};

    #[test]
    fn a_capture_above_probcut_beta_fails_high() {
        let mut searcher = searcher(TAKES_QUEEN);
        let node = node(&mut searcher, 100, 7);
        let score = searcher.probcut::<NonPv>(&node);
        assert!(score.is_some_and(|score| score >= node.beta));
        assert_eq!((searcher.ply, searcher.moves.len()), (0, 0));
    }

    #[test]
    fn not_without_captures_shallow_or_below_the_tt_score() {
        let mut quiet = searcher(QUEEN_UP);
        let no_capture = node(&mut quiet, 0, 7);
        assert_eq!(quiet.probcut::<NonPv>(&no_capture), None);
        let mut capture = searcher(TAKES_QUEEN);
        let shallow = node(&mut capture, 100, 3);
        assert_eq!(capture.probcut::<NonPv>(&shallow), None);
        store_tt(&capture, "d1d5", (120, Bound::Upper), 1);
        let doubted = node(&mut capture, 100, 7);
        assert_eq!(capture.probcut::<NonPv>(&doubted), None);
    }
}
