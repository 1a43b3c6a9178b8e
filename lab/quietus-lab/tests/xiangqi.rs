//! The lab with xiangqi: books, matches, suites, games, conversions, datasets and tuning.

mod common;

use std::collections::HashSet;
use std::fs;

use common::{engine, fail, lab, succeed};
use pgn::Reader;
use xiangqi::{Position, Xiangqi};

/// Few and cheap positions.
const BOOK: [&str; 8] = [
    "--game",
    "xiangqi",
    "--positions",
    "4",
    "--nodes",
    "100",
    "--out",
    "book.epd",
];

#[test]
fn a_match_of_both_coordinates_from_a_book_is_resumed() {
    let folder = tempfile::tempdir().expect("a new folder");
    let path = folder.path();
    succeed(path, &[&["openings"], &BOOK[..]].concat());
    let book = fs::read_to_string(path.join("book.epd")).expect("it was written");
    assert_eq!(book.lines().count(), 4);
    let engine = engine();
    let engine = engine.to_str().expect("a plain path");
    let arguments = [
        "match",
        "-e",
        engine,
        "name=zero",
        "nodes=60",
        "-e",
        engine,
        "name=one",
        "nodes=60",
        "option.XiangqiRanks=1-10",
        "--book",
        "book.epd",
        "-r",
        "1",
        "--out",
        "m",
        "--max-moves",
        "60",
        "--plain",
        "--ledger",
        "l.db",
    ];
    succeed(path, &arguments);
    let resume = [
        "match", "--resume", "m", "-r", "2", "--plain", "--ledger", "l.db",
    ];
    let said = succeed(path, &resume);
    let entry = said
        .lines()
        .find_map(|line| line.strip_prefix("Ledger entry: "));
    let entry = entry.expect("the match is recorded");
    let text = fs::read(path.join("m/games.pgn")).expect("there are games");
    let games: Vec<_> = Reader::<Xiangqi, _>::new(&text[..]).collect();
    assert_eq!(games.len(), 4);
    for game in games {
        let game = game.expect("games are readable");
        assert_eq!(game.tag("Variant"), Some("xiangqi"));
        assert!(book.contains(game.tag("FEN").expect("openings are positions")));
        assert!(matches!(
            game.tag("Termination"),
            Some("normal" | "adjudication")
        ));
    }
    let shown = succeed(path, &["ledger", "show", entry, "--ledger", "l.db"]);
    assert!(shown.contains("xiangqi"), "{shown}");
    // The games count for ratings, whatever the game is.
    let rated = succeed(path, &["rate", "m/games.pgn"]);
    assert!(rated.contains("zero") && rated.contains("one"), "{rated}");
}

#[test]
fn the_own_book_has_a_thousand_positions() {
    let text = include_str!("../../../books/xiangqi.epd");
    let fens: HashSet<String> = text
        .lines()
        .map(|line| {
            let position = Position::from_fen(line).expect("a position");
            assert_eq!(position.outcome(), None, "{line}");
            position.fen()
        })
        .collect();
    assert_eq!(fens.len(), 1000);
}

#[test]
fn settings_and_engines_of_another_game_are_refused() {
    let folder = tempfile::tempdir().expect("a new folder");
    let path = folder.path();
    let engine = engine();
    let engine = engine.to_str().expect("a plain path");
    let two = ["match", "-e", engine, "nodes=1", "-e", engine, "nodes=1"];
    let with = |more: &[&'static str]| [&two[..], more].concat();
    let error = fail(path, 2, &with(&["--game", "xiangqi", "--chess960"]));
    assert!(
        error.contains("xiangqi has no rules called \"chess960\""),
        "{error}"
    );
    let error = fail(path, 2, &with(&["--wxf"]));
    assert!(
        error.contains("chess has no rules called \"wxf\""),
        "{error}"
    );
    let error = fail(path, 2, &with(&["--game", "go"]));
    assert!(error.contains("chess, xiangqi"), "{error}");
}

#[test]
fn games_are_made_shown_converted_and_tuned_on() {
    let folder = tempfile::tempdir().expect("a new folder");
    let path = folder.path();
    let arguments = [
        "datagen", "--game", "xiangqi", "--out", "a.qgames", "--nodes", "40", "--verify", "0",
        "--games", "30", "-j", "2", "--bench", "1",
    ];
    succeed(path, &arguments);
    let shown = succeed(path, &["games", "info", "a.qgames"]);
    assert!(shown.contains("game            xiangqi"), "{shown}");
    let checked = succeed(path, &["games", "check", "a.qgames"]);
    assert!(checked.contains("ok; 1 blocks, 30 games"), "{checked}");
    succeed(path, &["convert", "a.qgames", "a.pgn"]);
    succeed(path, &["convert", "a.pgn", "b.qgames"]);
    let checked = succeed(path, &["games", "check", "b.qgames"]);
    assert!(checked.contains("30 games"), "{checked}");
    succeed(path, &["convert", "a.qgames", "a.bullet"]);
    assert_eq!(
        fs::metadata(path.join("a.bullet")).expect("written").len() % 32,
        0
    );
    succeed(path, &["convert", "a.qgames", "a.txt"]);
    succeed(path, &["convert", "a.qgames", "a.epd"]);
    succeed(path, &["convert", "a.epd", "b.bullet"]);
    let size = |name: &str| fs::metadata(path.join(name)).expect("written").len();
    assert_eq!(size("a.bullet"), size("b.bullet"));
    let error = fail(path, 2, &["convert", "a.qgames", "a.vf"]);
    assert!(error.contains("viriformat is not for xiangqi"), "{error}");
    let tuned = succeed(
        path,
        &[
            "texel",
            "a.qgames",
            "--force",
            "--result-weight",
            "0.2",
            "--hold-out",
            "0.2",
        ],
    );
    assert!(
        tuned.contains("pub const PSQT_ENDGAME: [[[i32; 9]; 10]; 7]"),
        "{tuned}"
    );
    succeed(
        path,
        &[
            "datagen", "relabel", "a.qgames", "--out", "c.qgames", "--nodes", "50", "--bench", "1",
        ],
    );
}

#[test]
fn quiet_positions_are_selected() {
    let folder = tempfile::tempdir().expect("a new folder");
    let path = folder.path();
    let games = [
        "datagen", "--game", "xiangqi", "--out", "a.qgames", "--nodes", "40", "--verify", "0",
        "--games", "4", "-j", "1", "--bench", "1",
    ];
    succeed(path, &games);
    let outputs = ["--out", "a.bin", "--html", "a.html", "--search-depth", "1"];
    let said = succeed(path, &[&["dataset", "a.qgames"], &outputs[..]].concat());
    assert!(said.contains("4 games"), "{said}");
    let records = fs::read(path.join("a.bin")).expect("it was written");
    assert!(!records.is_empty() && records.len().is_multiple_of(32));
    let page = fs::read_to_string(path.join("a.html")).expect("it was written");
    assert!(page.contains("Red to move") && page.contains("Red king"));
    // The first file tells the game.
    fs::write(path.join("chess.epd"), "4k3/8/8/8/8/8/4P3/4K3 w - -\n").expect("room for it");
    let mixed = ["dataset", "chess.epd", "a.qgames", "--out", "b.bin"];
    let error = fail(path, 3, &mixed);
    assert!(
        error.contains("a.qgames has games of xiangqi, not of chess"),
        "{error}"
    );
}

#[test]
fn suites_are_graded_in_both_coordinates() {
    let folder = tempfile::tempdir().expect("a new folder");
    let path = folder.path();
    let suite = "\
        3k5/9/9/9/N8/9/9/8R/6p2/4K4 w - - bm i2d2; id \"mate.1\";\n\
        4k4/9/3a5/9/9/6B2/9/2r6/9/5K3 b - - c0 \"R3=6=10, c2c1=1\"; id \"mate.2\";\n\
        9/4a4/3k1a3/9/9/9/1N5R1/9/9/4K4 w - - 0 1 am h3h4; id \"other.1\";\n";
    fs::write(path.join("mates.epd"), suite).expect("room for it");
    let engine = engine();
    let engine = engine.to_str().expect("a plain path");
    let arguments = [
        "suite",
        "-e",
        engine,
        "-e",
        engine,
        "option.XiangqiRanks=1-10",
        "--each",
        "depth=5",
        "--epd",
        "mates.epd",
        "--min-score",
        "100",
        "--html",
        "s.html",
    ];
    let said = succeed(path, &arguments);
    assert!(said.contains("other"), "{said}");
    assert!(fs::metadata(path.join("s.html")).is_ok());
}

/// An XQF file of version 1.0 with one move.
fn xqf() -> Vec<u8> {
    let mut bytes = vec![0; 1024];
    bytes[..3].copy_from_slice(b"XQ\x0a");
    let places = [
        0, 10, 20, 30, 40, 50, 60, 70, 80, 12, 72, 3, 23, 43, 63, 83, 9, 19, 29, 39, 49, 59, 69,
        79, 89, 17, 77, 6, 26, 46, 66, 86,
    ];
    bytes[16..48].copy_from_slice(&places);
    bytes[51] = 1;
    bytes.extend([24, 32, 0xF0, 0, 0, 0, 0, 0]);
    bytes.extend([72 + 24, 42 + 32, 0, 0, 0, 0, 0, 0]);
    bytes
}

#[test]
fn games_of_other_programs_are_converted() {
    let folder = tempfile::tempdir().expect("a new folder");
    let path = folder.path();
    let dhtmlxq =
        |moves| format!("[DhtmlXQ][DhtmlXQ_movelist]{moves}[/DhtmlXQ_movelist][/DhtmlXQ]");
    let gbk = b"[Game \"Chinese Chess\"]\n[Red \"\xba\xfa\"]\n\n1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 1-0\n";
    let text = dhtmlxq("7747");
    let files = [
        ("a.xqf", &xqf()[..]),
        ("b.dhtmlxq", text.as_bytes()),
        ("c.pgn", gbk),
    ];
    for (name, bytes) in files {
        fs::write(path.join(name), bytes).expect("room for it");
        succeed(path, &["convert", name, "games.qgames", "--force"]);
        succeed(path, &["convert", "games.qgames", "games.pgn", "--force"]);
        let games = fs::read_to_string(path.join("games.pgn")).expect("it was written");
        assert!(games.contains("1. H2-E2"), "{games}");
    }
    succeed(path, &["convert", "c.pgn", "games.pgn", "--force"]);
    let games = fs::read_to_string(path.join("games.pgn")).expect("it was written");
    assert!(games.contains("[Red \"胡\"]"), "{games}");
    fs::write(path.join("two.txt"), dhtmlxq("7777") + &text).expect("room for it");
    let two = ["convert", "two.txt", "two.pgn", "--from", "dhtmlxq"];
    let said = String::from_utf8(lab(path, &two).stderr).expect("plain text");
    assert!(said.contains("skipped: game 1: at move 1"), "{said}");
    assert!(said.contains("two.pgn: 1 written"), "{said}");
}

#[test]
fn games_of_other_programs_have_limits() {
    let folder = tempfile::tempdir().expect("a new folder");
    let path = folder.path();
    let mut later = xqf();
    later[2] = 19;
    fs::write(path.join("later.xqf"), later).expect("room for it");
    let error = fail(path, 3, &["convert", "later.xqf", "a.pgn"]);
    assert!(error.contains("XQF version 19 is not supported"), "{error}");
    let huge = fs::File::create(path.join("huge.xqf")).expect("a new file");
    huge.set_len((64 << 20) + 1).expect("a sparse file");
    let error = fail(path, 3, &["convert", "huge.xqf", "a.pgn"]);
    assert!(error.contains("limit of 64 MiB"), "{error}");
    let error = fail(
        path,
        2,
        &["convert", "later.xqf", "a.pgn", "--game", "chess"],
    );
    assert!(error.contains("XQF is not for chess"), "{error}");
    let error = fail(path, 2, &["convert", "later.xqf", "a.dhtmlxq"]);
    assert!(error.contains("DhtmlXQ is an input format only"), "{error}");
}
