//! The static evaluation of a node, corrected by experience, and the table's word on it.

use game::{Evaluator, Game, Score};

use crate::node::Node;
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::switches::TABLE_ESTIMATE;
use crate::tt::Record;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn evaluate_node(&mut self, node: &mut Node<G>) {
        if node.in_check {
            self.frames.at_mut(node.ply).evaluation = None;
            return;
        }
        // First, since its tables are far away: the evaluation goes on while they are read. Where
        // nothing is learnt, looking it up would only cost time.
        let correction = match self.corrects {
            true => self.histories.corrections.correction(&self.structure()),
            false => 0,
        };
        let stored = node.hit.and_then(|hit| hit.evaluation);
        let raw = match stored {
            Some(raw) => raw,
            None => self.evaluator.evaluate(&self.position),
        };
        node.raw_evaluation = Some(raw);
        node.uncertainty = correction.abs();
        node.evaluation = Score::evaluation(raw.raw() + correction);
        node.estimate = better_known(node).unwrap_or(node.evaluation);
        node.improving = self.is_improving(node);
        self.frames.at_mut(node.ply).evaluation = Some(node.evaluation);
    }

    /// Keeps a new evaluation in the table at once: many nodes end before they have more to store.
    pub(crate) fn store_evaluation(&self, node: &Node<G>) {
        if node.hit.is_none() && node.excluded.is_none() && !node.in_check {
            let record = Record::<G::Move> {
                mv: None,
                score: Score::DRAW,
                bound: None,
                evaluation: node.raw_evaluation,
                depth: 0,
                is_principal: node.principal,
            };
            self.shared.table.store(node.key, node.ply, record);
        }
    }

    /// Whether the evaluation is better than at this side's last turn, or the one before if that
    /// was in check.
    fn is_improving(&self, node: &Node<G>) -> bool {
        let before = |plies| self.frames.back(node.ply, plies).evaluation;
        match before(2).or(before(4)) {
            Some(earlier) => node.evaluation > earlier,
            None => true,
        }
    }
}

/// The table's score, where it says more than the evaluation.
fn better_known<G: Game>(node: &Node<G>) -> Option<Score> {
    let hit = node.hit?;
    let says_more = match hit.bound? {
        Bound::Exact => true,
        Bound::Lower => hit.score > node.evaluation,
        Bound::Upper => hit.score < node.evaluation,
    };
    (TABLE_ESTIMATE.is_on() && says_more).then(|| {
        TABLE_ESTIMATE.count();
        hit.score
    })
}

#[cfg(test)]
mod tests {
    use crate::report::Bound;
    use crate::testing::{IN_CHECK, QUEEN_UP, evaluation, mv, node, remember, searcher};

    #[test]
    fn the_table_says_more_only_if_its_bound_does() {
        let mut searcher = searcher(QUEEN_UP);
        let value = evaluation(&mut searcher);
        assert_eq!(node(&mut searcher, 0, 3).estimate.raw(), value);
        remember(&searcher, "d1d3", (value + 200, Bound::Lower), 3);
        let better = node(&mut searcher, 0, 3);
        assert_eq!(better.estimate.raw(), value + 200);
        assert_eq!(better.evaluation.raw(), value);
        remember(&searcher, "d1d3", (value + 200, Bound::Upper), 9);
        assert_eq!(node(&mut searcher, 0, 3).estimate.raw(), value);
    }

    #[test]
    fn improving_compares_with_the_own_last_turn() {
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
    fn no_evaluation_in_check() {
        let mut searcher = searcher(IN_CHECK);
        assert_eq!(node(&mut searcher, 0, 3).raw_evaluation, None);
        assert_eq!(searcher.frames.at(0).evaluation, None);
    }
}
