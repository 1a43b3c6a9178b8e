//! Claim: a node whose best move is not known is not worth its full depth yet; the shallower search
//! will leave a move in the table for the next time.

use game::{Evaluator, Game};

use crate::node::{Kind, Node};
use crate::params::internal_reduction as params;
use crate::searcher::Searcher;
use crate::switches::INTERNAL_REDUCTION;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn internal_reduction<K: Kind>(&mut self, node: &mut Node<G>) {
        let matters = K::PV || node.cut_node;
        if INTERNAL_REDUCTION.is_on()
            && matters
            && node.excluded.is_none()
            && node.table_move.is_none()
            && node.depth >= params::min_depth()
        {
            INTERNAL_REDUCTION.count();
            node.depth -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::node::{Principal, ZeroWindow};
    use crate::testing::{QUEEN_UP, mv, node, searcher};

    #[test]
    fn only_without_a_table_move_and_where_it_matters() {
        let mut searcher = searcher(QUEEN_UP);
        let unknown = node(&mut searcher, 0, 8);
        let mut known = unknown.clone();
        known.table_move = Some(mv(&searcher, "d1d3"));
        let mut all_node = unknown.clone();
        all_node.cut_node = false;
        let mut shallow = unknown.clone();
        shallow.depth = 2;
        for (mut node, depth) in [
            (unknown, 7),
            (known, 8),
            (all_node.clone(), 8),
            (shallow, 2),
        ] {
            searcher.internal_reduction::<ZeroWindow>(&mut node);
            assert_eq!(node.depth, depth);
        }
        searcher.internal_reduction::<Principal>(&mut all_node);
        assert_eq!(all_node.depth, 7);
    }
}
