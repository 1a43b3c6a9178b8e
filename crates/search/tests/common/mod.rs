//! Runs a search and collects its reports.
#![allow(
    dead_code,
    reason = "each test file is a program of its own and uses a part of this"
)]

use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Instant;

use chess::{Chess, Move, Position};
use evaluation::handcrafted::Handcrafted;
use game::Score;
use search::{Info, Job, Limits, Pool, Report, TranspositionTable};

/// The pool under test.
pub type ChessPool = Pool<Chess, Handcrafted>;

/// The last report of a search, and its best move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The score of the best PV.
    pub score: Score,
    /// Nodes searched.
    pub nodes: u64,
    /// The last depth.
    pub depth: u32,
    /// How many PVs were reported.
    pub multi_pv: usize,
    /// The best PV.
    pub pv: Vec<Move>,
    /// The best move.
    pub best: Option<Move>,
}

struct Listener {
    answer: Answer,
    done: Sender<Answer>,
}

impl Report<Chess> for Listener {
    fn info(&mut self, info: &Info<'_, Move>) {
        if info.multi_pv == 1 {
            self.answer.score = info.score;
            self.answer.pv = info.pv.to_vec();
        }
        self.answer.nodes = info.nodes;
        self.answer.depth = info.depth;
        self.answer.multi_pv = self.answer.multi_pv.max(info.multi_pv);
    }

    fn best_move(&mut self, mv: Option<Move>, _: Option<Move>) {
        self.answer.best = mv;
        self.done
            .send(self.answer.clone())
            .expect("the test waits for it");
    }
}

/// A pool with a TT of 8 MiB.
pub fn pool(threads: usize) -> ChessPool {
    let tt = TranspositionTable::new(8).expect("8 MiB");
    Pool::new(threads, &Position::start(), tt, Handcrafted::new()).expect("threads")
}

/// Starts a search. Its answer comes through the channel.
pub fn start(pool: &mut ChessPool, position: Position, limits: Limits<Move>) -> Receiver<Answer> {
    let (done, answer) = mpsc::channel();
    let answer_so_far = Answer::default();
    pool.start(Job {
        position,
        limits,
        start: Instant::now(),
        ponder: false,
        report: Box::new(Listener {
            answer: answer_so_far,
            done,
        }),
    });
    answer
}

/// A whole search of a position with its history.
pub fn search_from(pool: &mut ChessPool, position: &Position, limits: Limits<Move>) -> Answer {
    let answer = start(pool, position.clone(), limits);
    answer.recv().expect("every search answers")
}

/// A whole search of a position.
pub fn search(pool: &mut ChessPool, fen: &str, limits: Limits<Move>) -> Answer {
    search_from(pool, &position(fen), limits)
}

/// The position of a FEN.
pub fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a valid FEN")
}

/// The position after some moves, with its history.
pub fn played(fen: &str, moves: &str) -> Position {
    let mut position = position(fen);
    for text in moves.split_whitespace() {
        let mv = position.parse_uci(text).expect("a legal move");
        position.play(mv);
    }
    position
}

/// A depth limit.
pub fn to_depth(depth: u32) -> Limits<Move> {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// A node limit.
pub fn to_nodes(nodes: u64) -> Limits<Move> {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// A depth limit and a single root move (`searchmoves`).
pub fn only(position: &Position, mv: &str, depth: u32) -> Limits<Move> {
    Limits {
        moves: Some(vec![position.parse_uci(mv).expect("a legal move")]),
        ..to_depth(depth)
    }
}

/// Whether a score says draw. The search varies draws by one point.
pub fn is_draw(score: Score) -> bool {
    score.raw().abs() <= 1
}
