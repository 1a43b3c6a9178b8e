//! What GUIs and match runners do beyond the plain protocol: one test for each case.

mod support;

use std::process::Command;

use support::{Engine, MATE_IN_ONE, field};

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
    engine.until(|line| field(line, "depth") == Some("8"));
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
fn searchmoves_bounds_the_first_moves() {
    let mut engine = Engine::start();
    let best = |engine: &mut Engine, go: &str| engine.search(go).best().to_owned();
    let two = best(&mut engine, "go depth 4 searchmoves a2a3 h2h3");
    assert!(two == "a2a3" || two == "h2h3", "{two}");
    assert_eq!(best(&mut engine, "go searchmoves A2A3 depth 3"), "a2a3");
    assert_eq!(
        best(&mut engine, "go depth 3 searchmoves h2h4 e2e5"),
        "h2h4"
    );
    assert_eq!(best(&mut engine, "go depth 3 searchmoves 0000"), "(none)");
    engine.send(&format!("position fen {MATE_IN_ONE}"));
    assert_eq!(best(&mut engine, "go depth 3 searchmoves g1g2"), "g1g2");
    assert_eq!(
        best(&mut engine, "go depth 3"),
        "a1a8",
        "for one search only"
    );
}

#[test]
fn the_first_of_several_limits_ends_the_search() {
    let mut engine = Engine::start();
    for go in [
        "go depth 3 nodes 100000000 movetime 600000",
        "go movetime 600000 nodes 100000000 depth 3",
        "go nodes 100000000 depth 3 wtime 6000000 btime 6000000 winc 1 binc 1",
    ] {
        assert_eq!(engine.search(go).number("depth"), 3, "{go}");
    }
    for go in [
        "go depth 100 nodes 2000 movetime 600000",
        "go nodes 2000 wtime 6000000",
    ] {
        assert!(engine.search(go).number("nodes") <= 2000, "{go}");
    }
    assert!(
        engine
            .search("go depth 100 nodes 100000000000 movetime 5")
            .number("depth")
            < 100
    );
}

#[test]
fn half_a_clock_is_enough() {
    let mut engine = Engine::start();
    for go in [
        "go wtime 100",
        "go btime 100",
        "go wtime 1",
        "go wtime 0 btime 0",
        "go wtime -50 btime -50 winc -1 binc -1",
        "go winc 10 wtime 20 movestogo 0",
        "go wtime 30 movestogo 1",
        "go btime 50 binc 10",
    ] {
        for moves in ["", " moves e2e4"] {
            engine.send(&format!("position startpos{moves}"));
            let search = engine.search(go);
            assert_eq!(search.last("pv"), search.best(), "{go}");
        }
    }
}

#[test]
fn a_bare_go_ends_at_the_greatest_depth() {
    let mut engine = Engine::start();
    engine.send(&format!("position fen {MATE_IN_ONE}"));
    let search = engine.search("go");
    assert_eq!((search.best(), search.last("mate")), ("a1a8", "1"));
    assert!(search.number("depth") > 200);
}

#[test]
fn go_mate_ends_with_the_mate() {
    let mut engine = Engine::start();
    engine.send("position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let search = engine.search("go mate 2");
    assert_eq!(search.last("mate"), "2");
    assert!(search.number("depth") < 100);
}

#[test]
fn short_fens_vain_en_passant_and_upper_case_are_accepted() {
    let mut engine = Engine::start();
    let mut fen_of = |position: &str| {
        engine.send(&format!("position {position}\nd"));
        let said = engine.until(|line| line.starts_with("Key: "));
        let fen = said.iter().find_map(|line| line.strip_prefix("FEN: "));
        fen.expect("the board has a FEN").to_owned()
    };
    assert_eq!(
        fen_of("fen 8/8/8/4k3/8/8/4P3/4K3 w - -"),
        "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
    );
    assert_eq!(
        fen_of("fen 8/8/8/4k3/8/8/4P3/4K3 b - - 7"),
        "8/8/8/4k3/8/8/4P3/4K3 b - - 7 1"
    );
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(
        fen_of("fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
        after_e4,
        "nobody can take on e3"
    );
    assert_eq!(fen_of("startpos moves E2E4"), after_e4);
    let real = "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3";
    assert_eq!(fen_of(&format!("fen {real}")), real);
    let promoted = fen_of("fen 8/P3k3/8/8/8/8/8/4K3 w - - 0 1 moves A7A8Q");
    assert!(promoted.starts_with("Q7/4k3/"), "{promoted}");
}

#[test]
fn a_bad_position_leaves_the_old_one() {
    let mut engine = Engine::start();
    engine.send(&format!("position fen {MATE_IN_ONE}"));
    for bad in [
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen kk6/8/8/8/8/8/8/K7 w - - 0 1",
        "position fen P6k/8/8/8/8/8/8/K7 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "position fen",
        "position",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e2e4",
        "position startpos moves nonsense",
        "position startpos moves 0000",
    ] {
        engine.send(bad);
        let said = engine.ready();
        assert!(
            said.len() == 1 && said[0].starts_with("info string error: "),
            "{bad}: {said:?}"
        );
        assert_eq!(engine.search("go depth 2").best(), "a1a8", "{bad}");
    }
}

#[test]
fn setoption_takes_any_case_and_refuses_bad_values() {
    let mut engine = Engine::start();
    engine.send("setoption name multipv value 2\nsetoption name MOVE OVERHEAD value 20");
    engine.send("setoption name Threads value 2\nsetoption name Hash value 4");
    engine.send("setoption name clear hash\nsetoption name Ponder value TRUE");
    assert_eq!(engine.ready(), [""; 0]);
    for bad in [
        "0",
        "257",
        "-1",
        "x",
        "1.5",
        "",
        "2 2",
        "99999999999999999999",
    ] {
        engine.send(&format!("setoption name MultiPV value {bad}"));
        let said = engine.ready();
        assert!(
            said.len() == 1 && said[0].contains("MultiPV takes a number from 1 to 256"),
            "{bad}: {said:?}"
        );
    }
    assert_eq!(
        engine.search("go depth 3").number("multipv"),
        2,
        "the old value stays"
    );
    engine.send("setoption name Ponder value maybe");
    assert!(engine.ready()[0].contains("Ponder takes true or false"));
}

#[test]
fn setoption_during_a_search_waits_for_its_end() {
    for option in [
        "Hash value 2",
        "Threads value 2",
        "Clear Hash",
        "MultiPV value 2",
    ] {
        let mut engine = Engine::start();
        engine.send(&format!("go infinite\nsetoption name {option}\nstop"));
        engine.answer();
        assert_eq!(engine.ready(), [""; 0], "one move for one search");
        assert_eq!(engine.search("go depth 3").number("depth"), 3);
    }
}

#[test]
fn text_options_take_the_rest_of_the_line() {
    let folder = std::env::temp_dir().join(format!("quietus {} a;b", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the log");
    let path = folder.join("the  log.txt");
    let mut engine = Engine::start();
    engine.send(&format!(
        "setoption name Debug Log File value {}",
        path.display()
    ));
    assert_eq!(engine.ready(), [""; 0]);
    engine.send("setoption name debug log file value <empty>\nxyzzy");
    engine.ready();
    let log = std::fs::read_to_string(&path).expect("the log is where it was asked for");
    std::fs::remove_dir_all(&folder).expect("it is ours");
    assert!(
        log.contains(" >> isready\n") && log.contains(" << readyok\n"),
        "{log}"
    );
    assert!(!log.contains("xyzzy"), "the log was closed:\n{log}");
}

#[test]
fn unknown_words_are_skipped() {
    let mut engine = Engine::start();
    engine.send("joho isready now");
    engine.until(|line| line == "readyok");
    let search = engine.search("please go fast depth 3 or so searchmoves a2a3 xyz");
    assert_eq!((search.best(), search.number("depth")), ("a2a3", 3));
    engine.send("register later\ndebug on\n\n \t \ngo-on \u{1F600} \u{0}");
    let said = engine.ready();
    assert!(
        said.iter().all(|line| line.starts_with("info string ")),
        "{said:?}"
    );
    assert_ne!(engine.search("go depth x").best(), "(none)", "not for ever");
}

#[test]
fn ucinewgame_forgets_everything() {
    let mut engine = Engine::start();
    engine.send("setoption name Hash value 64");
    let run = |engine: &mut Engine| {
        engine.send("ucinewgame");
        assert_eq!(engine.ready(), [""; 0]);
        let search = engine.search("go nodes 20000");
        let told = search.0.iter().filter_map(|line| field(line, "nodes"));
        (
            search.best().to_owned(),
            told.map(str::to_owned).collect::<Vec<_>>(),
        )
    };
    let first = run(&mut engine);
    assert_eq!(run(&mut engine), first);
    engine.send("go infinite\nucinewgame");
    engine.answer();
    assert_eq!(run(&mut engine), first);
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

#[test]
fn the_command_line_is_a_command_or_several() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_quietus"))
            .args(arguments)
            .output();
        let output = output.expect("the program runs");
        let text = String::from_utf8(output.stdout).expect("text");
        (text, output.status.success())
    };
    let (text, ok) = run(&["bench", "1"]);
    assert!(
        ok && text
            .lines()
            .last()
            .is_some_and(|line| line.contains(" nodes "))
    );
    let (text, ok) = run(&["go depth 2", "quit"]);
    assert!(ok && text.matches("bestmove ").count() == 1, "{text}");
    let mate = format!("position fen {MATE_IN_ONE}");
    let (text, ok) = run(&[&mate, "go depth 3", "d", "quit", "bench"]);
    assert!(
        ok && text.contains("bestmove a1a8") && text.contains("FEN: 6k1/"),
        "{text}"
    );
    assert!(!text.contains(" nps\n"), "nothing is run after quit");
    let (text, ok) = run(&["xyzzy"]);
    assert!(!ok && text.contains("unknown command"), "{text}");
}

#[test]
fn a_forced_move_is_played_at_once_on_a_clock() {
    let mut engine = Engine::start();
    engine.send("position fen 7k/8/8/8/8/8/1r6/7K w - - 0 1");
    // Otherwise this would take more than the patience of the test.
    let search = engine.search("go wtime 36000000 btime 36000000");
    assert_eq!((search.best(), search.last("pv")), ("h1g1", "h1g1"));
    assert_eq!(
        engine.search("go depth 9").number("depth"),
        9,
        "other limits are kept"
    );
}
