//! `genfens` as OpenBench calls it: `quietus "genfens N seed S book B" "quit"`.

use std::collections::HashSet;
use std::process::{Command, Output};

fn run(command: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quietus"))
        .args([command, "quit"])
        .output()
        .expect("the program starts")
}

fn fens(command: &str) -> Vec<String> {
    let output = run(command);
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    let fen = |line: &str| {
        let fen = line.strip_prefix("info string genfens ");
        fen.unwrap_or_else(|| panic!("{line}")).to_owned()
    };
    text.lines().map(fen).collect()
}

#[test]
fn as_many_lawful_positions_as_asked_for_and_others_by_another_seed() {
    let first = fens("genfens 6 seed 1 book None");
    assert_eq!(first.len(), 6);
    for fen in &first {
        let position = chess::Position::from_fen(fen).expect("a position");
        assert!((8..=9).contains(&position.game_ply()), "{fen}");
        assert!(position.has_legal_move());
        assert_eq!(fen.split(' ').count(), 6);
    }
    assert_eq!(first, fens("genfens 6 seed 1 book None"));
    let second = fens("genfens 6 seed 2 book None");
    let all: HashSet<&String> = first.iter().chain(&second).collect();
    assert_eq!(all.len(), 12);
}

#[test]
fn chess960_and_books_are_used_and_bad_ones_are_told() {
    let fens = fens("genfens 4 seed 9 book None chess960 100");
    let is_usual = |fen: &&String| fen.contains("RNBQKBNR") && fen.contains("rnbqkbnr");
    assert_eq!(fens.iter().filter(is_usual).count(), 0);
    for (command, word) in [
        ("genfens 1 seed 1 book no/such.epd", "no/such.epd"),
        ("genfens x seed 1 book None", "count"),
    ] {
        let output = run(command);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!output.status.success());
        assert!(
            text.contains("info string error:") && text.contains(word),
            "{text}"
        );
    }
}

#[test]
fn xiangqi_has_openings_too() {
    let output = Command::new(env!("CARGO_BIN_EXE_quietus"))
        .args(["xiangqi", "genfens 3 seed 1 book None plies 4-5"])
        .output()
        .expect("the program starts");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(text.lines().count(), 3);
    for line in text.lines() {
        let fen = line.strip_prefix("info string genfens ").expect("a FEN");
        let position = xiangqi::Position::from_fen(fen).expect("a position");
        assert!((1..=3).contains(&position.fullmove_number()), "{fen}");
    }
}
