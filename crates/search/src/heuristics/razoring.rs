//! Razoring. If eval is far below alpha near the horizon, no quiet move will raise it: return the
//! qsearch score. Captures might, so after a qsearch score above alpha the search goes on. Not in
//! PV nodes, in check, or against decisive scores.

use game::{Evaluator, Game, Score};

use crate::node::{Node, NodeType, NonPv};
use crate::params::razoring as params;
use crate::searcher::Searcher;
use crate::switches::RAZORING;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn razoring<NT: NodeType>(&mut self, node: &Node<G>) -> Option<Score> {
        let margin =
            params::base_margin::<G>() + params::depth_margin::<G>() * node.depth * node.depth;
        if !RAZORING.is_on()
            || self.seeks_mate()
            || NT::PV
            || node.in_check
            || node.excluded.is_some()
            || node.depth > params::max_depth::<G>()
            || node.alpha.is_decisive()
            || node.eval + margin >= node.alpha
        {
            return None;
        }
        let score = self.qsearch::<NonPv>(node.alpha, node.alpha + 1);
        (score <= node.alpha).then(|| {
            RAZORING.count();
            score
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::node::{NonPv, Pv};
    use crate::testing::{IN_CHECK, QUEEN_DOWN, TAKES_QUEEN, node, searcher};

    #[test]
    fn razors_far_below_alpha_unless_a_capture_raises_it() {
        let mut hopeless = searcher(QUEEN_DOWN);
        let node_below = node(&mut hopeless, 100, 1);
        let score = hopeless.razoring::<NonPv>(&node_below);
        assert!(score.is_some_and(|score| score <= node_below.alpha));
        assert_eq!(hopeless.razoring::<Pv>(&node_below), None);

        let mut saved = searcher(TAKES_QUEEN);
        let node_before_capture = node(&mut saved, 200, 1);
        assert_eq!(saved.razoring::<NonPv>(&node_before_capture), None);
    }

    #[test]
    fn not_near_alpha_not_deep_not_in_check() {
        let mut searcher_down = searcher(QUEEN_DOWN);
        let near = node(&mut searcher_down, -900, 1);
        assert_eq!(searcher_down.razoring::<NonPv>(&near), None);
        let deep = node(&mut searcher_down, 100, 12);
        assert_eq!(searcher_down.razoring::<NonPv>(&deep), None);
        let mut checked = searcher(IN_CHECK);
        let in_check = node(&mut checked, 9000, 1);
        assert_eq!(checked.razoring::<NonPv>(&in_check), None);
    }
}
