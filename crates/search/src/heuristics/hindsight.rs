//! Claim: the evaluation after a reduced move tells whether the reduction was right. If the move
//! made things worse for the side that made it less than thought, look deeper; if it gave the
//! opponent what he wanted, look less deep.

use game::{Evaluator, Game};

use crate::node::{Kind, Node};
use crate::params::hindsight as params;
use crate::searcher::Searcher;
use crate::switches::HINDSIGHT;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn hindsight<K: Kind>(&mut self, node: &mut Node<G>) {
        if !HINDSIGHT.is_on() || K::ROOT || node.in_check || node.excluded.is_some() {
            return;
        }
        let parent = self.frames.back(node.ply, 1);
        let Some(before) = parent.evaluation else {
            return;
        };
        let sum = node.evaluation.raw() + before.raw();
        if parent.reduction >= params::deepen_reduction() && sum < 0 {
            HINDSIGHT.count();
            node.depth += 1;
        } else if parent.reduction >= params::shallower_reduction()
            && node.depth >= 2
            && sum > params::shallower_margin()
        {
            HINDSIGHT.count();
            node.depth -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Score;

    use crate::node::ZeroWindow;
    use crate::testing::{QUEEN_UP, mv, node, searcher};

    /// The depth left at a node of depth 6 after a move that was reduced by so many plies.
    fn depth_after(reduction: i32, evaluation_before: i32) -> i32 {
        let mut searcher = searcher(QUEEN_UP);
        let frame = searcher.frames.at_mut(0);
        frame.reduction = reduction * 1024;
        frame.evaluation = Some(Score::from_raw(evaluation_before));
        searcher.make(mv(&searcher, "d1d3"));
        let mut node = node(&mut searcher, 0, 6);
        searcher.hindsight::<ZeroWindow>(&mut node);
        node.depth
    }

    #[test]
    fn a_reduction_that_looks_wrong_is_corrected() {
        // The queen's side is about a queen ahead: the sum tells what the move changed.
        assert_eq!(depth_after(3, 500), 7, "it did not help: look deeper");
        assert_eq!(
            depth_after(3, 2000),
            5,
            "it gave much away: less deep is enough"
        );
        assert_eq!(depth_after(0, 500), 6, "nothing was reduced");
        assert_eq!(depth_after(0, 2000), 6, "nothing was reduced");
    }
}
