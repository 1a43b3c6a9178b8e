//! Mates of known length. `mates.epd` was made by the example `mates` of the chess crate, which has
//! proven every length by trying all moves; `tools/oracles/mate_oracle.py` asks Stockfish as well.

mod common;

use chess::{Epd, Move, Position};
use common::{ChessPool, pool, search, search_from, to_depth, to_nodes};
use game::Score;

const MATES: &str = include_str!("mates.epd");

/// Node limit: several times what the hardest of the mates needs.
const NODES: u64 = 10_000_000;
/// Node limit for the side that is mated, which has no other limit.
const NODES_LOST: u64 = 250_000;

/// Test every so many mates: an unoptimized build is slow.
const STEP: usize = if cfg!(debug_assertions) { 33 } else { 1 };

/// A position, the moves to its mate, and the move that begins it.
struct Mate {
    position: Position,
    moves: usize,
    key: Move,
}

fn mates() -> impl Iterator<Item = Mate> {
    MATES.lines().step_by(STEP).map(|line| {
        let epd = Epd::parse(line).expect("the file is EPD");
        let moves = epd.operand("dm").expect("a length");
        Mate {
            moves: moves.parse().expect("a number"),
            key: epd.moves("bm").expect("a legal move")[0],
            position: epd.position,
        }
    })
}

/// Searches for a mate of at most this length.
fn find(pool: &mut ChessPool, mate: &Mate) -> common::Answer {
    let limits = search::Limits {
        mate: Some(mate.moves as u32),
        ..to_nodes(NODES)
    };
    search_from(pool, &mate.position, limits)
}

#[test]
fn mates_are_found_at_their_length() {
    let mut pool = pool(1);
    for mate in mates() {
        let fen = mate.position.fen();
        pool.clear();
        let answer = find(&mut pool, &mate);
        let plies = 2 * mate.moves - 1;
        assert_eq!(answer.score, Score::mate_in(plies), "{fen}: {answer:?}");
        assert_eq!(answer.best, Some(mate.key), "{fen}");
        assert_mating_line(&mate.position, &answer.pv, plies);
    }
}

#[test]
fn being_mated_is_found_at_its_length() {
    let mut pool = pool(1);
    for mate in mates() {
        let lost = Mate {
            position: mate.position.after(mate.key),
            ..mate
        };
        pool.clear();
        let fen = lost.position.fen();
        let answer = search_from(&mut pool, &lost.position, to_nodes(NODES_LOST));
        let plies = 2 * lost.moves - 2;
        assert_eq!(answer.score, Score::mated_in(plies), "{fen}: {answer:?}");
        assert_mating_line(&lost.position, &answer.pv, plies);
    }
}

/// The PV has so many legal moves, and mates.
#[track_caller]
fn assert_mating_line(position: &Position, line: &[Move], plies: usize) {
    let fen = position.fen();
    assert_eq!(line.len(), plies, "{fen}: {line:?}");
    let mut end = position.clone();
    for &mv in line {
        assert!(end.is_pseudo_legal(mv) && end.is_legal(mv), "{fen}: {mv:?}");
        end.play(mv);
    }
    let mut replies = game::MoveList::new();
    end.generate(game::Stage::All, &mut replies);
    assert!(end.in_check() && replies.is_empty(), "{fen}: {line:?}");
}

/// The suite has what it should have: all lengths, both colors, quiet and under-promoting keys.
#[test]
fn the_suite_is_varied() {
    let lines: Vec<Epd> = MATES
        .lines()
        .map(|line| Epd::parse(line).expect("the file is EPD"))
        .collect();
    let count = |test: &dyn Fn(&Epd) -> bool| lines.iter().filter(|&epd| test(epd)).count();
    assert!(lines.len() >= 40);
    for length in ["2", "3", "4", "5"] {
        assert!(
            count(&|epd| epd.operand("dm") == Some(length)) >= 10,
            "{length}"
        );
    }
    for color in [chess::Color::White, chess::Color::Black] {
        assert!(count(&|epd| epd.position.side_to_move() == color) >= 20);
    }
    for (sort, least) in [("quiet", 15), ("check", 15), ("under-promotion", 6)] {
        assert!(
            count(&|epd| epd.operand("c0") == Some(sort)) >= least,
            "{sort}"
        );
    }
}

/// A few well-known pictures, mates in one among them.
#[test]
fn textbook_mates_are_found() {
    let mut pool = pool(1);
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1),
        ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", 1),
        ("8/8/8/8/8/1k6/8/1K1R3r b - - 0 1", 1),
        ("3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1", 2),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ] {
        pool.clear();
        let answer = search(&mut pool, fen, to_depth(10));
        let expected = Score::mate_in(2 * moves - 1);
        assert_eq!(answer.score, expected, "{fen}: {answer:?}");
    }
}
