//! Claim: a node whose best move is not known is not worth its full depth yet; the shallower search
//! will leave a move in the table for the next time.

use game::{Evaluator, Game};

use crate::node::{Kind, Node};
use crate::params::internal_reduction as params;
use crate::searcher::Searcher;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn internal_reduction<K: Kind>(&mut self, node: &mut Node<G>) {
        let matters = K::PV || node.cut_node;
        if matters
            && node.excluded.is_none()
            && node.table_move.is_none()
            && node.depth >= params::min_depth()
        {
            node.depth -= 1;
        }
    }
}
