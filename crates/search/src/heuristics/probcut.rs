//! Claim: a capture that is well above beta in a shallow search will be above beta in a deep one.
//! Only for captures that win enough material to get there, and not when the table says otherwise.

use game::{Evaluator, Game, Score};

use crate::node::{Kind, Node, ZeroWindow};
use crate::params::probcut as params;
use crate::picker::Picker;
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::tt::Record;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn probcut<K: Kind>(&mut self, node: &Node<G>) -> Option<Score> {
        let improving = params::improving_margin() * i32::from(node.improving);
        let raised = node.beta + (params::base_margin() - improving);
        if K::PV
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
