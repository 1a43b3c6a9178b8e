//! Games against the program through pipes, as its players meet it.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use chess::pgn::{Game, Reader};
use chess::{GameResult, Position};

/// Runs the program with arguments and input in a locale; gives its output and whether it
/// succeeded.
fn quietus_in(locale: &str, arguments: &[&str], input: &str) -> (String, bool) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quietus"))
        .args(arguments)
        .env("LC_ALL", locale)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child
        .stdin
        .take()
        .expect("piped")
        .write_all(input.as_bytes())
        .expect("it reads its input");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(!text.contains('\x1b'), "escape codes in a pipe:\n{text}");
    (text, output.status.success())
}

/// Plays with arguments after `play` and lines of input; the program must succeed.
fn play(arguments: &[&str], lines: &[&str]) -> String {
    let arguments = [&["play", "--depth", "3"], arguments].concat();
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let (output, ok) = quietus_in("C", &arguments, &input);
    assert!(ok, "{output}");
    output
}

#[track_caller]
fn assert_contains(output: &str, expected: &[&str]) {
    for text in expected {
        assert!(output.contains(text), "{text:?} is not in:\n{output}");
    }
}

/// A path that does not exist yet.
fn fresh_path(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn read_game(path: &PathBuf) -> Game {
    let text = fs::read_to_string(path).expect("the game was saved");
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    let mut games = Reader::new(text.as_bytes());
    let game = games.next().expect("one game").expect("a readable one");
    assert!(games.next().is_none());
    game
}

#[test]
fn a_game_begins_and_the_engine_answers() {
    let output = play(&[], &["e4", "board"]);
    assert_contains(
        &output,
        &[
            "You play white, Quietus plays black. Its limit per move: depth 3.\n",
            "  1  R  N  B  Q  K  B  N  R     You (white)\n     a  b  c  d  e  f  g  h\n",
            "Quietus plays 1... ",
            ", depth 3, ",
            "Move 2, white to play\n",
        ],
    );
    assert!(output.lines().all(|line| line.len() <= 80), "{output}");
    // Black's pieces stand at the bottom when the person plays them, and the engine begins.
    let output = play(&["black"], &["flip"]);
    let turned = "  8  r  n  b  k  q  b  n  r     You (black)\n     h  g  f  e  d  c  b  a\n";
    assert_contains(
        &output,
        &["Quietus plays 1. ", turned, "Quietus (white)\n     a  b"],
    );
    let output = play(&["random"], &[]);
    assert!(
        output.contains("You play white") || output.contains("You play black"),
        "{output}"
    );
}

#[test]
fn symbols_or_letters_as_asked_or_as_the_locale_has_them() {
    for (locale, option, has_symbols) in [
        ("C", &[][..], false),
        ("C.UTF-8", &[], true),
        ("C", &["--unicode"], true),
        ("C.UTF-8", &["--ascii"], false),
    ] {
        let (output, ok) = quietus_in(locale, &[&["play"], option].concat(), "");
        assert!(
            ok && output.contains('♚') == has_symbols,
            "{locale} {option:?}\n{output}"
        );
        assert!(has_symbols || output.is_ascii(), "{output}");
    }
}

#[test]
fn every_end_is_named_by_its_rule() {
    for (arguments, lines, end) in [
        (
            "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
            "Ra8",
            "checkmate, white wins (1-0)",
        ),
        (
            "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
            "Qf7",
            "draw by stalemate (1/2-1/2)",
        ),
        (
            "7k/8/8/8/8/8/1p6/K7 w - - 0 1",
            "Kxb2",
            "draw by insufficient material (1/2-1/2)",
        ),
        (
            "7k/8/8/8/8/8/8/KR6 w - - 99 90",
            "Rb2",
            "draw by the fifty-move rule (1/2-1/2)",
        ),
        // Black's king has one legal move each time.
        (
            "k7/8/p7/P7/8/8/8/1R5K w - - 0 1",
            "Kg1\nKh1\nKg1\nKh1",
            "draw by threefold repetition (1/2-1/2)",
        ),
        (
            "7k/R7/8/8/8/8/8/1R5K b - - 0 1 black",
            "Kg8",
            "checkmate, white wins (1-0)",
        ),
        // Nothing is left to play for.
        (
            "7k/8/8/8/8/8/8/K7 w - - 0 1",
            "Ka2",
            "draw by insufficient material (1/2-1/2)",
        ),
    ] {
        let output = play(&["--fen", arguments], &[lines]);
        assert_contains(&output, &[&format!("The game is over: {end}")]);
    }
    let output = play(
        &["--fen", "k7/8/p7/P7/8/8/8/1R5K w - - 0 1"],
        &["Kg1", "Kh1", "Kg1"],
    );
    assert!(!output.contains("The game is over"), "{output}");
}

#[test]
fn after_the_end_there_is_a_way_back_and_on() {
    let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let output = play(
        &["--fen", fen],
        &[
            "Ra8",
            "Kf1",
            "hint",
            "undo",
            "fen",
            "resign",
            "board",
            "resign",
            "resign",
            "undo",
            "fen",
            "new black",
            "fen",
        ],
    );
    assert_eq!(
        output.matches("The game is over: checkmate").count(),
        4,
        "{output}"
    );
    assert_eq!(output.matches(&format!("\n{fen}\n")).count(), 2, "{output}");
    // Something between two resignations is no resignation.
    let asked = "Resign this game? Type 'resign' again, or play on.";
    assert_eq!(output.matches(asked).count(), 2, "{output}");
    assert_contains(
        &output,
        &[
            "The game is over: white resigns, black wins (0-1)",
            "You play black",
            "Quietus plays 1. Ra8# (white mates in 1, depth ",
            "R5k1/5ppp/8/8/8/8/8/6K1 b - - 1 1",
        ],
    );
}

#[test]
fn a_game_is_reviewed_with_the_numbers_of_analyze() {
    let path = fresh_path("reviewed.pgn");
    let save = format!("pgn {}", path.display());
    let output = play(
        &["--fen", "4k3/8/8/3n4/8/4N3/8/3QK3 w - - 0 1"],
        &["Qd2", &save, "review"],
    );
    let review = output.split_once("Player - Quietus").expect("a review").1;
    let review = review
        .split_once("\n>")
        .map_or(review, |(review, _)| review);
    assert!(review.contains("1. Qd2?"), "{review}");
    let (report, ok) = quietus_in("C", &["analyze", &path.display().to_string()], "");
    assert!(
        ok && report.contains(review.trim_end()),
        "{report}\n---\n{review}"
    );
}

#[test]
fn undo_takes_back_the_own_move_and_the_answer() {
    let output = play(
        &[],
        &["e4", "undo", "fen", "undo", "d4", "Nf3", "undo", "fen"],
    );
    assert_contains(
        &output,
        &[
            "\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
            "there is no move of yours to take back",
            "PPP1PPPP/RNBQKBNR w ",
        ],
    );
    let output = play(&["black"], &["undo"]);
    assert_contains(&output, &["there is no move of yours to take back"]);
}

#[test]
fn hints_are_legal_and_change_nothing() {
    let output = play(&[], &["hint", "eval", "moves", "fen"]);
    let hint = output
        .lines()
        .find_map(|line| line.strip_prefix("Hint: 1. "));
    let mv = hint
        .and_then(|hint| hint.split(' ').next())
        .unwrap_or_default();
    assert!(Position::start().parse_san(mv).is_ok(), "{output}");
    assert_contains(
        &output,
        &[
            "Static evaluation: +0.",
            "20 legal moves: Na3 Nc3 Nf3 Nh3 a3 ",
            &format!("\n{}\n", Position::START_FEN),
        ],
    );
}

#[test]
fn the_engine_takes_over_a_side() {
    let output = play(&[], &["go", "switch"]);
    assert_contains(
        &output,
        &["Quietus plays 1. ", "You (black)\n", "Quietus plays 1... "],
    );
}

#[test]
fn bad_input_says_why_and_the_game_goes_on() {
    let save = format!("pgn {}", fresh_path("no such folder/game.pgn").display());
    let lines = [
        "xyzzy", "Nf6", "e7e5", "e2e5", "O-O", "undo it", "\u{0}", "é4", "", &save, "e4",
    ];
    let output = play(&[], &lines);
    assert_contains(
        &output,
        &[
            "\"xyzzy\" is neither a move nor a command; 'help' lists the commands",
            "you have no knight that can move to f6",
            "the pawn on e7 is not yours",
            "the pawn on e2 cannot move to e5; possible: e3, e4",
            "castling is not possible",
            "\"undo it\" is neither a move nor a command",
            "cannot write ",
            "Quietus plays 1... ",
        ],
    );
    for (arguments, problem) in [
        (
            &["--depth", "0"][..],
            "--depth must be from 1 to 246: \"0\"",
        ),
        (&["green"], "unknown argument of play: \"green\""),
        (&["--fen", "8/8/8/8/8/8/8/8 w - -"], "White has 0 kings"),
    ] {
        let (output, ok) = quietus_in("C", &[&["play"], arguments].concat(), "");
        assert!(!ok && output.contains(problem), "{output}");
        assert!(output.contains("(see 'play --help')"), "{output}");
    }
    let (output, ok) = quietus_in("C", &["play", "--help"], "");
    assert!(
        ok && output.contains("quietus play black --time 5"),
        "{output}"
    );
}

#[test]
fn games_are_saved_and_read_back() {
    let path = fresh_path("saved.pgn");
    let save = format!("pgn {}", path.display());
    let output = play(&[], &["e4", "Nf3", "pgn", &save, "resign", "resign", &save]);
    assert_contains(
        &output,
        &[
            "[White \"Player\"]\n[Black \"Quietus ",
            "1. e4 ",
            "Saved to ",
        ],
    );
    assert_contains(&output, &["already exists; 'pgn! FILE' overwrites"]);
    let game = read_game(&path);
    assert_eq!((game.moves().len(), game.result), (4, GameResult::Unknown));

    let replace = format!("pgn! {}", path.display());
    let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 40";
    play(&["--fen", fen], &["Ra8", &replace]);
    let game = read_game(&path);
    assert_eq!((game.start.fen().as_str(), game.moves().len()), (fen, 1));
    assert_eq!(
        (game.tag("SetUp"), game.result),
        (Some("1"), GameResult::WhiteWins)
    );
}

#[test]
fn chess960_starts_and_castles() {
    let output = play(&["--960", "0"], &["fen"]);
    let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    assert_contains(&output, &["from Chess960 start position 0. Its", fen]);
    assert_contains(&play(&["--960"], &[]), &["Chess960 start position "]);
    let fen = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1";
    let path = fresh_path("chess960.pgn");
    let save = format!("pgn {}", path.display());
    for (text, rank) in [
        ("O-O", "/1R3RK1 "),
        ("0-0", "/1R3RK1 "),
        ("e1g1", "/1R3RK1 "),
        ("O-O-O", "/2KR2R1 "),
        ("e1b1", "/2KR2R1 "),
    ] {
        let output = play(&["--fen", fen], &[text, "fen", &save]);
        assert_contains(&output, &[rank]);
    }
    let game = read_game(&path);
    assert!(game.start.is_chess960() && game.moves().len() == 2);
}

#[test]
fn the_prompt_goes_on_after_a_game() {
    let (output, ok) = quietus_in(
        "C",
        &[],
        "position startpos moves e2e4 e7e5\ngo infinite\nplay --depth 2 --ascii\nNf3\nquit\n\
         isready\nplay --fast\nplay --help\nd\nquit\nisready\n",
    );
    assert!(ok);
    // The search that ran gives its answer before the game begins, from where the prompt stands.
    let answer = output.find("bestmove ").expect("an answer");
    let game = output.find("You play white").expect("a game");
    assert!(answer < game, "{output}");
    assert_eq!(output.matches("readyok").count(), 1, "{output}");
    assert_contains(
        &output,
        &[
            "Move 2, white to play",
            "Quietus plays 2... ",
            "Back at the UCI prompt",
            "\nerror: unknown argument of play: \"--fast\"",
            "play [COLOR] [options]",
            "FEN: rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        ],
    );
    // The end of the input ends the game and the program.
    let (output, ok) = quietus_in("C", &[], "play --nodes 100\ne4");
    assert!(ok && output.contains("Quietus plays 1... "), "{output}");
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let output = play(
        &[],
        &[
            "pgn no/such/\u{1b}]0;title\u{7}",
            "e4\u{1b}[2J",
            "new \u{9b}31m",
        ],
    );
    assert_contains(
        &output,
        &["cannot write no/such/\u{fffd}]0;title\u{fffd}: "],
    );
    let is_harmful = |c: char| c.is_control() && c != '\n';
    assert!(!output.contains(is_harmful), "{output:?}");
}

#[test]
fn xiangqi_is_played_with_the_same_commands() {
    let path = fresh_path("xiangqi.pgn");
    let save = format!("pgn {}", path.display());
    let output = play(
        &["--xiangqi"],
        &[
            "C2=5", "undo", "h2e2", "hint", "eval", "moves", "e0e3", "fen", "pgn", &save, "resign",
            "resign",
        ],
    );
    assert_contains(
        &output,
        &[
            "You play red, Quietus plays black. Its limit per move: depth 3.",
            " 0 R---H---E---A---K---A---E---H---R      You (red)\n",
            "|             river             |",
            "Quietus plays 1... ",
            "Hint: 2. ",
            "Static evaluation: ",
            " legal moves: A4+5 ",
            "the king on e0 cannot move to e3",
            "[Red \"Player\"]",
            "1. H2-E2 ",
            "Saved to ",
            "The game is over: red resigns, black wins (0-1)",
        ],
    );
    let text = fs::read_to_string(path).expect("the game was saved");
    assert!(text.contains("[Game \"Chinese Chess\"]"), "{text}");
    let mated = "3aka3/9/9/9/4C4/9/9/C8/9/3K5 w - - 0 1";
    let output = play(&["--xiangqi", "--fen", mated], &["炮九平五"]);
    assert_contains(&output, &["The game is over: checkmate, red wins (1-0)"]);
    let (output, ok) = quietus_in(
        "zh_CN.UTF-8",
        &["xiangqi", "play", "--nodes", "100"],
        "炮二平五\n",
    );
    assert!(
        ok && output.contains("楚河") && output.contains("Last move: 1... "),
        "{output}"
    );
    let (output, ok) = quietus_in("C", &["play", "--xiangqi", "--help"], "");
    assert!(ok && output.contains("red (default)"), "{output}");
}

#[test]
fn time_nodes_threads_and_hash_are_taken() {
    let limits = [
        "--time",
        "0.05",
        "--nodes",
        "2000",
        "--threads",
        "2",
        "--hash",
        "4",
    ];
    let (output, ok) = quietus_in("C", &[&["play"], &limits[..]].concat(), "e4\n");
    assert!(ok);
    assert_contains(
        &output,
        &[
            "limit per move: 0.05 s or 2000 nodes.",
            "Quietus plays 1... ",
        ],
    );
}
