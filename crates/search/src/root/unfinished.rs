//! The end of an iteration that was stopped: the best move that it proved is played, other moves keep
//! the scores of the previous iteration.

use game::{Evaluator, Game, Score};

use super::RootMoves;
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::switches::UNFINISHED_BEST;

/// A root move that an unfinished iteration proved best, with its score and bound.
pub(super) type ProvenBest<G> = (<G as Game>::Move, Score, Bound);

impl<G: Game> RootMoves<G> {
    /// Moves the proven best move to the front of its PV index.
    fn move_to_front(&mut self, (mv, score, bound): ProvenBest<G>) {
        let open = &mut self.moves[self.pv_index..];
        if let Some(place) = open.iter().position(|root| root.mv == mv) {
            if place > 0 {
                UNFINISHED_BEST.count();
            }
            (open[place].score, open[place].bound) = (score, bound);
            open[..=place].rotate_right(1);
        }
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// Puts the root moves in order. `failed_high` is the last move above an aspiration window.
    pub(super) fn end_unfinished(&mut self, failed_high: Option<ProvenBest<G>>) {
        let best = self.best_of_unfinished(failed_high);
        self.restore_unfinished();
        if let Some(best) = best.filter(|_| UNFINISHED_BEST.is_on()) {
            self.root.move_to_front(best);
        }
    }

    /// The last move that raised alpha, or else the move that failed high in a lower window.
    fn best_of_unfinished(&self, failed_high: Option<ProvenBest<G>>) -> Option<ProvenBest<G>> {
        let open = &self.root.moves[self.root.pv_index..];
        open.iter()
            .filter(|root| root.score > -Score::INFINITE && root.bound != Bound::Upper)
            .max_by_key(|root| root.score)
            .map(|root| (root.mv, root.score, root.bound))
            .or(failed_high)
    }

    /// After an unfinished iteration, moves without an exact score get their previous one back.
    fn restore_unfinished(&mut self) {
        let pv_index = self.root.pv_index;
        let interrupted_at_once = self.root.moves[pv_index].score == -Score::INFINITE;
        for root in &mut self.root.moves[pv_index..] {
            let proven = root.score > -Score::INFINITE && root.bound == Bound::Exact;
            if interrupted_at_once || !proven {
                root.score = root.previous_score;
                root.bound = Bound::Exact;
            }
        }
        self.root.sort(pv_index);
    }
}

#[cfg(test)]
mod tests {
    use game::Score;

    use crate::report::Bound;
    use crate::testing::{QUEEN_UP, searcher};

    /// The move played, by its place in the order before, when an iteration is stopped: the first
    /// three root moves have a previous score, and maybe a score and bound of this iteration.
    fn played(scores: [(i32, Option<(i32, Bound)>); 3], failed_high: Option<usize>) -> usize {
        let mut searcher = searcher(QUEEN_UP);
        let moves: Vec<_> = searcher.root.moves.iter().map(|root| root.mv).collect();
        searcher.root.begin_search();
        for (root, (previous, now)) in searcher.root.moves.iter_mut().zip(scores) {
            root.previous_score = Score::from_raw(previous);
            if let Some((score, bound)) = now {
                (root.score, root.bound) = (Score::from_raw(score), bound);
            }
        }
        let failed_high =
            failed_high.map(|place| (moves[place], Score::from_raw(70), Bound::Lower));
        searcher.end_unfinished(failed_high);
        let chosen = searcher.root.moves[0].mv;
        moves.iter().position(|&mv| mv == chosen).unwrap()
    }

    #[test]
    fn a_stopped_iteration_plays_the_best_move_that_it_proved() {
        let nothing = [(50, None), (40, None), (-900, None)];
        assert_eq!(played(nothing, None), 0, "stopped at once");
        assert_eq!(played(nothing, Some(2)), 2, "failed high before");
        let (low, inside) = ((20, Bound::Upper), (30, Bound::Exact));
        let failed_low = [(50, Some(low)), (40, None), (-900, None)];
        assert_eq!(played(failed_low, None), 0, "nothing better is known");
        let beaten = [(50, Some(low)), (40, None), (-900, Some(inside))];
        assert_eq!(played(beaten, None), 2, "the old best is refuted");
        let confirmed = [(50, Some(inside)), (40, None), (-900, None)];
        assert_eq!(played(confirmed, None), 0, "previous scores do not count");
    }
}
