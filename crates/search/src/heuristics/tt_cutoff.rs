//! TT cutoff. A TT score of sufficient depth and a matching bound ends the node. Not in PV nodes,
//! where it would truncate the PV and hide repetitions, and not near the limit of the halfmove
//! clock, where the stored score may not hold.

use game::{Evaluator, Game, Position, Score};

use crate::node::{Node, NodeType};
use crate::searcher::Searcher;
use crate::switches::TT_CUTOFF;

/// No TT cutoff when the halfmove clock is so near its limit, in plies.
const CLOCK_MARGIN: u32 = 10;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn tt_cutoff<NT: NodeType>(&mut self, node: &Node<G>) -> Option<Score> {
        let hit = node.tt_hit?;
        let deep_enough = hit.depth > node.depth - i32::from(hit.score <= node.beta);
        if !TT_CUTOFF.is_on()
            || NT::PV
            || node.excluded.is_some()
            || !deep_enough
            || self.is_near_clock_limit()
        {
            return None;
        }
        let as_expected = node.cut_node == (hit.score >= node.beta) || node.depth > 5;
        if !hit.cuts_off(node.alpha, node.beta) || !as_expected {
            return None;
        }
        TT_CUTOFF.count();
        if let Some(mv) = node
            .tt_move
            .filter(|_| hit.score >= node.beta && !node.tt_capture)
        {
            self.tt_cutoff_bonus(node, mv, node.depth);
        }
        Some(hit.score)
    }

    /// Whether the move-count rule is so near that stored scores may not hold.
    #[inline(always)]
    pub(super) fn is_near_clock_limit(&self) -> bool {
        self.position.halfmove_clock() >= self.position.clock_limit() - CLOCK_MARGIN
    }
}

#[cfg(test)]
mod tests {
    use game::Score;

    use crate::node::{NonPv, Pv};
    use crate::report::Bound;
    use crate::testing::{QUEEN_UP, node, searcher, store_tt};

    #[test]
    fn cuts_off_with_enough_depth_and_the_right_bound() {
        let mut searcher = searcher(QUEEN_UP);
        store_tt(&searcher, "d1d3", (900, Bound::Lower), 9);
        let score = Some(Score::from_raw(900));
        let known = node(&mut searcher, 800, 8);
        assert_eq!(searcher.tt_cutoff::<NonPv>(&known), score);
        assert_eq!(searcher.tt_cutoff::<Pv>(&known), None);
        let above = node(&mut searcher, 1000, 8);
        assert_eq!(searcher.tt_cutoff::<NonPv>(&above), None, "bound");
        let deeper = node(&mut searcher, 800, 12);
        assert_eq!(searcher.tt_cutoff::<NonPv>(&deeper), None, "depth");
        let mut excluded = known.clone();
        excluded.excluded = known.tt_move;
        assert_eq!(searcher.tt_cutoff::<NonPv>(&excluded), None);
    }

    #[test]
    fn not_near_the_fifty_move_rule() {
        let mut searcher = searcher(&QUEEN_UP.replace("0 1", "92 80"));
        store_tt(&searcher, "d1d3", (900, Bound::Lower), 9);
        let known = node(&mut searcher, 800, 8);
        assert!(known.tt_hit.is_some());
        assert_eq!(searcher.tt_cutoff::<NonPv>(&known), None);
    }
}
