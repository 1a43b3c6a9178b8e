//! Singular extension. Search all moves but the TT move at reduced depth against a bound a little
//! below the TT score. If all fail low, the TT move is singular: extend it, by two or three plies
//! if the margin is large. If they reach beta too, the node fails high at once (multicut). If the TT
//! move is one of several good ones in an expected cut node, reduce it (negative extension). Only
//! with a TT entry deep enough to trust; double extensions are limited to keep the tree finite.

use game::{Evaluator, Game};

use super::Extension;
use crate::node::{Node, NodeType, NonPv};
use crate::params::singular_extension as params;
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::switches::{MULTICUT, SINGULAR_EXTENSION};

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn singular_extension<NT: NodeType>(
        &mut self,
        node: &Node<G>,
        mv: G::Move,
    ) -> Extension {
        let Some(hit) = node.tt_hit else {
            return Extension::Plies(0);
        };
        let root_depth = self.root.depth as usize;
        if !SINGULAR_EXTENSION.is_on()
            || NT::ROOT
            || Some(mv) != node.tt_move
            || node.excluded.is_some()
            || node.depth < params::min_depth::<G>() + i32::from(node.tt_pv)
            || hit.depth < node.depth - params::tt_plies::<G>()
            || !matches!(hit.bound, Some(Bound::Lower | Bound::Exact))
            || hit.score.is_decisive()
            || node.ply >= 2 * root_depth
        {
            return Extension::Plies(0);
        }
        let margin = params::depth_percent::<G>() * node.depth / 100
            * (1 + i32::from(node.tt_pv && !NT::PV));
        let bound = hit.score - margin;
        self.frames.at_mut(node.ply).excluded = Some(mv);
        let score = self.search::<NonPv>(bound - 1, bound, (node.depth - 1) / 2, node.cut_node);
        self.frames.at_mut(node.ply).excluded = None;
        if self.stopped {
            return Extension::Plies(0);
        }
        if score < bound {
            SINGULAR_EXTENSION.count();
            let doubles = self.frames.back(node.ply, 1).double_extensions;
            let may_double = doubles < params::max_double_extensions::<G>();
            let below = bound.raw() - score.raw();
            let is_quiet = !node.tt_capture;
            return Extension::Plies(match below {
                _ if NT::PV || !may_double => 1,
                below if is_quiet && below > params::triple_margin::<G>() => 3,
                below if below > params::double_margin::<G>() => 2,
                _ => 1,
            });
        }
        if MULTICUT.is_on() && score >= node.beta && !score.is_decisive() {
            MULTICUT.count();
            return Extension::Multicut(score);
        }
        let expects_cut = hit.score >= node.beta || node.cut_node;
        Extension::Plies(if expects_cut { -2 } else { 0 })
    }
}

#[cfg(test)]
mod tests {
    use crate::heuristics::Extension;
    use crate::node::NonPv;
    use crate::report::Bound;
    use crate::testing::{QUEEN_UP, TAKES_QUEEN, mv, node, searcher, store_tt};

    #[test]
    fn a_singular_move_is_extended() {
        let mut searcher = searcher(TAKES_QUEEN);
        store_tt(&searcher, "d1d5", (480, Bound::Lower), 7);
        let node = node(&mut searcher, 470, 8);
        let capture = mv(&searcher, "d1d5");
        let extension = searcher.singular_extension::<NonPv>(&node, capture);
        assert!(
            matches!(extension, Extension::Plies(plies) if plies >= 1),
            "{extension:?}"
        );
        let other = mv(&searcher, "g1f1");
        let extension = searcher.singular_extension::<NonPv>(&node, other);
        assert_eq!(extension, Extension::Plies(0), "not the TT move");
    }

    #[test]
    fn one_of_many_good_moves_is_a_multicut() {
        let mut searcher = searcher(QUEEN_UP);
        store_tt(&searcher, "d1d3", (900, Bound::Lower), 7);
        let quiet = mv(&searcher, "d1d3");
        let low = node(&mut searcher, 100, 8);
        let extension = searcher.singular_extension::<NonPv>(&low, quiet);
        assert!(
            matches!(extension, Extension::Multicut(score) if score >= low.beta),
            "{extension:?}"
        );
        let shallow = node(&mut searcher, 100, 4);
        let extension = searcher.singular_extension::<NonPv>(&shallow, quiet);
        assert_eq!(extension, Extension::Plies(0));
    }
}
