//! Claim: a result from at least this depth need not be found again. Sound outside the principal
//! variation, where a cut would shorten the line shown and could hide a repetition; and not near
//! the fifty-move limit, where the stored score may not hold.

use game::{Evaluator, Game, Position, Score};

use crate::node::{Kind, Node};
use crate::report::Bound;
use crate::searcher::Searcher;

/// From this clock on the table is not trusted for cutoffs.
const LATE_CLOCK: u32 = 90;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn table_cutoff<K: Kind>(&mut self, node: &Node<G>) -> Option<Score> {
        let hit = node.hit?;
        let bound = hit.bound?;
        let deep_enough = hit.depth > node.depth - i32::from(hit.score <= node.beta);
        if K::PV
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
        if let Some(mv) = node
            .table_move
            .filter(|_| hit.score >= node.beta && !node.table_move_is_noisy)
        {
            self.reward_quiet(node, mv, node.depth);
        }
        Some(hit.score)
    }
}
