//! A search that the caller waits for.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use game::{Evaluator, Game, Position};

use super::{Job, Pool};
use crate::limits::Limits;
use crate::report::{Bound, Info, Report};
use crate::single_thread::Outcome;

/// How often a search asks whether it shall stop.
const TICK: Duration = Duration::from_millis(50);

impl<G: Game, E: Evaluator<G> + Clone + 'static> Pool<G, E>
where
    G::Position: 'static,
{
    /// Searches a position and waits for the result. Asks `shall_stop` twenty times a second; a
    /// search that is stopped gives what it has found.
    pub fn search(
        &mut self,
        position: &G::Position,
        limits: Limits<G::Move>,
        mut shall_stop: impl FnMut() -> bool,
    ) -> Outcome<G::Move> {
        let (done, answer) = mpsc::channel();
        let outcome = Outcome {
            best: None,
            score: position.score_without_moves(0),
            depth: 0,
            nodes: 0,
            pv: Vec::new(),
        };
        self.start(Job {
            position: position.clone(),
            limits,
            start: Instant::now(),
            ponder: false,
            report: Box::new(Listener {
                outcome: outcome.clone(),
                done,
            }),
        });
        loop {
            match answer.recv_timeout(TICK) {
                Ok(outcome) => return outcome,
                Err(RecvTimeoutError::Timeout) if shall_stop() => self.stop(),
                Err(RecvTimeoutError::Timeout) => {}
                // The search thread panicked.
                Err(RecvTimeoutError::Disconnected) => return outcome,
            }
        }
    }
}

/// Keeps the last exact PV and sends it with the best move.
struct Listener<M> {
    outcome: Outcome<M>,
    done: Sender<Outcome<M>>,
}

impl<G: Game> Report<G> for Listener<G::Move> {
    fn info(&mut self, info: &Info<'_, G::Move>) {
        let outcome = &mut self.outcome;
        if info.multi_pv == 1 && (info.bound == Bound::Exact || outcome.pv.is_empty()) {
            outcome.score = info.score;
            outcome.depth = info.depth;
            outcome.pv = info.pv.to_vec();
        }
        outcome.nodes = info.nodes;
    }

    fn best_move(&mut self, best: Option<G::Move>, _: Option<G::Move>) {
        self.outcome.best = best;
        // The last PV is another move's if time ran out after the best move changed.
        if self.outcome.pv.first() != best.as_ref() {
            self.outcome.pv = best.into_iter().collect();
        }
        let _ = self.done.send(self.outcome.clone());
    }
}

#[cfg(test)]
mod tests {
    use chess::{Chess, Position};
    use evaluation::handcrafted::Handcrafted;
    use game::Score;

    use crate::{Limits, Pool, TranspositionTable};

    fn pool() -> Pool<Chess, Handcrafted> {
        let tt = TranspositionTable::new(1).unwrap();
        Pool::new(1, &Position::start(), tt, Handcrafted::new()).unwrap()
    }

    #[test]
    fn finds_a_mate_and_no_move_when_mated() {
        let limits = Limits {
            depth: Some(4),
            ..Limits::default()
        };
        let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
        let outcome = pool().search(&position, limits.clone(), || false);
        let best = outcome.best.unwrap();
        assert_eq!(position.san(best), "Ra8#");
        assert_eq!((outcome.score, outcome.pv), (Score::mate_in(1), vec![best]));
        let mated = Position::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").unwrap();
        let outcome = pool().search(&mated, limits, || false);
        assert_eq!((outcome.best, outcome.score), (None, Score::mated_in(0)));
    }

    #[test]
    fn an_endless_search_can_be_stopped() {
        let outcome = pool().search(&Position::start(), Limits::default(), || true);
        assert!(outcome.best.is_some() && outcome.nodes > 0);
    }
}
