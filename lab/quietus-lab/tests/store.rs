//! `games store`, run as a program, from self-play in ranges to training.

mod common;

use std::fs;
use std::path::Path;

use common::{fail, succeed};
use records::{Game, Reader};

/// Quick games; the bench number is given because finding it takes seconds.
const QUICK: [&str; 8] = [
    "datagen", "--nodes", "40", "--verify", "0", "--bench", "1", "--out",
];

fn play(folder: &Path, out: &str, more: &[&str]) {
    succeed(folder, &[&QUICK[..], &[out], more].concat());
}

#[test]
fn ranges_of_games_are_those_of_the_whole_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    play(path, "whole.qgames", &["--games", "5"]);
    play(path, "a.qgames", &["--games", "2"]);
    play(path, "b.qgames", &["--first-game", "2", "--games", "2"]);
    // A range is continued, and only with its own first game.
    play(path, "b.qgames", &["--first-game", "2", "--games", "3"]);
    let games = |name: &str| -> Vec<Game> {
        let reader = Reader::open(&path.join(name)).unwrap();
        reader.games().map(Result::unwrap).collect()
    };
    assert_eq!(
        [games("a.qgames"), games("b.qgames")].concat(),
        games("whole.qgames")
    );
    let other = [&QUICK[..], &["b.qgames", "--games", "4"]].concat();
    let error = fail(path, 3, &other);
    assert!(error.contains("first_game is 2 in the file"), "{error}");
}

#[test]
fn a_store_is_filled_verified_picked_from_and_trained_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    play(
        path,
        "a.qgames",
        &["--games", "4", "--evaluation", "handcrafted"],
    );
    play(path, "b.qgames", &["--games", "4", "--seed", "2"]);
    let store = |words: &[&str]| succeed(path, &[&["games", "store"], words].concat());
    let said = store(&["add", "data", "a.qgames", "b.qgames"]);
    assert!(said.contains("added handcrafted-n40-s1-"), "{said}");
    let said = store(&["add", "data", "b.qgames"]);
    assert!(said.contains("already there"), "{said}");
    assert!(store(&["verify", "data"]).contains("ok; 2 chunks"));
    let listed = store(&["list", "data"]);
    assert!(
        listed.contains("Generation") && listed.contains("handcrafted"),
        "{listed}"
    );
    store(&["pick", "data", "--shares", "1,0", "--out", "new"]);
    let train = |data: &str| -> Vec<String> {
        let words = [
            "train",
            "--epochs",
            "1",
            "--width",
            "32",
            "--batch-size",
            "64",
        ];
        let more = [
            "--backend",
            "cpu",
            "--output",
            "run",
            "--restart",
            "--data",
            data,
        ];
        words
            .iter()
            .chain(&more)
            .map(|&word| word.to_owned())
            .collect()
    };
    let words = train("data/new.manifest");
    succeed(path, &words.iter().map(String::as_str).collect::<Vec<_>>());
    let chunk = fs::read_dir(path.join("data"))
        .unwrap()
        .filter_map(Result::ok);
    let is_games = |name: &str| name.ends_with(".qgames") && !name.starts_with("handcrafted");
    let mut names = chunk.map(|file| file.file_name().to_string_lossy().into_owned());
    let name = names.find(|name| is_games(name)).expect("a chunk");
    fs::write(path.join("data").join(&name), "other").unwrap();
    let error = fail(path, 1, &["games", "store", "verify", "data"]);
    assert!(
        error.contains(&name) && error.contains("changed"),
        "{error}"
    );
    let error = fail(
        path,
        3,
        &words.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    assert!(
        error.contains(&name) && error.contains("changed"),
        "{error}"
    );
    fs::write(path.join("data/store.manifest"), "nothing\n").unwrap();
    let error = fail(path, 3, &["games", "store", "list", "data"]);
    assert!(error.contains("store.manifest: line 1"), "{error}");
}
