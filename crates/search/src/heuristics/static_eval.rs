//! The static eval of a node: raw, corrected by correction history, and TT-adjusted; and improving.

use game::{Evaluator, Game, Score};

use crate::node::Node;
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::switches::{IMPROVING_ABOVE_BETA, TT_EVAL};

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn evaluate_node(&mut self, node: &mut Node<G>) {
        if node.in_check {
            self.frames.at_mut(node.ply).static_eval = None;
            return;
        }
        // First, because its tables are far away: the evaluation runs while they are read.
        let correction = match self.uses_correction_history {
            true => self
                .histories
                .correction
                .correction(&self.correction_index()),
            false => 0,
        };
        let stored = node.tt_hit.and_then(|hit| hit.raw_eval);
        let raw = match stored {
            Some(raw) => raw,
            None => self.evaluator.evaluate(&self.position),
        };
        node.raw_eval = Some(raw);
        node.correction_magnitude = correction.abs();
        node.static_eval = Score::evaluation(raw.raw() + correction);
        node.eval = tt_adjusted(node).unwrap_or(node.static_eval);
        node.improving = self.is_improving(node);
        self.frames.at_mut(node.ply).static_eval = Some(node.static_eval);
    }

    /// A static eval above beta that did not end the node counts as improving from here on.
    #[inline(always)]
    pub(crate) fn improving_above_beta(&self, node: &mut Node<G>) {
        if IMPROVING_ABOVE_BETA.is_on()
            && !node.in_check
            && !node.improving
            && node.static_eval >= node.beta
        {
            IMPROVING_ABOVE_BETA.count();
            node.improving = true;
        }
    }

    /// Stores a new static eval in the TT at once: many nodes end before they have more to store.
    pub(crate) fn store_static_eval(&self, node: &Node<G>) {
        if node.tt_hit.is_none() && node.excluded.is_none() && !node.in_check {
            self.store_tt(node, None, (Score::DRAW, None), 0);
        }
    }

    /// Improving: the static eval is better than two plies ago, or four if that was in check.
    fn is_improving(&self, node: &Node<G>) -> bool {
        let before = |plies| self.frames.back(node.ply, plies).static_eval;
        match before(2).or(before(4)) {
            Some(earlier) => node.static_eval > earlier,
            None => true,
        }
    }
}

/// TT-adjusted eval: the TT score where its bound is tighter than the static eval.
fn tt_adjusted<G: Game>(node: &Node<G>) -> Option<Score> {
    let hit = node.tt_hit?;
    let is_tighter = match hit.bound? {
        Bound::Exact => true,
        Bound::Lower => hit.score > node.static_eval,
        Bound::Upper => hit.score < node.static_eval,
    };
    (TT_EVAL.is_on() && is_tighter).then(|| {
        TT_EVAL.count();
        hit.score
    })
}

#[cfg(test)]
mod tests {
    use crate::report::Bound;
    use crate::testing::{IN_CHECK, QUEEN_UP, mv, node, searcher, static_eval, store_tt};

    #[test]
    fn the_tt_score_replaces_the_eval_only_if_its_bound_is_tighter() {
        let mut searcher = searcher(QUEEN_UP);
        let value = static_eval(&mut searcher);
        assert_eq!(node(&mut searcher, 0, 3).eval.raw(), value);
        store_tt(&searcher, "d1d3", (value + 200, Bound::Lower), 3);
        let better = node(&mut searcher, 0, 3);
        assert_eq!(better.eval.raw(), value + 200);
        assert_eq!(better.static_eval.raw(), value);
        store_tt(&searcher, "d1d3", (value + 200, Bound::Upper), 9);
        assert_eq!(node(&mut searcher, 0, 3).eval.raw(), value);
    }

    #[test]
    fn improving_compares_with_two_plies_ago() {
        let mut searcher = searcher(QUEEN_UP);
        node(&mut searcher, 0, 3);
        for text in ["d1d4", "b7b6"] {
            searcher.make(mv(&searcher, text));
            node(&mut searcher, 0, 3);
        }
        assert!(node(&mut searcher, 0, 3).improving, "a centralized queen");
        for text in ["d4h8", "e8e7"] {
            searcher.make(mv(&searcher, text));
            node(&mut searcher, 0, 3);
        }
        assert!(
            !node(&mut searcher, 0, 3).improving,
            "a queen in the corner"
        );
    }

    #[test]
    fn above_beta_counts_as_improving_but_not_in_check() {
        let mut up = searcher(QUEEN_UP);
        let value = static_eval(&mut up);
        for (alpha, improving) in [(value - 1, true), (value, false)] {
            let mut node = node(&mut up, alpha, 3);
            node.improving = false;
            up.improving_above_beta(&mut node);
            assert_eq!(node.improving, improving, "alpha {alpha}");
        }
        let mut checked = searcher(IN_CHECK);
        let mut in_check = node(&mut checked, -500, 3);
        checked.improving_above_beta(&mut in_check);
        assert!(!in_check.improving);
    }

    #[test]
    fn no_static_eval_in_check() {
        let mut searcher = searcher(IN_CHECK);
        assert_eq!(node(&mut searcher, 0, 3).raw_eval, None);
        assert_eq!(searcher.frames.at(0).static_eval, None);
    }
}
