//! What the options do.

mod support;

use chess::{Chess, Position};
use evaluation::{Evaluated, Evaluation};
use search::{Limits, SingleThreadSearch, TranspositionTable};
use support::{Engine, MATE_IN_ONE, field};

#[test]
fn the_options_are_announced() {
    let mut engine = Engine::start();
    engine.send("uci");
    let said = engine.until(|line| line == "uciok");
    for option in [
        "option name Threads type spin default 1 min 1 max 1024",
        "option name Hash type spin default 16 min 1 max 33554432",
        "option name Clear Hash type button",
        "option name MultiPV type spin default 1 min 1 max 256",
        "option name Ponder type check default false",
        "option name Move Overhead type spin default 10 min 0 max 5000",
        "option name Contempt type spin default 0 min -100 max 100",
        "option name SoftNodes type check default false",
        "option name RawScores type check default false",
        "option name UCI_Variant type combo default chess var chess var xiangqi var makruk",
        "option name UCI_Chess960 type check default false",
        "option name XiangqiRanks type combo default 0-9 var 0-9 var 1-10",
        "option name XiangqiRepetition type combo default computer var computer var WXF",
        "option name UCI_ShowWDL type check default false",
        "option name UCI_AnalyseMode type check default false",
        "option name UseNNUE type check default true",
        "option name TablesOnly type check default false",
        "option name EvalFile type string default <empty>",
        "option name NnueBlend type spin default 100 min 0 max 100",
        "option name NnueScale type spin default 100 min 10 max 1000",
        "option name SyzygyPath type string default <empty>",
        "option name SyzygyProbeDepth type spin default 1 min 1 max 100",
        "option name SyzygyProbeLimit type spin default 7 min 0 max 7",
        "option name Syzygy50MoveRule type check default true",
        "option name OwnBook type check default false",
        "option name BookFile type string default <empty>",
        "option name BookDepth type spin default 255 min 1 max 255",
        "option name BookVariety type combo default weighted var weighted var best var uniform",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin default 1400 min 600 max 2400",
        "option name Skill Level type spin default 20 min 0 max 20",
        "option name LevelSeed type spin default 0 min 0 max 9223372036854775807",
        "option name Debug Log File type string default <empty>",
    ] {
        assert!(
            said.iter().any(|line| line == option),
            "{option}: {said:#?}"
        );
    }
}

#[test]
fn the_game_can_be_named_and_others_are_refused() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4\nsetoption name UCI_Variant value CHESS");
    assert_eq!(engine.ready(), [""; 0]);
    engine.send("d");
    let board = engine.ready().join("\n");
    assert!(board.contains("/4P3/"), "the position stays: {board}");
    engine.send("setoption name UCI_Variant value checkers");
    let said = engine.ready();
    assert!(said.len() == 1 && said[0].contains("must be"), "{said:?}");
}

#[test]
fn ranges_have_two_ends() {
    let mut engine = Engine::start();
    for good in [
        "Move Overhead value 0",
        "Contempt value -100",
        "Contempt value 100",
    ] {
        engine.send(&format!("setoption name {good}"));
        assert_eq!(engine.ready(), [""; 0], "{good}");
    }
    for bad in [
        "Move Overhead value -1",
        "Contempt value -101",
        "Threads value 0",
    ] {
        engine.send(&format!("setoption name {bad}"));
        let said = engine.ready();
        assert!(
            said.len() == 1 && said[0].contains("must be from"),
            "{said:?}"
        );
    }
}

/// The three numbers after `wdl`, which must stand between the score and the nodes.
fn chances(line: &str) -> Option<[i64; 3]> {
    let (before, after) = line.split_once(" wdl ")?;
    let (numbers, _) = after.split_once(" nodes ")?;
    let score: Vec<&str> = before.split(" score ").nth(1)?.split(' ').collect();
    assert!(matches!(
        score[..],
        ["cp" | "mate", _] | ["cp" | "mate", _, "lowerbound" | "upperbound"]
    ));
    let numbers: Vec<i64> = numbers
        .split(' ')
        .map(|word| word.parse().expect("a number"))
        .collect();
    numbers.try_into().ok()
}

#[test]
fn win_chances_are_shown_when_wanted() {
    let mut engine = Engine::start();
    let plain = engine.search("go depth 5");
    assert!(
        !plain.0.iter().any(|line| line.contains("wdl")),
        "{plain:?}"
    );
    engine.send("setoption name UCI_ShowWDL value true");
    let search = engine.search("go depth 6");
    for line in search.0.iter().filter(|line| line.contains(" score ")) {
        let [win, draw, loss] = chances(line).unwrap_or_else(|| panic!("{line}"));
        assert_eq!(win + draw + loss, 1000, "{line}");
        assert!(draw > win && draw > loss, "it is an even game: {line}");
    }
    engine.send(&format!("position fen {MATE_IN_ONE}"));
    let mate = engine.search("go depth 4");
    assert_eq!(chances(mate.last_info()), Some([1000, 0, 0]));
    engine.send("position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    let mated = engine.search("go depth 4");
    assert_eq!(mated.last_info(), "info depth 0 score mate 0 wdl 0 0 1000");
}

#[test]
fn contempt_counts_in_games_but_not_in_analysis() {
    let mut engine = Engine::start();
    engine.send("position fen 8/8/4k3/8/8/3NK3/8/8 w - - 0 1\nsetoption name Contempt value 50");
    let game = engine.search("go depth 5").number("cp");
    assert!((-51..=-49).contains(&game), "{game}");
    engine.send("setoption name UCI_AnalyseMode value true\nucinewgame");
    let analysis = engine.search("go depth 5").number("cp");
    assert!((-1..=1).contains(&analysis), "{analysis}");
    engine.send("setoption name UCI_AnalyseMode value false\nucinewgame\ngo infinite");
    let said = engine.until(|line| field(line, "depth") == Some("5"));
    let infinite = said.last().and_then(|line| field(line, "cp"));
    assert!(matches!(infinite, Some("-1" | "0" | "1")), "{infinite:?}");
}

#[test]
fn the_log_has_both_sides_and_the_search() {
    let path = std::env::temp_dir().join(format!("quietus-log-{}.txt", std::process::id()));
    let mut engine = Engine::start();
    engine.send(&format!(
        "setoption name Debug Log File value {}",
        path.display()
    ));
    let search = engine.search("go depth 3");
    engine.send("setoption name Debug Log File value no such folder/x");
    let said = engine.ready();
    assert!(
        said[0].contains("cannot open the log file \"no such folder/x\""),
        "{said:?}"
    );
    let (_, ok) = engine.close();
    assert!(ok);
    let log = std::fs::read_to_string(&path).expect("a log");
    std::fs::remove_file(&path).expect("it is ours");
    let mut last = 0.0;
    for line in log.lines() {
        let (time, rest) = line.split_once(' ').expect("a time in front");
        let time: f64 = time.parse().expect("seconds");
        assert!(
            time >= last && (rest.starts_with(">> ") || rest.starts_with("<< ")),
            "{line}"
        );
        last = time;
    }
    for line in &search.0 {
        assert!(
            log.contains(&format!(" << {line}\n")),
            "{line} is not in\n{log}"
        );
    }
    assert!(log.contains(" >> go depth 3\n"));
    assert!(
        log.ends_with("<< readyok\n"),
        "a bad file leaves the log as it was:\n{log}"
    );
}

#[test]
fn the_current_move_is_told_after_a_second() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 2\ngo infinite");
    let said = engine.until(|line| line.contains(" currmovenumber 5"));
    let told: Vec<&String> = said
        .iter()
        .filter(|line| line.contains("currmove"))
        .collect();
    for line in &told {
        let words: Vec<&str> = line.split(' ').collect();
        assert!(
            matches!(words[..], ["info", "depth", _, "currmove", mv, "currmovenumber", _] if mv.len() == 4),
            "{line}"
        );
    }
    let first = said.iter().position(|line| line.contains("currmove"));
    let after = &said[first.expect("told")..];
    let times = after.iter().filter_map(|line| field(line, "time"));
    let mut times = times.filter_map(|time| time.parse::<u32>().ok());
    assert!(times.all(|time| time >= 1000), "too early: {said:#?}");
    engine.search("stop");
}

#[test]
fn all_lines_of_a_depth_come_together() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 3");
    let search = engine.search("go depth 5");
    let told: Vec<(&str, &str)> = search
        .0
        .iter()
        .filter_map(|line| Some((field(line, "depth")?, field(line, "multipv")?)))
        .collect();
    let expected: Vec<(String, String)> = (1..=5)
        .flat_map(|depth| (1..=3).map(move |line| (depth.to_string(), line.to_string())))
        .collect();
    let expected: Vec<(&str, &str)> = expected.iter().map(|(d, l)| (&d[..], &l[..])).collect();
    assert_eq!(told, expected);
}

#[test]
fn soft_nodes_and_raw_scores_search_as_self_play_does() {
    let fen = "r4rk1/1b2bppp/p2ppn2/1p6/3NPP2/1BN5/PPP3PP/R4R1K w - - 40 60";
    let position = Position::from_fen(fen).expect("valid");
    let table = TranspositionTable::new(16).expect("memory for it");
    let evaluation = Evaluation::<Chess>::without_clock(Chess::embedded().as_ref());
    let mut searcher = SingleThreadSearch::new(&position, table, evaluation);
    searcher.set_correction_history(false);
    let limits = Limits {
        soft_nodes: Some(5000),
        nodes: Some(40_000),
        ..Limits::default()
    };
    let expected = searcher.search(&position, limits);
    let mut engine = Engine::start();
    engine.send("setoption name SoftNodes value true");
    let mut search = |raw: bool| {
        engine.send(&format!("setoption name RawScores value {raw}"));
        engine.send(&format!("ucinewgame\nposition fen {fen}"));
        let search = engine.search("go nodes 5000");
        (search.number("cp"), search.number("nodes"))
    };
    let raw = (i64::from(expected.score.raw()), expected.nodes as i64);
    assert_ne!(search(false), raw);
    assert_eq!(search(true), raw);
}
