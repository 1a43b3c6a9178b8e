//! The engine as an opponent: a pool of search threads and its evaluation.

use std::io;
use std::time::{Duration, Instant};

use analysis::{Analysis, HASH, NODES, analyze};
use game::{Evaluator, Rules, Score};
use search::{Limits, Pool, TranspositionTable};

/// What a search found.
#[derive(Clone, Debug)]
pub struct SearchResult<M> {
    /// The best move.
    pub mv: M,
    /// The principal variation; it starts with that move.
    pub pv: Vec<M>,
    /// The score for the side to move.
    pub score: Score,
    /// The depth reached.
    pub depth: u32,
    /// The time taken.
    pub elapsed: Duration,
}

/// The engine that plays against the human.
pub struct Opponent<R: Rules, E> {
    pool: Pool<R, E>,
    evaluation: E,
    limits: Limits<R::Move>,
}

impl<R: Rules, E: Evaluator<R> + Clone + 'static> Opponent<R, E> {
    /// An opponent with a number of search threads and a transposition table of `hash` MiB.
    pub fn new(
        threads: usize,
        hash: usize,
        evaluation: E,
        limits: Limits<R::Move>,
    ) -> io::Result<Self> {
        let pool = Pool::new(threads, &R::start(), new_table(hash)?, evaluation.clone())?;
        Ok(Self {
            pool,
            evaluation,
            limits,
        })
    }

    /// Searches a position; `None` if there is no legal move. Asks `shall_stop` twenty times a second.
    pub fn search(
        &mut self,
        position: &R::Position,
        shall_stop: impl FnMut() -> bool,
    ) -> Option<SearchResult<R::Move>> {
        let start = Instant::now();
        let outcome = self.pool.search(position, self.limits.clone(), shall_stop);
        Some(SearchResult {
            mv: outcome.best?,
            pv: outcome.pv,
            score: outcome.score,
            depth: outcome.depth,
            elapsed: start.elapsed(),
        })
    }

    /// What the moves of a game were worth, by the searches of every review. Nothing if `shall_stop` says so;
    /// it is asked with the number of moves left.
    ///
    /// # Errors
    /// If there is not enough memory, or no thread.
    pub fn review(
        &self,
        start: &R::Position,
        moves: &[R::Move],
        mut shall_stop: impl FnMut(usize) -> bool,
    ) -> io::Result<Option<Analysis<R::Move>>> {
        let limits = Limits {
            nodes: Some(NODES),
            ..Limits::default()
        };
        let mut pool = Pool::new(1, &R::start(), new_table(HASH)?, self.evaluation.clone())?;
        Ok(analyze::<R>(start, moves, |ply, position| {
            let mut is_stopped = false;
            let outcome = pool.search(position, limits.clone(), || {
                is_stopped |= shall_stop(ply);
                is_stopped
            });
            (!is_stopped).then_some(outcome)
        }))
    }

    /// The static evaluation of a position for the side to move.
    pub fn static_eval(&self, position: &R::Position) -> Score {
        let mut evaluation = self.evaluation.clone();
        evaluation.reset(position);
        evaluation.evaluate(position)
    }

    /// Clears the transposition table and the histories.
    pub fn new_game(&mut self) {
        self.pool.clear();
    }
}

fn new_table(hash: usize) -> io::Result<TranspositionTable> {
    TranspositionTable::new(hash).ok_or_else(|| {
        let problem = format!("not enough memory for a hash of {hash} MiB");
        io::Error::new(io::ErrorKind::OutOfMemory, problem)
    })
}

#[cfg(test)]
mod tests {
    use chess::{Chess, Position};
    use evaluation::{Evaluation, NnueOptions};

    use super::{Limits, Score};

    type Opponent = super::Opponent<Chess, Evaluation<Chess>>;

    #[test]
    fn finds_a_mate_and_no_move_when_mated() {
        let limits = Limits {
            depth: Some(4),
            ..Limits::default()
        };
        let evaluation = Evaluation::new(None, NnueOptions::default());
        let mut opponent = Opponent::new(1, 1, evaluation, limits).unwrap();
        let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
        let result = opponent.search(&position, || false).unwrap();
        assert_eq!(position.san(result.mv), "Ra8#");
        assert_eq!(
            (result.score, result.pv),
            (Score::mate_in(1), vec![result.mv])
        );
        let mated = Position::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").unwrap();
        assert!(opponent.search(&mated, || false).is_none());
    }

    #[test]
    fn a_search_can_be_stopped() {
        let evaluation = Evaluation::new(None, NnueOptions::default());
        let mut opponent = Opponent::new(1, 1, evaluation, Limits::default()).unwrap();
        assert!(opponent.search(&Position::start(), || true).is_some());
    }
}
