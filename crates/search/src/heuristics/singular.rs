//! Claim: if all other moves fail low against a bound a little below the table's score, the table's
//! move is the only good one, and worth a deeper look. If on the other hand others reach beta too,
//! the node fails high without more search (multicut); and if the table's move is merely one of
//! several, it is searched less deep.

use game::{Evaluator, Game};

use super::Extension;
use crate::node::{Kind, Node, ZeroWindow};
use crate::params::singular as params;
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::switches::{MULTICUT, SINGULAR};

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn singular<K: Kind>(&mut self, node: &Node<G>, mv: G::Move) -> Extension {
        let Some(hit) = node.hit else {
            return Extension::Plies(0);
        };
        let root_depth = self.root.depth as usize;
        if !SINGULAR.is_on()
            || K::ROOT
            || Some(mv) != node.table_move
            || node.excluded.is_some()
            || node.depth < params::min_depth() + i32::from(node.principal)
            || hit.depth < node.depth - params::table_plies()
            || !matches!(hit.bound, Some(Bound::Lower | Bound::Exact))
            || hit.score.is_decisive()
            || node.ply >= 2 * root_depth
        {
            return Extension::Plies(0);
        }
        let margin =
            params::depth_percent() * node.depth / 100 * (1 + i32::from(node.principal && !K::PV));
        let bound = hit.score - margin;
        self.frames.at_mut(node.ply).excluded = Some(mv);
        let score =
            self.search::<ZeroWindow>(bound - 1, bound, (node.depth - 1) / 2, node.cut_node);
        self.frames.at_mut(node.ply).excluded = None;
        if self.stopped {
            return Extension::Plies(0);
        }
        if score < bound {
            SINGULAR.count();
            let doubles = self.frames.back(node.ply, 1).double_extensions;
            let may_double = doubles < params::max_double();
            let below = bound.raw() - score.raw();
            let is_quiet = !node.table_move_is_noisy;
            return Extension::Plies(match below {
                _ if K::PV || !may_double => 1,
                below if is_quiet && below > params::triple_margin() => 3,
                below if below > params::double_margin() => 2,
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
    use crate::node::ZeroWindow;
    use crate::report::Bound;
    use crate::testing::{QUEEN_UP, TAKES_QUEEN, mv, node, remember, searcher};

    #[test]
    fn an_only_move_is_searched_deeper() {
        let mut searcher = searcher(TAKES_QUEEN);
        remember(&searcher, "d1d5", (480, Bound::Lower), 7);
        let node = node(&mut searcher, 470, 8);
        let capture = mv(&searcher, "d1d5");
        let extension = searcher.singular::<ZeroWindow>(&node, capture);
        assert!(
            matches!(extension, Extension::Plies(plies) if plies >= 1),
            "{extension:?}"
        );
        let other = mv(&searcher, "g1f1");
        let extension = searcher.singular::<ZeroWindow>(&node, other);
        assert_eq!(extension, Extension::Plies(0), "not the table's move");
    }

    #[test]
    fn one_of_many_good_moves_is_not_and_may_end_the_node() {
        let mut searcher = searcher(QUEEN_UP);
        remember(&searcher, "d1d3", (900, Bound::Lower), 7);
        let quiet = mv(&searcher, "d1d3");
        let low = node(&mut searcher, 100, 8);
        let extension = searcher.singular::<ZeroWindow>(&low, quiet);
        assert!(
            matches!(extension, Extension::Multicut(score) if score >= low.beta),
            "{extension:?}"
        );
        let shallow = node(&mut searcher, 100, 4);
        let extension = searcher.singular::<ZeroWindow>(&shallow, quiet);
        assert_eq!(extension, Extension::Plies(0));
    }
}
