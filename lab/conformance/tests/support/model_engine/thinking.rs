//! One search from its first iteration to `bestmove`.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use chess::{Move, Position};

use crate::fault::Fault;
use crate::go::Go;
use crate::search::{Brake, MATE, RootLine, Searcher, horizon};
use crate::session::Signals;

/// The deepest iteration.
const DEEPEST: u32 = 60;

/// One whole search: iterations, the wait for `stop` or `ponderhit`, and `bestmove`.
pub fn think(position: &Position, go: &Go, signals: &Signals, fault: Fault) {
    let legal = position.legal_moves();
    let is_wanted = |mv: &Move| {
        let moves = go.moves.as_ref().filter(|_| fault != Fault::AllMoves);
        moves.is_none_or(|moves| moves.contains(mv))
    };
    let mut roots: Vec<_> = legal.iter().copied().filter(is_wanted).collect();
    let mut best: Option<RootLine> = None;
    let deadline = || {
        *signals
            .deadline
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    };
    let mut searcher = Searcher {
        brake: Brake {
            stop: &signals.stop,
            nodes: go.nodes,
            deadline: &deadline,
        },
        nodes: 0,
        stopped: false,
    };
    if roots.is_empty() {
        let score = if position.in_check() {
            "mate 0"
        } else {
            "cp 0"
        };
        println!("info depth 0 score {score}");
    }
    let mut board = position.clone();
    let mut depth = 0;
    let mut lines = Vec::new();
    while depth < go.depth.unwrap_or(DEEPEST).min(DEEPEST) && !roots.is_empty() {
        depth += 1;
        // Depths beyond the maximum are reported without searching again.
        if depth <= horizon(position) || go.nodes.is_some() {
            match searcher.iteration(&mut board, &roots, depth) {
                Some(better) => lines = better,
                None => break,
            }
        }
        report(position, go, depth, searcher.nodes, &lines, fault);
        roots = lines.iter().map(|line| line.moves[0]).collect();
        let is_mate = lines[0].score.abs() > MATE - 100;
        best = lines.first().cloned();
        if is_mate {
            break;
        }
    }
    if searcher.stopped && best.is_some() {
        report(position, go, depth, searcher.nodes, &lines, fault);
    }
    misbehave(fault);
    let waits =
        || go.infinite && fault != Fault::Impatient || signals.pondering.load(Ordering::Relaxed);
    let deadline = deadline();
    while !signals.stop.load(Ordering::Relaxed) && (waits() || is_early(go, deadline)) {
        thread::sleep(Duration::from_millis(1));
    }
    answer(position, &roots, best, fault);
}

fn misbehave(fault: Fault) {
    match fault {
        Fault::DiesInSearch => std::process::abort(),
        Fault::Hangs => thread::sleep(Duration::from_secs(3600)),
        Fault::Slow => thread::sleep(Duration::from_secs(2)),
        _ => {}
    }
}

/// With `movetime` the engine uses its time even at the maximum depth.
fn is_early(go: &Go, deadline: Option<Instant>) -> bool {
    let is_open = go.depth.is_none() && go.nodes.is_none() && go.mate.is_none();
    is_open && deadline.is_some_and(|deadline| Instant::now() < deadline)
}

fn report(position: &Position, go: &Go, depth: u32, nodes: u64, lines: &[RootLine], fault: Fault) {
    let time = go
        .started
        .map_or(0, |started| started.elapsed().as_millis());
    let count = go.lines.min(lines.len());
    for number in 1..=count {
        let index = if fault == Fault::UnorderedLines {
            count - number
        } else {
            number - 1
        };
        let line = &lines[index];
        let score = score_text(line.score, fault);
        println!(
            "info depth {depth} seldepth {depth} multipv {number} score {score} nodes {nodes} \
             nps 1000 hashfull 0 time {time} pv {}",
            variation(position, &line.moves, fault)
        );
    }
}

fn score_text(score: i32, fault: Fault) -> String {
    let plies = MATE - score.abs();
    let moves = (plies + 1) / 2;
    match fault {
        Fault::FractionalScore => format!("cp {}.5", score / 10),
        Fault::BoundInWrongPlace => format!("cp {score} tbhits 0 lowerbound"),
        Fault::MatesInPlies if plies < 100 => format!("mate {}", plies * score.signum()),
        _ if plies < 100 => format!("mate {}", moves * score.signum()),
        _ => format!("cp {score}"),
    }
}

fn variation(position: &Position, moves: &[Move], fault: Fault) -> String {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &mv in moves {
        texts.push(position.uci(mv));
        position.play(mv);
    }
    if fault == Fault::IllegalVariation {
        texts.push("a1h8".to_owned());
    }
    texts.join(" ")
}

fn answer(position: &Position, roots: &[Move], best: Option<RootLine>, fault: Fault) {
    let moves = best.map_or_else(
        || roots.iter().copied().take(1).collect(),
        |line| line.moves,
    );
    let text = match moves.first() {
        Some(_) if fault == Fault::IllegalMove => "a1h8".to_owned(),
        Some(&mv) => position.uci(mv),
        None if fault == Fault::NullMoveWhenMated => "e2e4".to_owned(),
        None => "(none)".to_owned(),
    };
    let ponder = moves.get(1).map_or_else(String::new, |&mv| {
        format!(" ponder {}", position.after(moves[0]).uci(mv))
    });
    println!("bestmove {text}{ponder}");
    if fault == Fault::TwoBestMoves {
        println!("bestmove {text}{ponder}");
    }
}
