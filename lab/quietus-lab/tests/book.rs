//! `book`: made by results and by scores, viewed, exported and imported, in chess and in xiangqi.

mod common;

use std::fs;
use std::path::Path;

use common::{fail, succeed};

/// 1. e4 and 1. d4 with evaluations after each move. White lost with the better one.
const CHESS: &str = "\
[Result \"0-1\"]\n\n1. e4 {[%eval 0.5]} e5 {[%eval 0.4]} 0-1\n\n\
[Result \"1-0\"]\n\n1. d4 {[%eval 0.1]} d5 {[%eval 0.3]} 1-0\n\n";

const XIANGQI: &str = "\
[Game \"Chinese Chess\"]\n[Result \"1-0\"]\n\n1. H2-E2 {+0.40/9} H9-G7 {-0.30/9} 1-0\n\n";

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("written");
}

/// The moves that `book view` shows, with their weights.
fn view(folder: &Path, options: &[&str]) -> Vec<(String, String)> {
    let said = succeed(folder, &[&["book", "view", "b.bin"], options].concat());
    let row = |line: &str| {
        let mut words = line.split_whitespace().map(str::to_owned);
        Some((words.next()?, words.next()?))
    };
    // The size, an empty line and the head.
    said.lines().skip(3).filter_map(row).collect()
}

fn pair(mv: &str, weight: &str) -> (String, String) {
    (mv.to_owned(), weight.to_owned())
}

#[test]
fn results_and_scores_weigh_differently() {
    let folder = tempfile::tempdir().expect("a new folder");
    let path = folder.path();
    write(path, "a.pgn", CHESS);
    let make = [
        "book",
        "make",
        "a.pgn",
        "--min-games",
        "1",
        "--out",
        "b.bin",
    ];
    let said = succeed(path, &make);
    assert_eq!(said, "2 games: 2 moves in 2 positions\n");
    assert_eq!(view(path, &[]), [pair("d4", "2")]);
    let said = succeed(path, &[&make[..], &["--by", "scores"]].concat());
    assert_eq!(said, "2 games: 4 moves in 3 positions\n");
    // Backed up: +0.40 is 53.68 %, +0.30 is 52.76 %: 0.92 of 5 lost.
    assert_eq!(view(path, &[]), [pair("e4", "1000"), pair("d4", "817")]);
    succeed(path, &["book", "export", "b.bin", "--out", "lines.pgn"]);
    let lines = fs::read_to_string(path.join("lines.pgn")).expect("written");
    assert!(
        lines.contains("1. e4 e5 *") && lines.contains("1. d4 d5 *"),
        "{lines}"
    );
    let error = fail(path, 3, &["book", "make", "a.pgn", "--out", "c.bin"]);
    let expected =
        "of 2 games no move with a result was played in 3: give more games, or a smaller";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn xiangqi_has_books_too() {
    let folder = tempfile::tempdir().expect("a new folder");
    let path = folder.path();
    write(path, "a.pgn", XIANGQI);
    for by in ["results", "scores"] {
        let options = ["--min-games", "1", "--by", by, "--out", "b.bin"];
        succeed(path, &[&["book", "make", "a.pgn"], &options[..]].concat());
        let moves = view(path, &["--game", "xiangqi"]);
        assert_eq!(
            moves.first().map(|(mv, _)| mv.as_str()),
            Some("H2-E2"),
            "{by}"
        );
    }
    let epd = [
        "book", "export", "b.bin", "--game", "xiangqi", "--out", "p.epd",
    ];
    succeed(path, &epd);
    let positions = fs::read_to_string(path.join("p.epd")).expect("written");
    assert_eq!(positions.lines().count(), 2);
    write(path, "no.obk", "no database");
    let error = fail(path, 3, &["book", "import", "no.obk", "--out", "c.bin"]);
    assert!(error.contains("cannot read no.obk"), "{error}");
}
