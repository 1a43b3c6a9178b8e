//! Claim: a position far below alpha near the horizon will not be saved by a quiet move. Captures
//! might, so quiescence decides.

use game::{Evaluator, Game, Score};

use crate::node::{Kind, Node, ZeroWindow};
use crate::params::razoring as params;
use crate::searcher::Searcher;
use crate::switches::RAZORING;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn razoring<K: Kind>(&mut self, node: &Node<G>) -> Option<Score> {
        let margin = params::base_margin() + params::depth_margin() * node.depth * node.depth;
        if !RAZORING.is_on()
            || self.seeks_mate()
            || K::PV
            || node.in_check
            || node.excluded.is_some()
            || node.depth > params::max_depth()
            || node.alpha.is_decisive()
            || node.estimate + margin >= node.alpha
        {
            return None;
        }
        let score = self.quiesce::<ZeroWindow>(node.alpha, node.alpha + 1);
        (score <= node.alpha).then(|| {
            RAZORING.count();
            score
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::node::{Principal, ZeroWindow};
    use crate::testing::{IN_CHECK, QUEEN_DOWN, TAKES_QUEEN, node, searcher};

    #[test]
    fn gives_up_far_below_alpha_unless_a_capture_saves() {
        let mut hopeless = searcher(QUEEN_DOWN);
        let node_below = node(&mut hopeless, 100, 1);
        let score = hopeless.razoring::<ZeroWindow>(&node_below);
        assert!(score.is_some_and(|score| score <= node_below.alpha));
        assert_eq!(hopeless.razoring::<Principal>(&node_below), None);

        let mut saved = searcher(TAKES_QUEEN);
        let node_before_capture = node(&mut saved, 200, 1);
        assert_eq!(saved.razoring::<ZeroWindow>(&node_before_capture), None);
    }

    #[test]
    fn not_near_alpha_not_deep_not_in_check() {
        let mut searcher_down = searcher(QUEEN_DOWN);
        let near = node(&mut searcher_down, -900, 1);
        assert_eq!(searcher_down.razoring::<ZeroWindow>(&near), None);
        let deep = node(&mut searcher_down, 100, 12);
        assert_eq!(searcher_down.razoring::<ZeroWindow>(&deep), None);
        let mut checked = searcher(IN_CHECK);
        let in_check = node(&mut checked, 9000, 1);
        assert_eq!(checked.razoring::<ZeroWindow>(&in_check), None);
    }
}
