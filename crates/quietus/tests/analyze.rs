//! `quietus analyze` on the command line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use chess::pgn::{Game, Reader};

const GAMES: &str = "[White \"First\"]\n\n1. e4 e5 2. Ke2 *\n\n[White \"Broken\"]\n\n1. e5 *\n\n\
    [White \"Mate\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";

/// A folder of the test with the games in a file whose name has a space in it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("my games.pgn"), GAMES).expect("a file");
    folder
}

fn analyze(folder: &Path, words: &[&str]) -> (Output, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_quietus"))
        .arg("analyze")
        .args(words)
        .current_dir(folder)
        .output()
        .expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output, text)
}

#[test]
fn games_are_reported_and_annotated_and_shown_on_a_page() {
    let folder = folder("analyze-all");
    let words = [
        "my games.pgn",
        "--nodes",
        "3000",
        "-o",
        "my out.pgn",
        "--html",
        "page.html",
    ];
    let (output, text) = analyze(&folder, &words);
    assert!(output.status.success(), "{text}");
    assert!(
        text.contains("First - Black  *") && text.contains("Mate - Black  0-1"),
        "{text}"
    );
    assert!(
        text.contains("\nwarning: game 2 (line 5): at move 1:"),
        "{text}"
    );
    assert!(
        text.contains("g4??") && text.contains("Qh4#         mate"),
        "{text}"
    );
    assert!(
        text.lines().all(|line| line.chars().count() <= 100),
        "{text}"
    );
    let annotated = fs::read(folder.join("my out.pgn")).expect("the annotated games");
    let games: Result<Vec<Game>, _> = Reader::new(&annotated[..]).collect();
    let games = games.expect("both can be read");
    assert_eq!(games.len(), 2);
    let blunder = &games[1].line.moves[2];
    assert!(
        blunder
            .command("eval")
            .is_some_and(|eval| eval.starts_with("#-"))
    );
    assert_eq!((&blunder.nags[..], blunder.variations.len()), (&[4][..], 1));
    let page = fs::read_to_string(folder.join("page.html")).expect("the page");
    let data = page.find("id=\"reviews\"").expect("the reviews");
    for player in ["First", "Mate"] {
        assert!(
            page[data..].contains(&format!("[\"White\",\"{player}\"]")),
            "{player}"
        );
    }
}

#[test]
fn what_stands_before_an_illegal_move_is_analyzed() {
    let folder = folder("analyze-part");
    fs::write(folder.join("part.pgn"), "1. e4 e5 2. Ke3 Nf6 *\n").expect("a file");
    let (output, text) = analyze(&folder, &["part.pgn", "--nodes", "2000", "-o", "out.pgn"]);
    assert!(output.status.success(), "{text}");
    assert!(
        text.starts_with("warning: game 1 (line 1): at move 2:"),
        "{text}"
    );
    assert!(
        text.contains("   1. e4 ") && !text.contains("   2. "),
        "{text}"
    );
    let annotated = fs::read_to_string(folder.join("out.pgn")).expect("the annotated game");
    assert!(annotated.contains("1. e4 {[%eval"), "{annotated}");
}

#[test]
fn one_game_can_be_chosen_and_mistakes_are_told() {
    let folder = folder("analyze-one");
    let (_, text) = analyze(&folder, &["my games.pgn", "--depth", "2", "--game", "3"]);
    assert!(text.starts_with("Mate - Black"), "{text}");
    fs::write(folder.join("empty.pgn"), "").expect("a file");
    for (words, status, problem) in [
        (
            &["my games.pgn", "--game", "9"][..],
            3,
            "error: my games.pgn has 3 games, and no game 9",
        ),
        (&["empty.pgn"], 3, "error: empty.pgn has no games: is it"),
        (
            &["my games.pgn", "--game", "2"],
            3,
            "error: my games.pgn has no game that can be read",
        ),
        (&["absent.pgn"], 3, "cannot read absent.pgn"),
        // Told before the search, which would take days.
        (
            &[
                "my games.pgn",
                "--nodes",
                "99999999999",
                "-o",
                "no/such/folder.pgn",
            ],
            3,
            "error: cannot write no/such/folder.pgn",
        ),
        (&[], 2, "needs a PGN file"),
        (
            &["my games.pgn", "--depth", "x"],
            2,
            "--depth must be from 1 to 245",
        ),
        (
            &["my games.pgn", "--depth", "1", "-o", "no/folder.pgn"],
            3,
            "cannot write no/folder.pgn",
        ),
    ] {
        let (output, text) = analyze(&folder, words);
        assert_eq!(output.status.code(), Some(status), "{words:?}: {text}");
        assert!(text.contains(problem), "{words:?}: {text}");
        assert!(!text.contains("info string"), "{words:?}: {text}");
    }
}

#[test]
fn the_file_tells_the_game() {
    let folder = folder("analyze-xiangqi");
    let game = "[Variant \"Xiangqi\"]\n[Red \"First\"]\n\n1. C2=5 h8+7 2. C5+4 *\n";
    fs::write(folder.join("xiangqi.pgn"), game).expect("a file");
    let words = ["xiangqi.pgn", "--nodes", "2000", "--html", "page.html"];
    let (output, text) = analyze(&folder, &words);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("Red") && text.contains("C2=5"), "{text}");
    let page = fs::read_to_string(folder.join("page.html")).expect("a page");
    assert!(page.contains("win chance of Red"), "{page}");
}

#[test]
fn games_are_read_from_the_standard_input() {
    let folder = folder("analyze-input");
    let games = fs::File::open(folder.join("my games.pgn")).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_quietus"))
        .args(["analyze", "-", "--depth", "2", "--game", "3"])
        .stdin(games)
        .output()
        .expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("Mate - Black"), "{text}");
    // Its beginning tells the game, and is not lost by that.
    let game = folder.join("xiangqi.pgn");
    let moves = "[Variant \"Xiangqi\"]\n[Red \"First\"]\n\n1. C2=5 h8+7 *\n";
    fs::write(&game, moves).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_quietus"))
        .args(["analyze", "-", "--depth", "2"])
        .stdin(fs::File::open(&game).expect("a file"))
        .output()
        .expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("Red") && text.contains("C2=5"), "{text}");
}

/// Commands of the command line are for people.
#[test]
fn other_commands_speak_plainly_too() {
    for (line, status, words) in [
        (
            "serve --syzygy /nope",
            3,
            "no tablebases in \"/nope\": --syzygy takes",
        ),
        (
            "tb --syzygy /nope",
            3,
            "no tablebases in \"/nope\": --syzygy takes",
        ),
        ("tb", 2, "tb needs a path"),
        ("perft x", 2, "perft depth must be"),
        ("dance", 2, "unknown command: \"dance\""),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_quietus"))
            .args(line.split(' '))
            .output()
            .expect("the program starts");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(status), "{text}");
        assert!(text.starts_with(&format!("error: {words}")), "{text}");
        assert!(!text.contains("info string"), "{text}");
    }
}
