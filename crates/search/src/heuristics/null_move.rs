//! Claim: if passing still leaves the score above beta, some move will too. Unsound in zugzwang,
//! hence not without pieces, and from some depth on verified by a search without passing.

use game::{Evaluator, Game, Position, Score};

use crate::node::{Kind, Node, ZeroWindow};
use crate::params::null_move as params;
use crate::searcher::Searcher;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn null_move<K: Kind>(&mut self, node: &Node<G>) -> Option<Score> {
        let margin = (params::base_margin() - params::depth_margin() * node.depth).max(0);
        if K::PV
            || !node.cut_node
            || node.in_check
            || node.excluded.is_some()
            || node.ply < self.null_move_ply
            || self.frames.back(node.ply, 1).mv.is_none()
            || node.beta.is_decisive()
            || node.estimate < node.beta
            || node.evaluation + margin < node.beta
            || !self.position.null_move_is_safe()
        {
            return None;
        }
        let excess = (node.estimate.raw() - node.beta.raw()) / params::eval_divisor();
        let reduction = params::base_plies()
            + node.depth / params::depth_divisor()
            + excess.min(params::max_eval_plies());
        let depth = node.depth - reduction;
        self.make_null();
        let score = -self.search::<ZeroWindow>(-node.beta, -(node.beta - 1), depth, false);
        self.unmake_null();
        if self.stopped || score < node.beta {
            return None;
        }
        // A win that was found by passing is not proven.
        let score = if score.is_win() { node.beta } else { score };
        if self.null_move_ply > 0 || node.depth < params::verification_depth() {
            return Some(score);
        }
        self.null_move_ply = node.ply + (3 * depth.max(0) as usize) / 4 + 1;
        let verified = self.search::<ZeroWindow>(node.beta - 1, node.beta, depth.max(1), false);
        self.null_move_ply = 0;
        (verified >= node.beta && !self.stopped).then_some(score)
    }
}
