//! What the search makes of positions whose truth is known.

use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

use chess::{Chess, Move, Position};
use game::Score;
use handcrafted::Handcrafted;
use search::{Budget, Info, Job, Limits, Pool, Report, TranspositionTable};

/// What a search said last, and how it ended.
#[derive(Clone, Debug, Default)]
struct Answer {
    score: Score,
    nodes: u64,
    depth: u32,
    lines: usize,
    best: Option<Move>,
}

struct Listener {
    answer: Answer,
    done: Sender<Answer>,
}

impl Report<Chess> for Listener {
    fn info(&mut self, info: &Info<'_, Move>) {
        if info.line == 1 {
            self.answer.score = info.score;
        }
        self.answer.nodes = info.nodes;
        self.answer.depth = info.depth;
        self.answer.lines = self.answer.lines.max(info.line);
    }

    fn best_move(&mut self, mv: Option<Move>, _: Option<Move>) {
        self.answer.best = mv;
        self.done
            .send(self.answer.clone())
            .expect("the test waits for it");
    }
}

fn pool(threads: usize) -> Pool<Chess, Handcrafted> {
    Pool::new(
        threads,
        TranspositionTable::new(8).expect("8 MiB"),
        Handcrafted::new(),
    )
}

fn search(pool: &mut Pool<Chess, Handcrafted>, fen: &str, limits: Limits<Move>) -> Answer {
    let position = Position::from_fen(fen).expect("a valid FEN");
    let (done, answer) = mpsc::channel();
    let report = Box::new(Listener {
        answer: Answer::default(),
        done,
    });
    pool.start(Job {
        position,
        limits,
        start: Instant::now(),
        ponder: false,
        report,
    });
    answer.recv().expect("every search answers")
}

fn to_depth(depth: u32) -> Limits<Move> {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// Positions with the number of moves to mate, the side to move mating.
const MATES: [(&str, usize); 11] = [
    ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1),
    ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", 1),
    (
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        1,
    ),
    ("8/8/8/8/8/1k6/8/1K1R3r b - - 0 1", 1),
    ("4k3/8/4K3/8/8/8/8/7R w - - 0 1", 1),
    ("3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1", 1),
    ("5rk1/5ppp/8/8/8/8/1Q6/1K4R1 w - - 0 1", 1),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1", 2),
    (
        "2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1",
        2,
    ),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
];

#[test]
fn mates_are_found_at_their_length() {
    let mut pool = pool(1);
    for (fen, moves) in MATES {
        pool.forget();
        let answer = search(&mut pool, fen, to_depth(10));
        assert_eq!(
            answer.score,
            Score::mate_in(2 * moves - 1),
            "{fen}: {answer:?}"
        );
    }
}

#[test]
fn draws_by_rule_are_worth_nothing() {
    let mut pool = pool(1);
    for fen in [
        "8/8/4k3/8/8/3NK3/8/8 w - - 0 1",
        "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1",
        "8/8/8/4k3/8/4K3/4R3/8 w - - 99 90",
    ] {
        let answer = search(&mut pool, fen, to_depth(6));
        assert!(answer.score.raw().abs() <= 1, "{fen}: {answer:?}");
    }
}

#[test]
fn contempt_makes_draws_bad_for_the_side_to_move() {
    let mut pool = pool(1);
    for fen in [
        "8/8/4k3/8/8/3NK3/8/8 w - - 0 1",
        "8/8/4k3/8/8/3NK3/8/8 b - - 0 1",
        "7k/8/8/8/8/8/5K2/8 b - - 99 90",
    ] {
        for contempt in [-40, 0, 40] {
            pool.forget();
            let limits = Limits {
                contempt,
                ..to_depth(6)
            };
            let answer = search(&mut pool, fen, limits);
            assert!(
                (answer.score.raw() + contempt).abs() <= 1,
                "{fen} {contempt}: {answer:?}"
            );
        }
    }
}

#[test]
fn the_same_nodes_give_the_same_answer_after_forgetting() {
    let mut pool = pool(1);
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let mut run = || {
        pool.forget();
        search(&mut pool, Position::START_FEN, limits.clone())
    };
    let (first, second) = (run(), run());
    assert_eq!(
        (first.best, first.score, first.nodes),
        (second.best, second.score, second.nodes)
    );
}

#[test]
fn the_first_limit_ends_the_search() {
    let mut pool = pool(2);
    let deep = to_depth(5);
    assert_eq!(search(&mut pool, Position::START_FEN, deep).depth, 5);
    let budget = Budget {
        soft: Duration::from_millis(30),
        hard: Duration::from_millis(60),
    };
    let timed = Limits {
        budget: Some(budget),
        ..Limits::default()
    };
    assert!(search(&mut pool, Position::START_FEN, timed).best.is_some());
    let only = Position::start().parse_uci("a2a3").expect("legal");
    let restricted = Limits {
        moves: Some(vec![only]),
        ..to_depth(4)
    };
    assert_eq!(
        search(&mut pool, Position::START_FEN, restricted).best,
        Some(only)
    );
    let several = Limits {
        lines: 4,
        ..to_depth(4)
    };
    assert_eq!(search(&mut pool, Position::START_FEN, several).lines, 4);
}

#[test]
fn an_endless_search_waits_to_be_stopped() {
    let mut pool = pool(2);
    let position = Position::start();
    let (done, answer) = mpsc::channel();
    let report = Box::new(Listener {
        answer: Answer::default(),
        done,
    });
    let limits = Limits {
        infinite: true,
        depth: Some(3),
        ..Limits::default()
    };
    pool.start(Job {
        position,
        limits,
        start: Instant::now(),
        ponder: false,
        report,
    });
    assert!(
        answer.recv_timeout(Duration::from_millis(100)).is_err(),
        "not before it is told to"
    );
    pool.stop();
    let answer = answer
        .recv_timeout(Duration::from_secs(20))
        .expect("after stop it answers");
    assert!(answer.best.is_some());
    pool.wait();
}
