//! Reverse futility pruning (RFP, static null move pruning). If eval is above beta by a margin that
//! grows with depth, fail high: the side to move rarely loses more in so few plies. The margin is
//! smaller if the opponent is worsening. Not in check, in TT PV nodes, with a quiet TT move, or
//! against mates.

use game::{Evaluator, Game, Score};

use crate::node::{Node, NodeType};
use crate::params::reverse_futility as params;
use crate::searcher::Searcher;
use crate::switches::{OPPONENT_WORSENING, REVERSE_FUTILITY};

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn reverse_futility<NT: NodeType>(&mut self, node: &Node<G>) -> Option<Score> {
        if !REVERSE_FUTILITY.is_on()
            || self.seeks_mate()
            || NT::PV
            || node.in_check
            || node.tt_pv
            || node.excluded.is_some()
            || node.depth > params::max_depth::<G>()
            || node.beta.is_loss()
            || node.eval.is_win()
            || node.tt_move.is_some() && !node.tt_capture
            || node.eval - self.reverse_futility_margin(node) < node.beta
        {
            return None;
        }
        REVERSE_FUTILITY.count();
        // Fail softly: not all of the excess is real.
        Some(Score::from_raw((2 * node.beta.raw() + node.eval.raw()) / 3))
    }

    fn reverse_futility_margin(&self, node: &Node<G>) -> i32 {
        let margin = params::base_margin::<G>() + params::depth_margin::<G>() * node.depth
            - params::improving_margin::<G>() * i32::from(node.improving)
            + params::correction_percent::<G>() * node.correction_magnitude / 100;
        if OPPONENT_WORSENING.is_on() && self.is_opponent_worsening(node) {
            OPPONENT_WORSENING.count();
            let smaller = params::worsening_percent::<G>() * params::depth_margin::<G>() / 100;
            return margin - smaller;
        }
        margin
    }

    /// Whether the prior move made the static eval worse for its side.
    fn is_opponent_worsening(&self, node: &Node<G>) -> bool {
        let before = self.frames.back(node.ply, 1).static_eval;
        before.is_some_and(|before| node.static_eval > -before)
    }
}

#[cfg(test)]
mod tests {
    use chess::Chess;
    use game::Score;

    use super::params;
    use crate::node::{NonPv, Pv};
    use crate::testing::{IN_CHECK, QUEEN_UP, mv, node, node_of, searcher, static_eval};

    #[test]
    fn fails_high_far_above_beta() {
        let mut searcher = searcher(QUEEN_UP);
        let node = node(&mut searcher, 0, 4);
        let score = searcher.reverse_futility::<NonPv>(&node);
        assert!(score.is_some_and(|score| score > node.beta && score < node.eval));
    }

    #[test]
    fn a_prior_move_that_lost_static_eval_makes_the_margin_smaller() {
        let mut searcher = searcher(QUEEN_UP);
        let before = node(&mut searcher, 0, 4).static_eval;
        searcher.make(mv(&searcher, "a2a3"));
        let mut after = node(&mut searcher, 0, 4);
        let mut margin_after = |gain| {
            after.static_eval = -(before + gain);
            searcher.reverse_futility_margin(&after)
        };
        let (lost, kept, gained) = (margin_after(-20), margin_after(0), margin_after(20));
        assert_eq!(kept, gained);
        let smaller = params::worsening_percent::<Chess>() * params::depth_margin::<Chess>() / 100;
        assert_eq!(lost, kept - smaller);
    }

    #[test]
    fn a_prior_move_in_check_leaves_the_margin_alone() {
        let mut searcher = searcher(IN_CHECK);
        node(&mut searcher, 0, 4);
        searcher.make(mv(&searcher, "d1e2"));
        let after = node(&mut searcher, 0, 4);
        assert!(!searcher.is_opponent_worsening(&after));
    }

    #[test]
    fn not_near_beta_deep_in_check_or_in_a_pv_node() {
        let mut up = searcher(QUEEN_UP);
        let above = static_eval(&mut up);
        let near = node(&mut up, above - 30, 4);
        assert_eq!(up.reverse_futility::<NonPv>(&near), None);
        let deep = node(&mut up, 0, 20);
        assert_eq!(up.reverse_futility::<NonPv>(&deep), None);
        let pv = node_of::<Pv>(&mut up, (-50, 0), 4);
        assert_eq!(up.reverse_futility::<Pv>(&pv), None);
        let mut with_quiet_move = node(&mut up, 0, 4);
        with_quiet_move.tt_move = Some(mv(&up, "d1d3"));
        assert_eq!(up.reverse_futility::<NonPv>(&with_quiet_move), None);
        let mut checked = searcher(IN_CHECK);
        let mut in_check = node(&mut checked, 0, 4);
        in_check.eval = Score::from_raw(2000);
        assert_eq!(checked.reverse_futility::<NonPv>(&in_check), None);
    }
}
