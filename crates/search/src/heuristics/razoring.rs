//! Claim: a position far below alpha near the horizon will not be saved by a quiet move. Captures
//! might, so quiescence decides.

use game::{Evaluator, Game, Score};

use crate::node::{Kind, Node, ZeroWindow};
use crate::params::razoring as params;
use crate::searcher::Searcher;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn razoring<K: Kind>(&mut self, node: &Node<G>) -> Option<Score> {
        let margin = params::base_margin() + params::depth_margin() * node.depth * node.depth;
        if K::PV
            || node.in_check
            || node.excluded.is_some()
            || node.depth > params::max_depth()
            || node.alpha.is_decisive()
            || node.estimate + margin >= node.alpha
        {
            return None;
        }
        let score = self.quiesce::<ZeroWindow>(node.alpha, node.alpha + 1);
        (score <= node.alpha).then_some(score)
    }
}
