//! `UCI_LimitStrength`: a move of the level, fixed by the seed, in time; full strength in analysis.

mod support;

use std::time::{Duration, Instant};

use support::Engine;

/// An engine at a level with a fixed seed.
fn engine(elo: u32) -> Engine {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_LimitStrength value true\nsetoption name LevelSeed value 7");
    engine.send(&format!("setoption name UCI_Elo value {elo}"));
    engine.send("position startpos moves e2e4 e7e5");
    engine
}

fn best_move(engine: &mut Engine, go: &str) -> Vec<String> {
    engine.send(go);
    engine.until(|line| line.starts_with("bestmove "))
}

/// The move of a level after another option.
fn answer(elo: u32, go: &str, option: &str) -> String {
    let mut engine = engine(elo);
    engine.send(option);
    let said = best_move(&mut engine, go);
    assert_eq!(said.len(), 2, "one info line: {said:?}");
    assert!(said[0].contains(" score "), "{said:?}");
    said[1].clone()
}

#[test]
fn the_seed_and_not_the_limits_fix_the_move() {
    let usual = answer(1000, "go depth 3", "");
    for go in ["go nodes 1", "go movetime 1000"] {
        assert_eq!(answer(1000, go, ""), usual, "{go}");
    }
    assert_eq!(
        answer(1000, "go depth 9", "setoption name Threads value 2"),
        usual
    );
    let mut seeds = (1..30).map(|seed| {
        let option = format!("setoption name LevelSeed value {seed}");
        answer(1000, "go depth 3", &option)
    });
    assert!(seeds.any(|other| other != usual));
}

#[test]
fn the_time_control_does_not_change_the_move() {
    for elo in [600, 1200, 1800, 2400] {
        let usual = answer(elo, "go depth 1", "");
        for clock in [
            "go wtime 9000 btime 9000",
            "go wtime 20000 btime 20000 winc 200 binc 200",
            "go wtime 30000 btime 30000 movestogo 40",
        ] {
            assert_eq!(answer(elo, clock, ""), usual, "{elo}, {clock}");
        }
    }
}

/// A level would tell its own misjudgment otherwise, which is why it chose its move.
#[test]
fn the_score_is_of_a_search_without_errors() {
    let mut engine = engine(600);
    let openings = [
        "",
        " moves e2e4 e7e5",
        " moves d2d4 d7d5 c2c4 e7e6 b1c3 g8f6",
        " moves e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6",
    ];
    for seed in 1..12 {
        engine.send(&format!("setoption name LevelSeed value {seed}"));
        for opening in openings {
            engine.send(&format!("position startpos{opening}"));
            let info = best_move(&mut engine, "go depth 1").remove(0);
            let (_, score) = info.split_once(" score cp ").expect("no mate");
            let score: i32 = score.split(' ').next().unwrap().parse().unwrap();
            assert!(score.abs() <= 400, "{opening}, seed {seed}: {info}");
        }
    }
    // A mate that it does not see to the end is one all the same.
    engine.send("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    let info = best_move(&mut engine, "go depth 1 searchmoves a1a8").remove(0);
    assert!(
        info.contains(" score mate 1 ") && info.ends_with(" pv a1a8"),
        "{info}"
    );
}

#[test]
fn skill_levels_limit_strength_and_analysis_does_not() {
    let mut engine = Engine::start();
    engine.send("setoption name Skill Level value 0");
    assert_eq!(best_move(&mut engine, "go depth 8").len(), 2);
    engine.send("go infinite");
    engine.until(|line| line.starts_with("info depth 6 "));
    best_move(&mut engine, "stop");
    engine.send("setoption name Skill Level value 20");
    assert!(best_move(&mut engine, "go depth 8").len() > 4);
}

#[test]
fn the_clock_is_kept_and_stop_and_ponderhit_are_heard() {
    let mut engine = engine(600);
    let start = Instant::now();
    for _ in 0..5 {
        best_move(&mut engine, "go wtime 300 btime 300");
    }
    assert!(start.elapsed() < Duration::from_millis(1500));
    engine.send("go ponder wtime 100 btime 100");
    engine.until(|line| line.starts_with("info "));
    let said = engine.ready();
    assert!(
        !said.iter().any(|line| line.starts_with("bestmove")),
        "{said:?}"
    );
    best_move(&mut engine, "ponderhit");
    engine.send("go wtime 100000000 btime 100000000");
    best_move(&mut engine, "stop");
    let said = best_move(&mut engine, "go depth 1 searchmoves a2a3");
    assert_eq!(said.last().map(String::as_str), Some("bestmove a2a3"));
}
