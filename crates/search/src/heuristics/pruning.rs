//! Moves not worth searching. Each rule names its group of numbers; none applies at the root, while
//! only losses have been found, or to a move without which there would be none.

use game::{Evaluator, Game, Position};

use super::Skip;
use crate::node::{Kind, Node};
use crate::params::{exchange_pruning, futility, history_pruning, late_move_pruning};
use crate::progress::{Candidate, Progress};
use crate::searcher::Searcher;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn prune_move<K: Kind>(
        &mut self,
        node: &Node<G>,
        progress: &mut Progress<G>,
        candidate: Candidate<G::Move>,
    ) -> Skip {
        let Candidate {
            mv,
            is_quiet,
            gives_check,
            history,
        } = candidate;
        if K::ROOT || progress.best.is_loss() || progress.count == 1 {
            return Skip::Keep;
        }
        if !is_quiet {
            return self.prune_noisy(node, mv, history);
        }
        if is_late(node, progress.count) {
            return Skip::Quiets;
        }
        let depth = node.depth;
        if !node.in_check && !gives_check && depth <= futility::max_depth() {
            let hope = node.evaluation
                + (futility::base_margin()
                    + futility::depth_margin() * depth
                    + history / futility::history_divisor());
            if hope <= node.alpha {
                if !progress.best.is_decisive() && !hope.is_win() {
                    progress.best = progress.best.max(hope);
                }
                return Skip::Move;
            }
        }
        if depth <= history_pruning::max_depth()
            && history < -history_pruning::depth_history() * depth
        {
            return Skip::Move;
        }
        let loss = exchange_pruning::quiet_margin() * depth * depth;
        if !node.in_check && !self.position.exchange_at_least(mv, -loss) {
            return Skip::Move;
        }
        Skip::Keep
    }

    fn prune_noisy(&self, node: &Node<G>, mv: G::Move, history: i32) -> Skip {
        let allowance = history / exchange_pruning::history_divisor();
        let loss = (exchange_pruning::noisy_margin() * node.depth + allowance).max(0);
        if self.position.exchange_at_least(mv, -loss) {
            Skip::Keep
        } else {
            Skip::Move
        }
    }
}

/// Whether enough moves have been tried that the rest can be left out.
fn is_late<G: Game>(node: &Node<G>, count: usize) -> bool {
    let enough = late_move_pruning::base_count() + node.depth * node.depth;
    let enough = if node.improving { enough } else { enough / 2 };
    count as i32 >= enough
}
