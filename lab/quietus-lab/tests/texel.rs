//! `quietus-lab texel` as a user meets it.

mod common;

use std::fs;
use std::path::Path;

use chess::Position;
use common::{fail, succeed};
use records::{Game, GameResult, Header, Ply, Start, Writer};

/// Kings and pawns, with a rook more for white and without.
const ROOK_UP: &str = "6k1/5pp1/7p/8/8/7P/5PP1/3R2K1 w - - 0 1";
const EVEN: &str = "6k1/5pp1/7p/8/8/7P/5PP1/6K1 w - - 0 1";

/// A few quiet moves.
fn game(fen: &str, score: i16, result: GameResult, turn: usize) -> Game {
    let mut position = Position::from_fen(fen).expect("a position");
    let mut plies = Vec::new();
    for ply in 0..12 {
        let legal = position.legal_moves();
        let quiet: Vec<_> = legal.iter().filter(|&&mv| !position.is_noisy(mv)).collect();
        let mv = *quiet[(7 * turn + 3 * ply) % quiet.len()];
        plies.push(Ply::scored(mv, score));
        position.play(mv);
    }
    Game {
        start: <Start>::from_fen(fen).expect("a position"),
        plies,
        result,
    }
}

/// The rook wins four games of five, and without it all are drawn.
fn write_games(path: &Path) {
    let writer = <Writer>::create(path, &Header::default()).expect("a new file");
    // Two thirds of the plies fill a block.
    let writer = writer.with_block_plies(960);
    for turn in 0..60 {
        let winner = if turn % 5 == 0 {
            GameResult::BlackWins
        } else {
            GameResult::WhiteWins
        };
        writer
            .write(&game(ROOK_UP, 500, winner, turn))
            .expect("room for it");
        writer
            .write(&game(EVEN, 0, GameResult::Draw, turn))
            .expect("room for it");
    }
    writer.finish().expect("room for it");
}

/// No positions too early, and enough games to hold out some.
const ALL: [&str; 4] = ["--min-ply", "0", "--hold-out", "0.2"];

fn tune<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["texel"], more, &ALL].concat()
}

#[test]
fn games_become_source_and_the_same_games_the_same_source() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    write_games(&path.join("a.qgames"));
    let source = succeed(path, &tune(&["a.qgames"]));
    assert!(source.contains("\npub const TEMPO: i32 = "), "{source}");
    assert!(source.contains("//! Made of "), "{source}");
    succeed(path, &tune(&["a.qgames", "--write", "tuned.rs"]));
    assert_eq!(fs::read_to_string(path.join("tuned.rs")).unwrap(), source);
    let other = succeed(path, &tune(&["a.qgames", "--result-weight", "0"]));
    assert_ne!(other, source);
}

#[test]
fn a_file_that_is_cut_off_is_used_as_far_as_it_goes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    write_games(&path.join("a.qgames"));
    let bytes = fs::read(path.join("a.qgames")).unwrap();
    fs::write(path.join("cut.qgames"), &bytes[..bytes.len() * 9 / 10]).unwrap();
    assert!(succeed(path, &tune(&["cut.qgames"])).contains("TEMPO"));
}

#[test]
fn values_that_got_worse_are_written_by_force_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let writer = <Writer>::create(&path.join("a.qgames"), &Header::default()).unwrap();
    // Without a rook, results have nothing to do with the positions: what is learned of a few such
    // games is wrong.
    for turn in 0..40 {
        let result = match (turn * turn + turn / 3) % 5 {
            0 | 3 => GameResult::WhiteWins,
            1 => GameResult::Draw,
            _ => GameResult::BlackWins,
        };
        writer.write(&game(EVEN, 0, result, turn)).unwrap();
        let rook = game(ROOK_UP, 500, GameResult::WhiteWins, turn);
        writer.write(&rook).unwrap();
    }
    writer.finish().unwrap();
    let words = tune(&["a.qgames", "--prior", "0.001", "--write", "tuned.rs"]);
    let error = fail(path, 1, &words);
    assert!(error.contains("not written"), "{error}");
    assert!(!path.join("tuned.rs").exists());
    succeed(path, &[&words[..], &["--force"]].concat());
    assert!(path.join("tuned.rs").exists());
}

#[test]
fn bad_input_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    write_games(&path.join("a.qgames"));
    fs::write(path.join("text.qgames"), "no games at all").unwrap();
    for (words, reason) in [
        (vec!["none.qgames"], "none.qgames"),
        (vec!["games.pgn"], "games.pgn is not a .qgames file"),
        (vec!["text.qgames"], "text.qgames"),
        (
            vec!["a.qgames", "--max-score", "0", "--skip", "1"],
            "filters",
        ),
        (vec!["a.qgames", "--write", "no/folder.rs"], "no/folder.rs"),
    ] {
        let error = fail(path, 3, &tune(&words));
        assert!(error.contains(reason), "{words:?}: {error}");
    }
    fail(path, 2, &["texel"]);
    fail(path, 2, &["texel", "a.qgames", "--result-weight", "2"]);
    fail(path, 2, &["texel", "a.qgames", "--prior", "0"]);
}

/// The word stood for two things.
#[test]
fn tune_names_both_tuners() {
    let folder = tempfile::tempdir().expect("a folder");
    for words in [&["tune"][..], &["tune", "a.qgames", "--prior", "300", "-h"]] {
        let error = fail(folder.path(), 2, words);
        assert!(error.contains("`quietus-lab texel`"), "{error}");
        assert!(error.contains("`quietus-lab spsa`"), "{error}");
    }
}
