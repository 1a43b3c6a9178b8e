//! Internal iterative reduction (IIR). Without a TT move the move ordering is poor and a full-depth
//! search expensive: reduce by one ply, which leaves a TT move for the next visit. Only in PV and
//! cut nodes, where the first move matters.

use game::{Evaluator, Game};

use crate::node::{Node, NodeType};
use crate::params::internal_iterative_reduction as params;
use crate::searcher::Searcher;
use crate::switches::INTERNAL_ITERATIVE_REDUCTION;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn internal_iterative_reduction<NT: NodeType>(&mut self, node: &mut Node<G>) {
        if INTERNAL_ITERATIVE_REDUCTION.is_on()
            && (NT::PV || node.cut_node)
            && node.excluded.is_none()
            && node.tt_move.is_none()
            && node.depth >= params::min_depth::<G>()
        {
            INTERNAL_ITERATIVE_REDUCTION.count();
            node.depth -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::node::{NonPv, Pv};
    use crate::testing::{QUEEN_UP, mv, node, searcher};

    #[test]
    fn only_without_a_tt_move_in_pv_and_cut_nodes() {
        let mut searcher = searcher(QUEEN_UP);
        let unknown = node(&mut searcher, 0, 8);
        let mut known = unknown.clone();
        known.tt_move = Some(mv(&searcher, "d1d3"));
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
            searcher.internal_iterative_reduction::<NonPv>(&mut node);
            assert_eq!(node.depth, depth);
        }
        searcher.internal_iterative_reduction::<Pv>(&mut all_node);
        assert_eq!(all_node.depth, 7);
    }
}
