//! Claim: a position far above beta near the horizon stays above it. Sound because the side to move
//! rarely loses more than a margin in so few moves; not in check, not where the principal variation
//! was, not against mates.

use game::{Evaluator, Game, Score};

use crate::node::{Kind, Node};
use crate::params::reverse_futility as params;
use crate::searcher::Searcher;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn reverse_futility<K: Kind>(&mut self, node: &Node<G>) -> Option<Score> {
        if K::PV
            || node.in_check
            || node.principal
            || node.excluded.is_some()
            || node.depth > params::max_depth()
            || node.beta.is_loss()
            || node.estimate.is_win()
            || node.table_move.is_some() && !node.table_move_is_noisy
            || node.estimate - margin(node) < node.beta
        {
            return None;
        }
        // Not all of the excess is real.
        Some(Score::from_raw(
            (2 * node.beta.raw() + node.estimate.raw()) / 3,
        ))
    }
}

fn margin<G: Game>(node: &Node<G>) -> i32 {
    params::base_margin() + params::depth_margin() * node.depth
        - params::improving_margin() * i32::from(node.improving)
        + params::correction_percent() * node.uncertainty / 100
}
