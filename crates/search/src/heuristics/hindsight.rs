//! Hindsight depth adjustment. Extend when the static eval shows that the reduction of the prior
//! move was too large, and reduce when that move lost more than it seemed to. The sum of the static
//! evals before and after is what it lost. Only where both exist (no checks).

use game::{Evaluator, Game};

use crate::node::{Node, NodeType};
use crate::params::hindsight as params;
use crate::searcher::Searcher;
use crate::switches::HINDSIGHT;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn hindsight<NT: NodeType>(&mut self, node: &mut Node<G>) {
        if !HINDSIGHT.is_on() || NT::ROOT || node.in_check || node.excluded.is_some() {
            return;
        }
        let parent = self.frames.back(node.ply, 1);
        let Some(before) = parent.static_eval else {
            return;
        };
        let sum = node.static_eval.raw() + before.raw();
        if parent.reduction >= params::deepen_reduction::<G>() && sum < 0 {
            HINDSIGHT.count();
            node.depth += 1;
        } else if parent.reduction >= params::shallower_reduction::<G>()
            && node.depth >= 2
            && sum > params::shallower_margin::<G>()
        {
            HINDSIGHT.count();
            node.depth -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Score;

    use crate::node::NonPv;
    use crate::testing::{QUEEN_UP, mv, node, searcher};

    /// The depth of a node of depth 6 after a move that was reduced by so many plies.
    fn depth_after(reduction: i32, eval_before: i32) -> i32 {
        let mut searcher = searcher(QUEEN_UP);
        let frame = searcher.frames.at_mut(0);
        frame.reduction = reduction * 1024;
        frame.static_eval = Some(Score::from_raw(eval_before));
        searcher.make(mv(&searcher, "d1d3"));
        let mut node = node(&mut searcher, 0, 6);
        searcher.hindsight::<NonPv>(&mut node);
        node.depth
    }

    #[test]
    fn extends_or_reduces_by_what_the_reduced_move_lost() {
        assert_eq!(depth_after(3, 500), 7, "the move gained: extend");
        assert_eq!(depth_after(3, 2000), 5, "the move lost: reduce");
        assert_eq!(depth_after(0, 500), 6, "no reduction before");
        assert_eq!(depth_after(0, 2000), 6, "no reduction before");
    }
}
