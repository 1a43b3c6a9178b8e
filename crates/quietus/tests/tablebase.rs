//! Syzygy tablebases in the engine, with the KQvK table of the repository.

mod support;

use chess::Position;
use support::{Engine, field};

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tablebase/tests/tables");
const QUEEN: &str = "8/8/8/2k5/8/8/8/QK6 w - - 0 1";

/// Everything said up to the best move, and the move.
fn search(engine: &mut Engine, position: &str, go: &str) -> (Vec<String>, String) {
    engine.send(&format!("position fen {position}\ngo {go}"));
    let said = engine.until(|line| line.starts_with("bestmove"));
    let best = said.last().and_then(|line| line.split_whitespace().nth(1));
    let best = best.expect("a move").to_owned();
    (said, best)
}

/// A number of the last info line with a PV.
fn last(said: &[String], name: &str) -> i64 {
    let info = said.iter().rfind(|line| line.contains(" pv "));
    let value = field(info.expect("an info line"), name);
    value.expect("the field").parse().expect("a number")
}

fn with_tables(path: &str) -> (Engine, Vec<String>) {
    let mut engine = Engine::start();
    engine.send(&format!("setoption name SyzygyPath value {path}"));
    let said = engine.ready();
    (engine, said)
}

#[test]
fn paths_are_said_to_hold_tables_or_none() {
    let (_, said) = with_tables(TABLES);
    let found = "info string found 1 WDL and 1 DTZ tablebases, up to 3 men";
    assert_eq!(said, [found]);
    let (mut engine, said) = with_tables("/does/not/exist");
    assert!(
        said[0].starts_with("info string cannot read the tablebases in"),
        "{said:?}"
    );
    assert!(said[1].contains("no tablebases found"), "{said:?}");
    let (said, _) = search(&mut engine, QUEEN, "depth 3");
    assert_eq!(last(&said, "tbhits"), 0);
    engine.send("setoption name SyzygyPath value <empty>");
    assert_eq!(engine.ready(), [""; 0]);
}

#[test]
fn a_won_root_is_won_by_dtz() {
    let (mut engine, _) = with_tables(TABLES);
    let mut position = Position::from_fen(QUEEN).expect("a valid FEN");
    let (said, _) = search(&mut engine, QUEEN, "depth 1");
    assert!(last(&said, "tbhits") > 10);
    assert!(last(&said, "cp") > 31_000, "{said:?}");
    // At depth 1 nothing else than DTZ leads to the mate in time.
    for _ in 0..20 {
        if position.outcome().is_some() {
            break;
        }
        let (_, best) = search(&mut engine, &position.fen(), "depth 1");
        position.play(position.parse_uci(&best).expect("a legal move"));
    }
    let outcome = position.outcome().map(|outcome| outcome.to_string());
    assert_eq!(outcome.as_deref(), Some("checkmate, white wins"));
}

#[test]
fn captures_into_the_tables_are_probed() {
    // White takes a pawn and has a queen against a bare king.
    let fen = "8/8/8/8/4k3/8/1p6/QK6 w - - 0 1";
    let (mut engine, _) = with_tables(TABLES);
    let (said, best) = search(&mut engine, fen, "depth 6");
    assert!(best == "a1b2" || best == "b1b2", "{best}");
    assert!(last(&said, "tbhits") > 0);
    assert!(last(&said, "cp") > 31_000, "{said:?}");
    for option in ["SyzygyProbeLimit value 2", "SyzygyPath value <empty>"] {
        engine.send(&format!("setoption name {option}\nucinewgame"));
        let (said, _) = search(&mut engine, fen, "depth 6");
        assert_eq!(last(&said, "tbhits"), 0, "{option}");
    }
}

#[test]
fn the_worse_lines_of_a_tablebase_root_come_after_the_better_ones() {
    let (mut engine, _) = with_tables(TABLES);
    engine.send("setoption name MultiPV value 100\nsetoption name Threads value 2");
    // The queen can be lost, or stalemate the king.
    let (said, _) = search(&mut engine, "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "depth 5");
    let lines: Vec<&String> = said
        .iter()
        .filter(|line| line.starts_with("info depth 5 "))
        .collect();
    let scores: Vec<bool> = lines.iter().map(|line| line.contains("cp 0 ")).collect();
    assert!(scores.len() > 20, "{said:#?}");
    assert!(
        scores.is_sorted() && scores.contains(&true),
        "wins before draws: {lines:#?}"
    );
    assert!(lines[0].contains("mate 1"), "{lines:#?}");
}

#[test]
fn tb_prints_wdl_dtz_and_moves() {
    let (mut engine, _) = with_tables(TABLES);
    engine.send("tb 8/8/8/8/8/1k6/8/KQ6 b - - 0 1");
    let said = engine.ready();
    for line in ["WDL: loss", "DTZ: -"] {
        assert!(
            said.iter().any(|said| said.starts_with(line)),
            "{line}: {said:#?}"
        );
    }
    let run = |words: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_quietus"));
        let output = command.args(words).output().expect("the program starts");
        let text = String::from_utf8(output.stdout).expect("it writes UTF-8");
        (output.status.code(), text)
    };
    let (status, text) = run(&["tb", QUEEN, "--syzygy", TABLES]);
    assert_eq!(status, Some(0), "{text}");
    assert!(
        text.contains("WDL: win") && text.contains("DTZ 1"),
        "{text}"
    );
    let cases = [
        (&["tb", QUEEN][..], 2, "tb needs a path"),
        (&["tb", "--syzygy"], 2, "--syzygy needs a path"),
        (&["tb", "nonsense", "--syzygy", TABLES], 2, "error"),
        (
            &["tb", "8/8/8/2k5/8/8/8/RK6 w - - 0 1", "--syzygy", TABLES],
            3,
            "no usable tablebase",
        ),
        (&["tb", "--syzygy", TABLES], 3, "castling"),
        (
            &["tb", "8/8/8/2k1r3/8/8/8/RK6 w - - 0 1", "--syzygy", TABLES],
            3,
            "4 men",
        ),
    ];
    for (words, status, problem) in cases {
        let (code, text) = run(words);
        assert_eq!(
            (code, text.contains(problem)),
            (Some(status), true),
            "{words:?}: {text}"
        );
    }
}
