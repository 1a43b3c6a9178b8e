//! Small ProbCut. A TT lower bound that beats beta by a margin, from a depth not much smaller, very
//! likely holds at this depth: fail high without a search. Not in PV nodes, with decisive scores, or
//! near the limit of the halfmove clock, where the stored score may not hold.

use game::{Evaluator, Game, Score};

use crate::node::{Node, NodeType};
use crate::params::small_probcut as params;
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::switches::SMALL_PROBCUT;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn small_probcut<NT: NodeType>(&self, node: &Node<G>) -> Option<Score> {
        let hit = node.tt_hit?;
        let probcut_beta = node.beta + params::margin::<G>();
        if !SMALL_PROBCUT.is_on()
            || self.seeks_mate()
            || NT::PV
            || node.excluded.is_some()
            || !matches!(hit.bound, Some(Bound::Lower | Bound::Exact))
            || hit.depth < node.depth - params::plies::<G>()
            || hit.score < probcut_beta
            || hit.score.is_decisive()
            || node.beta.is_decisive()
            || self.is_near_clock_limit()
        {
            return None;
        }
        SMALL_PROBCUT.count();
        Some(probcut_beta)
    }
}

#[cfg(test)]
mod tests {
    use crate::node::{NonPv, Pv};
    use crate::report::Bound;
    use crate::testing::{QUEEN_UP, node, searcher, store_tt};

    #[test]
    fn a_tt_score_well_above_beta_fails_high() {
        let mut searcher = searcher(QUEEN_UP);
        store_tt(&searcher, "d1d3", (900, Bound::Lower), 5);
        let known = node(&mut searcher, 600, 9);
        let score = searcher.small_probcut::<NonPv>(&known);
        assert!(score.is_some_and(|score| score > known.beta && score.raw() < 900));
        assert_eq!(searcher.small_probcut::<Pv>(&known), None);
        let mut excluded = known.clone();
        excluded.excluded = known.tt_move;
        assert_eq!(searcher.small_probcut::<NonPv>(&excluded), None);
    }

    #[test]
    fn not_near_beta_too_shallow_by_an_upper_bound_or_near_the_fifty_move_rule() {
        let mut up = searcher(QUEEN_UP);
        store_tt(&up, "d1d3", (900, Bound::Lower), 5);
        let near = node(&mut up, 800, 9);
        assert_eq!(up.small_probcut::<NonPv>(&near), None);
        let deep = node(&mut up, 600, 10);
        assert_eq!(up.small_probcut::<NonPv>(&deep), None);
        store_tt(&up, "d1d3", (900, Bound::Upper), 9);
        let upper = node(&mut up, 600, 9);
        assert_eq!(up.small_probcut::<NonPv>(&upper), None);
        let mut late = searcher(&QUEEN_UP.replace("0 1", "92 80"));
        store_tt(&late, "d1d3", (900, Bound::Lower), 5);
        let late_node = node(&mut late, 600, 9);
        assert_eq!(late.small_probcut::<NonPv>(&late_node), None);
    }
}
