//! The end of a node.

use game::{Evaluator, Game, Score};

use crate::node::{Kind, Node};
use crate::progress::Progress;
use crate::report::Bound;
use crate::searcher::Searcher;
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
                (None, false) => Score::DRAW,
            };
        }
        let fails_high = progress.bound == Bound::Lower;
        if fails_high && !progress.best.is_decisive() && !node.beta.is_decisive() {
            // What lies above beta was not searched well: trust it less the shallower the node.
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
