//! Claim: a result from at least this depth need not be found again. Sound outside the principal
//! variation, where a cut would shorten the line shown and could hide a repetition; and not near
//! the fifty-move limit, where the stored score may not hold.

use game::{Evaluator, Game, Position, Score};

use crate::node::{Kind, Node};
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::switches::TABLE_CUTOFF;

/// From this clock on the table is not trusted for cutoffs.
const LATE_CLOCK: u32 = 90;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn table_cutoff<K: Kind>(&mut self, node: &Node<G>) -> Option<Score> {
        let hit = node.hit?;
        let bound = hit.bound?;
        let deep_enough = hit.depth > node.depth - i32::from(hit.score <= node.beta);
        if !TABLE_CUTOFF.is_on()
            || K::PV
            || node.excluded.is_some()
            || !deep_enough
            || self.position.rule_clock() >= LATE_CLOCK
        {
            return None;
        }
        let is_enough = match bound {
            Bound::Exact => true,
            Bound::Lower => hit.score >= node.beta,
            Bound::Upper => hit.score <= node.alpha,
        };
        let as_expected = node.cut_node == (hit.score >= node.beta) || node.depth > 5;
        if !is_enough || !as_expected {
            return None;
        }
        TABLE_CUTOFF.count();
        if let Some(mv) = node
            .table_move
            .filter(|_| hit.score >= node.beta && !node.table_move_is_noisy)
        {
            self.reward_quiet(node, mv, node.depth);
        }
        Some(hit.score)
    }
}

#[cfg(test)]
mod tests {
    use game::Score;

    use crate::node::{Principal, ZeroWindow};
    use crate::report::Bound;
    use crate::testing::{QUEEN_UP, node, remember, searcher};

    #[test]
    fn a_deep_enough_result_with_the_right_bound_ends_the_node() {
        let mut searcher = searcher(QUEEN_UP);
        remember(&searcher, "d1d3", (900, Bound::Lower), 9);
        let score = Some(Score::from_raw(900));
        let known = node(&mut searcher, 800, 8);
        assert_eq!(searcher.table_cutoff::<ZeroWindow>(&known), score);
        assert_eq!(searcher.table_cutoff::<Principal>(&known), None);
        let above = node(&mut searcher, 1000, 8);
        assert_eq!(searcher.table_cutoff::<ZeroWindow>(&above), None, "bound");
        let deeper = node(&mut searcher, 800, 12);
        assert_eq!(searcher.table_cutoff::<ZeroWindow>(&deeper), None, "depth");
        let mut excluded = known.clone();
        excluded.excluded = known.table_move;
        assert_eq!(searcher.table_cutoff::<ZeroWindow>(&excluded), None);
    }

    #[test]
    fn not_near_the_draw_rule() {
        let mut searcher = searcher(&QUEEN_UP.replace("0 1", "92 80"));
        remember(&searcher, "d1d3", (900, Bound::Lower), 9);
        let known = node(&mut searcher, 800, 8);
        assert!(known.hit.is_some());
        assert_eq!(searcher.table_cutoff::<ZeroWindow>(&known), None);
    }
}
