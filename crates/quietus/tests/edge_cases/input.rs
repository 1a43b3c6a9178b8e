//! What is read: positions, options, unknown words, the command line.

use std::process::Command;

use crate::support::{Engine, MATE_IN_ONE, field};

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
            said.len() == 1 && said[0].contains("MultiPV must be from 1 to 256"),
            "{bad}: {said:?}"
        );
    }
    assert_eq!(
        engine.search("go depth 3").number("multipv"),
        2,
        "the old value stays"
    );
    engine.send("setoption name Ponder value maybe");
    assert!(engine.ready()[0].contains("Ponder must be true or false"));
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
