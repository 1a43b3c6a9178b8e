//! Claim: a capture that is well above beta in a shallow search will be above beta in a deep one.
//! Only for captures that win enough material to get there, and not when the table says otherwise.

use game::{Evaluator, Game, Score};

use crate::node::{Kind, Node, ZeroWindow};
use crate::params::probcut as params;
use crate::picker::Picker;
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::switches::PROBCUT;
use crate::tt::Record;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn probcut<K: Kind>(&mut self, node: &Node<G>) -> Option<Score> {
        let improving = params::improving_margin() * i32::from(node.improving);
        let raised = node.beta + (params::base_margin() - improving);
        if !PROBCUT.is_on()
            || self.seeks_mate()
            || K::PV
            || node.in_check
            || node.excluded.is_some()
            || node.depth < params::min_depth()
            || node.beta.is_decisive()
            || node.table_score().is_some_and(|score| score < raised)
        {
            return None;
        }
        let depth = node.depth - params::plies();
        let noisy = node.table_move.filter(|_| node.table_move_is_noisy);
        let gain = raised.raw() - node.evaluation.raw();
        let mut picker = Picker::noisy(self.moves.len(), noisy, gain);
        let mut found = None;
        while let Some(mv) = self.next_move::<ZeroWindow>(node, &mut picker) {
            self.prefetch(mv);
            self.make(mv);
            let mut score = -self.quiesce::<ZeroWindow>(-raised, -(raised - 1));
            if score >= raised && depth > 0 {
                score = -self.search::<ZeroWindow>(-raised, -(raised - 1), depth, !node.cut_node);
            }
            self.unmake(mv);
            if self.stopped {
                break;
            }
            if score >= raised {
                found = Some((mv, score));
                break;
            }
        }
        self.close_picker(&picker);
        let (mv, score) = found?;
        PROBCUT.count();
        let record = Record {
            mv: Some(mv),
            score,
            bound: Some(Bound::Lower),
            evaluation: node.raw_evaluation,
            depth: depth + 1,
            is_principal: node.principal,
        };
        self.shared.table.store(node.key, node.ply, record);
        let excess = raised.raw() - node.beta.raw();
        Some(if score.is_decisive() {
            score
        } else {
            score - excess
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::node::ZeroWindow;
    use crate::report::Bound;
    use crate::testing::{QUEEN_UP, TAKES_QUEEN, node, remember, searcher};

    #[test]
    fn a_capture_well_above_beta_ends_the_node() {
        let mut searcher = searcher(TAKES_QUEEN);
        let node = node(&mut searcher, 100, 7);
        let score = searcher.probcut::<ZeroWindow>(&node);
        assert!(score.is_some_and(|score| score >= node.beta));
        assert_eq!((searcher.ply, searcher.moves.len()), (0, 0));
    }

    #[test]
    fn not_without_captures_not_shallow_not_against_the_table() {
        let mut quiet = searcher(QUEEN_UP);
        let no_capture = node(&mut quiet, 0, 7);
        assert_eq!(quiet.probcut::<ZeroWindow>(&no_capture), None);
        let mut capture = searcher(TAKES_QUEEN);
        let shallow = node(&mut capture, 100, 3);
        assert_eq!(capture.probcut::<ZeroWindow>(&shallow), None);
        remember(&capture, "d1d5", (120, Bound::Upper), 1);
        let doubted = node(&mut capture, 100, 7);
        assert_eq!(capture.probcut::<ZeroWindow>(&doubted), None);
    }
}
