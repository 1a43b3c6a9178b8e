//! `match --shard`: several machines play the games that one would have played.

mod common;

use std::collections::BTreeSet;
use std::fs;

use common::{engine, fail, succeed};

/// The moves of each game, with its players.
fn games(pgn: &str) -> BTreeSet<String> {
    let games = pgn.split("[Event ").skip(1);
    let told = |game: &str| {
        let kept = |line: &&str| !line.starts_with('[') || line.starts_with("[White");
        let lines: Vec<_> = game.lines().filter(kept).collect();
        // Times of moves and of the day differ.
        let text = lines.join(" ");
        let words = text.split_whitespace();
        words
            .filter(|word| !word.ends_with("s,"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    games.map(told).collect()
}

#[test]
fn parts_are_the_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let engine = engine();
    let engine = engine.to_str().expect("a path of this project");
    let play = |out: &str, more: &[&str]| {
        let mut words = vec![
            "match",
            "-e",
            engine,
            "name=A",
            "nodes=60",
            "-e",
            engine,
            "name=B",
            "nodes=30",
            "-r",
            "5",
            "--seed",
            "9",
            "--max-moves",
            "20",
            "--out",
            out,
        ];
        words.extend(more);
        succeed(folder, &words);
        fs::read_to_string(folder.join(out).join("games.pgn")).expect("games were played")
    };
    let whole = games(&play("whole", &[]));
    assert_eq!(whole.len(), 10);
    let parts = ["1/3", "2/3", "3/3"].map(|part| {
        let games = games(&play(&part.replace('/', "-"), &["--shard", part]));
        assert!((2..=4).contains(&games.len()), "{part}: {}", games.len());
        games
    });
    let union: BTreeSet<String> = parts.iter().flatten().cloned().collect();
    assert_eq!(union, whole);

    let files = ["1-3/games.pgn", "2-3/games.pgn", "3-3/games.pgn"];
    let stats = succeed(folder, &[&["stats"], &files[..]].concat());
    assert!(stats.contains("Games: 10"), "{stats}");
    let twice = fail(folder, 3, &[&["stats", files[0]], &files[..]].concat());
    assert!(twice.contains("--allow-repeats"), "{twice}");
    let words = ["match", "-e", engine, "-e", engine, "--shard", "2/9"];
    let empty = fail(folder, 2, &words);
    assert!(empty.contains("no such part"), "{empty}");
}
