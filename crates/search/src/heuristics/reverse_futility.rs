//! Claim: a position far above beta near the horizon stays above it. Sound because the side to move
//! rarely loses more than a margin in so few moves; not in check, not where the principal variation
//! was, not against mates.

use game::{Evaluator, Game, Score};

use crate::node::{Kind, Node};
use crate::params::reverse_futility as params;
use crate::searcher::Searcher;
use crate::switches::REVERSE_FUTILITY;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn reverse_futility<K: Kind>(&mut self, node: &Node<G>) -> Option<Score> {
        if !REVERSE_FUTILITY.is_on()
            || self.seeks_mate()
            || K::PV
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
        REVERSE_FUTILITY.count();
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

#[cfg(test)]
mod tests {
    use game::Score;

    use crate::node::{Principal, ZeroWindow};
    use crate::testing::{IN_CHECK, QUEEN_UP, evaluation, mv, node, node_of, searcher};

    #[test]
    fn trusts_a_position_far_above_beta() {
        let mut searcher = searcher(QUEEN_UP);
        let node = node(&mut searcher, 0, 4);
        let score = searcher.reverse_futility::<ZeroWindow>(&node);
        assert!(score.is_some_and(|score| score > node.beta && score < node.estimate));
    }

    #[test]
    fn not_near_beta_deep_in_check_or_on_the_principal_variation() {
        let mut up = searcher(QUEEN_UP);
        let above = evaluation(&mut up);
        let near = node(&mut up, above - 30, 4);
        assert_eq!(up.reverse_futility::<ZeroWindow>(&near), None);
        let deep = node(&mut up, 0, 20);
        assert_eq!(up.reverse_futility::<ZeroWindow>(&deep), None);
        let principal = node_of::<Principal>(&mut up, (-50, 0), 4);
        assert_eq!(up.reverse_futility::<Principal>(&principal), None);
        let mut with_quiet_move = node(&mut up, 0, 4);
        with_quiet_move.table_move = Some(mv(&up, "d1d3"));
        assert_eq!(up.reverse_futility::<ZeroWindow>(&with_quiet_move), None);
        let mut checked = searcher(IN_CHECK);
        let mut in_check = node(&mut checked, 0, 4);
        in_check.estimate = Score::from_raw(2000);
        assert_eq!(checked.reverse_futility::<ZeroWindow>(&in_check), None);
    }
}
