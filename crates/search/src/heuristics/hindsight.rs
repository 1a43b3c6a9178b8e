//! Claim: the evaluation after a reduced move tells whether the reduction was right. If the move
//! made things worse for the side that made it less than thought, look deeper; if it gave the
//! opponent what he wanted, look less deep.

use game::{Evaluator, Game};

use crate::node::{Kind, Node};
use crate::params::hindsight as params;
use crate::searcher::Searcher;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn hindsight<K: Kind>(&mut self, node: &mut Node<G>) {
        if K::ROOT || node.in_check || node.excluded.is_some() {
            return;
        }
        let parent = self.frames.back(node.ply, 1);
        let Some(before) = parent.evaluation else {
            return;
        };
        let sum = node.evaluation.raw() + before.raw();
        if parent.reduction >= params::deepen_reduction() && sum < 0 {
            node.depth += 1;
        } else if parent.reduction >= params::shallower_reduction()
            && node.depth >= 2
            && sum > params::shallower_margin()
        {
            node.depth -= 1;
        }
    }
}
