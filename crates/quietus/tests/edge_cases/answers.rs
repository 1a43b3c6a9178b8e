//! When an answer comes, and what it is.

use crate::support::{Engine, MATE_IN_ONE, field};

const MATED: &str = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1";
const STALEMATE: &str = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1";

#[test]
fn one_bestmove_for_each_go() {
    let mut engine = Engine::start();
    engine.send("stop\nponderhit");
    assert_eq!(engine.ready(), [""; 0], "nothing was asked");
    for go in [
        "go depth 4",
        "go nodes 3000",
        "go movetime 20",
        "go wtime 200 btime 200",
    ] {
        let search = engine.search(go);
        assert_eq!(
            search.last("pv"),
            search.best(),
            "the last line is about the move played"
        );
        engine.send("stop");
        assert_eq!(engine.ready(), [""; 0], "{go}: nothing after bestmove");
    }
    engine.send("go ponder wtime 1000 btime 1000\nstop");
    assert_eq!(engine.answer().last_info().matches(" score ").count(), 1);
    assert_eq!(engine.ready(), [""; 0]);
    engine.send("go infinite\ngo depth 2\ngo depth 3");
    let said = (0..3).map(|_| engine.answer()).collect::<Vec<_>>();
    assert_eq!(said[2].number("depth"), 3);
    assert_eq!(engine.ready(), [""; 0], "three searches, three moves");
}

#[test]
fn infinite_and_ponder_wait_to_be_told() {
    for (go, end) in [
        ("go infinite", "stop"),
        ("go ponder wtime 100 btime 100", "ponderhit"),
        ("go ponder movetime 1", "stop"),
        ("go infinite depth 3", "stop"),
    ] {
        let mut engine = Engine::start();
        engine.send(&format!("position fen {MATE_IN_ONE}\n{go}"));
        let deepest = if go.ends_with("depth 3") { "3" } else { "200" };
        let said = engine.until(|line| field(line, "depth") == Some(deepest));
        let more = engine.ready();
        let all = || said.iter().chain(&more);
        assert!(
            !all().any(|line| line.starts_with("bestmove")),
            "{go}: {more:?}"
        );
        engine.send(end);
        assert_eq!(engine.answer().best(), "a1a8");
    }
}

#[test]
fn ponderhit_starts_the_clock_of_the_go() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4 e7e5");
    engine.send("go ponder wtime 50 btime 50");
    engine.until(|line| field(line, "time").and_then(|time| time.parse().ok()) > Some(100));
    assert!(engine.ready().iter().all(|line| line.starts_with("info ")));
    assert_ne!(engine.search("ponderhit").best(), "(none)");
    engine.send("go ponder wtime 500 btime 500\nponderhit");
    assert_ne!(engine.answer().best(), "(none)");
}

#[test]
fn stop_during_ponder_is_a_miss_and_play_goes_on() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4 e7e5\ngo ponder wtime 1000 btime 1000");
    engine.until(|line| line.starts_with("info "));
    assert_ne!(engine.search("stop").best(), "(none)");
    engine.send(&format!("position fen {MATE_IN_ONE}"));
    assert_eq!(engine.search("go wtime 1000 btime 1000").best(), "a1a8");
}

#[test]
fn isready_is_answered_during_a_search() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    for _ in 0..3 {
        let said = engine.ready();
        assert!(
            !said.iter().any(|line| line.starts_with("bestmove")),
            "{said:?}"
        );
    }
    // Some iterations may have ended before the last answer: any later one shows that it goes on.
    let is_deep =
        |line: &str| field(line, "depth").is_some_and(|d| d.parse::<u32>().is_ok_and(|d| d >= 8));
    engine.until(is_deep);
    engine.search("stop");
}

#[test]
fn no_legal_move_is_none() {
    let mut engine = Engine::start();
    for (fen, score) in [(MATED, "score mate 0"), (STALEMATE, "score cp 0")] {
        for go in [
            "go depth 3",
            "go",
            "go wtime 100",
            "go nodes 1",
            "go mate 2",
        ] {
            engine.send(&format!("position fen {fen}"));
            let search = engine.search(go);
            assert_eq!(search.best(), "(none)");
            assert_eq!(search.last_info(), format!("info depth 0 {score}"));
        }
        engine.send("go infinite");
        assert_eq!(engine.ready(), [""; 0]);
        assert_eq!(engine.search("stop").best(), "(none)");
    }
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    for go in ["go infinite", "go depth 200", "go ponder wtime 1000", ""] {
        let mut engine = Engine::start();
        engine.send(go);
        let (said, ok) = engine.close();
        let moves = said
            .iter()
            .filter(|line| line.starts_with("bestmove "))
            .count();
        assert!(ok && moves == usize::from(!go.is_empty()), "{go}: {said:?}");
    }
}

/// The searches before a `stop` end, however many commands wait between it and them.
#[test]
fn stop_and_isready_are_heard_behind_commands_that_wait() {
    // Each would search for hours.
    let searches = [
        "go movetime 60000000",
        "go depth 200",
        "go nodes 1000000000000",
        "go mate 1",
        "go wtime 600000000 btime 600000000",
        "go infinite",
        "go ponder wtime 1000 btime 1000",
    ];
    for waits in ["ucinewgame", "setoption name Hash value 8", "go depth 1"] {
        for first in ["go infinite\nstop", "go depth 1", "go movetime 60000000"] {
            for go in searches {
                let mut engine = Engine::start();
                engine.send(&format!("{first}\n{go}\n{waits}\nstop\nisready"));
                let said = engine.until(|line| line == "readyok");
                let answers = said.iter().filter(|line| line.starts_with("bestmove "));
                // One of one iteration may still run, like any search at `isready`.
                if answers.count() < 2 + usize::from(waits.starts_with("go")) {
                    assert!(waits.starts_with("go"), "{first}, {go}, {waits}: {said:?}");
                    engine.answer();
                }
                assert_ne!(engine.search("go depth 2").best(), "(none)");
            }
        }
    }
}

/// Without a `stop` behind it, `isready` is answered during the search that the waiting command waits
/// for, not after it.
#[test]
fn isready_is_answered_while_a_command_waits_for_a_later_search() {
    for waits in ["ucinewgame", "setoption name Hash value 8", "go depth 1"] {
        let mut engine = Engine::start();
        let go = "go movetime 60000000";
        engine.send(&format!(
            "go infinite\nstop\n{go}\n{waits}\nisready\nisready"
        ));
        let said = engine.until(|line| line == "readyok");
        engine.until(|line| line == "readyok");
        let answers = said.iter().filter(|line| line.starts_with("bestmove "));
        assert_eq!(answers.count(), 1, "{waits}: {said:?}");
        engine.send("stop");
        assert_ne!(engine.answer().best(), "(none)");
    }
}
