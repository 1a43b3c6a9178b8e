//! Eval history: the static eval of a node tells whether the quiet that led to it was good, before
//! any search does. A bonus or malus in butterfly history by how much the eval changed.

use game::{Evaluator, Game};

use crate::node::Node;
use crate::params::history as params;
use crate::searcher::Searcher;
use crate::switches::QUIET_HISTORY;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    #[inline(always)]
    pub(crate) fn update_eval_history(&mut self, node: &Node<G>) {
        let previous = self.frames.back(node.ply, 1);
        if !QUIET_HISTORY.is_on() || node.in_check || node.excluded.is_some() {
            return;
        }
        if let (Some(before), Some(index)) = (previous.static_eval, previous.quiet) {
            let change = -params::eval_factor::<G>() * (node.static_eval.raw() + before.raw());
            let change = change.clamp(-params::eval_malus::<G>(), params::eval_bonus::<G>());
            self.histories.butterfly[index].update(change);
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Score;

    use crate::node::NonPv;
    use crate::testing::{ChessSearcher, IN_CHECK, QUEEN_UP, mv, node, searcher};

    /// Butterfly history of a move after the node below it, whose eval is `gain` better for its side.
    fn learned(fen: &str, text: &str, gain: i32, change: impl Fn(&mut ChessSearcher)) -> i32 {
        let mut searcher = searcher(fen);
        let before = node(&mut searcher, 0, 5).static_eval;
        let played = mv(&searcher, text);
        let index = searcher.butterfly_index(None, played);
        searcher.make(played);
        searcher.frames.at_mut(0).quiet = Some(index);
        change(&mut searcher);
        let mut child = node(&mut searcher, 0, 5);
        child.static_eval = -(before + gain);
        searcher.update_eval_history(&child);
        searcher.histories.butterfly[index].get()
    }

    #[test]
    fn a_quiet_gets_a_bonus_if_the_eval_rises_and_a_malus_if_it_falls() {
        let learned = |gain| learned(QUEEN_UP, "a2a3", gain, |_| ());
        assert!(learned(20) > 0 && learned(-20) < 0);
        assert_eq!(learned(0), 0);
        assert_eq!(learned(400), learned(800), "at most the largest bonus");
    }

    #[test]
    fn nothing_is_learned_from_checks_captures_or_a_singular_search() {
        assert_eq!(learned(QUEEN_UP, "d1e2", 50, |_| ()), 0, "a check");
        assert_eq!(learned(IN_CHECK, "d1e2", 50, |_| ()), 0, "an evasion");
        let capture = |searcher: &mut ChessSearcher| searcher.frames.at_mut(0).quiet = None;
        assert_eq!(learned(QUEEN_UP, "a2a3", 50, capture), 0, "a capture");
        let excluded = |searcher: &mut ChessSearcher| {
            searcher.frames.at_mut(1).excluded = Some(mv(searcher, "a7a6"));
        };
        assert_eq!(learned(QUEEN_UP, "a2a3", 50, excluded), 0, "excluded");
    }

    #[test]
    fn the_move_loop_tells_where_a_quiet_is_found() {
        let mut searcher = searcher(QUEEN_UP);
        let beta = Score::from_raw(3000);
        searcher.search::<NonPv>(beta - 1, beta, 4, false);
        let (last, index) = (searcher.frames.at(0).mv, searcher.frames.at(0).quiet);
        let threats = searcher.position.threats();
        let expected = last.map(|mv| searcher.butterfly_index(Some(&threats), mv));
        assert!(expected.is_some() && index == expected);
    }
}
