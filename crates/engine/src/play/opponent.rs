//! The engine at the other side of the board.

use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

use chess::{Chess, Move, Position};
use evaluation::Evaluation;
use game::Score;
use search::{Bound, Info, Job, Limits, Pool, Report, TranspositionTable};

/// What the engine thinks of a position.
#[derive(Clone, Debug)]
pub struct Thought {
    /// Its move.
    pub mv: Move,
    /// The line it expects, from that move on.
    pub line: Vec<Move>,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// How deep it looked.
    pub depth: u32,
    /// How long it took.
    pub elapsed: Duration,
}

/// The engine, with all that it remembers of a game.
pub struct Opponent {
    pool: Pool<Chess, Evaluation>,
    evaluation: Evaluation,
    limits: Limits<Move>,
}

impl Opponent {
    /// An engine with a number of threads and a table of a size in MiB.
    pub fn new(
        threads: usize,
        hash: usize,
        evaluation: Evaluation,
        limits: Limits<Move>,
    ) -> Result<Self, String> {
        let table = TranspositionTable::new(hash)
            .ok_or_else(|| format!("not enough memory for a table of {hash} MiB"))?;
        let pool = Pool::new(threads, table, evaluation.clone());
        Ok(Self {
            pool,
            evaluation,
            limits,
        })
    }

    /// Thinks about a position; nothing comes of it if there is no legal move.
    pub fn think(&mut self, position: &Position) -> Option<Thought> {
        let start = Instant::now();
        let (done, answer) = mpsc::channel();
        self.pool.start(Job {
            position: position.clone(),
            limits: self.limits.clone(),
            start,
            ponder: false,
            report: Box::new(Listener { best: None, done }),
        });
        let (mv, best) = answer.recv().ok()?;
        let Best { score, depth, line } = best.unwrap_or_default();
        // The last words may have been about another move, when time ran out in an iteration.
        let line = if line.first() == Some(&mv) {
            line
        } else {
            vec![mv]
        };
        Some(Thought {
            mv,
            line,
            score,
            depth,
            elapsed: start.elapsed(),
        })
    }

    /// What a position is worth to the side to move, without thinking.
    pub fn glance(&self, position: &Position) -> Score {
        self.evaluation.clone().of(position)
    }

    /// Forgets the game.
    pub fn forget(&mut self) {
        self.pool.forget();
    }
}

/// What was last said with certainty.
#[derive(Default)]
struct Best {
    score: Score,
    depth: u32,
    line: Vec<Move>,
}

/// Keeps the best line and sends it with the answer.
struct Listener {
    best: Option<Best>,
    done: Sender<(Move, Option<Best>)>,
}

impl Report<Chess> for Listener {
    fn info(&mut self, info: &Info<'_, Move>) {
        if info.bound == Bound::Exact || self.best.is_none() {
            self.best = Some(Best {
                score: info.score,
                depth: info.depth,
                line: info.pv.to_vec(),
            });
        }
    }

    fn best_move(&mut self, mv: Option<Move>, _: Option<Move>) {
        if let Some(mv) = mv {
            let _ = self.done.send((mv, self.best.take()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Evaluation, Limits, Opponent, Position, Score};
    use evaluation::NnueOptions;

    #[test]
    fn thinks_of_a_legal_move_and_of_none_when_mated() {
        let limits = Limits {
            depth: Some(4),
            ..Limits::default()
        };
        let evaluation = Evaluation::new(None, NnueOptions::default());
        let mut opponent = Opponent::new(1, 1, evaluation, limits).unwrap();
        let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
        let thought = opponent.think(&position).unwrap();
        assert_eq!(position.san(thought.mv), "Ra8#");
        assert_eq!(
            (thought.score, thought.line),
            (Score::mate_in(1), vec![thought.mv])
        );
        let mated = Position::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").unwrap();
        assert!(opponent.think(&mated).is_none());
    }
}
