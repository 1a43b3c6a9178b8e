//! `datagen` with the search of GPUs, emulated.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{fail, succeed};
use records::Reader;

/// Quick games with everything that GPUs can: openings from a book and Chess960 are the host's.
const QUICK: [&str; 13] = [
    "datagen",
    "--backend",
    "emulation",
    "--nodes",
    "30",
    "--verify",
    "60",
    "--bench",
    "1",
    "--play-out",
    "0.3",
    "--seed",
    "7",
];

fn play(folder: &Path, out: &str, more: &[&str]) -> String {
    succeed(folder, &[&QUICK[..], &["--out", out], more].concat())
}

#[test]
fn games_depend_on_seed_and_number_only_and_are_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let said = play(path, "a.qgames", &["--games", "6", "-j", "1"]);
    assert!(said.contains("6 games") && said.contains("W/D/L"), "{said}");
    play(path, "b.qgames", &["--games", "6", "-j", "3"]);
    play(path, "c.qgames", &["--games", "2", "-j", "2"]);
    play(path, "c.qgames", &["--games", "6", "-j", "2"]);
    play(path, "d.qgames", &["--games", "2", "--first-game", "4"]);
    let games = |name: &str| -> Vec<records::Game> {
        let reader = <Reader>::open(&path.join(name)).unwrap();
        reader.games().map(Result::unwrap).collect()
    };
    let all = games("a.qgames");
    assert_eq!(
        fs::read(path.join("a.qgames")).unwrap(),
        fs::read(path.join("b.qgames")).unwrap()
    );
    assert_eq!(games("c.qgames"), all);
    assert_eq!(games("d.qgames"), all[4..]);
    let reader = <Reader>::open(&path.join("a.qgames")).unwrap();
    let settings = &reader.header().settings;
    assert_eq!(
        (&settings["searcher"], &settings["nodes"]["hard"]),
        (&"gpu".into(), &60.into())
    );
    succeed(path, &["games", "check", "a.qgames"]);
    let engine = [
        "datagen", "--nodes", "30", "--bench", "1", "--seed", "7", "--out", "a.qgames",
    ];
    let error = fail(path, 3, &engine);
    assert!(
        error.contains("other settings") && error.contains("searcher"),
        "{error}"
    );
}

#[test]
fn the_openings_are_those_of_the_cpu() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let openings = |out: &str, backend: &str| -> Vec<(Option<String>, Vec<chess::Move>)> {
        let words = [
            "datagen",
            "--backend",
            backend,
            "--nodes",
            "20",
            "--verify",
            "0",
            "--bench",
            "1",
            "--chess960",
            "50",
            "--games",
            "8",
            "--out",
            out,
        ];
        succeed(path, &words);
        let reader = <Reader>::open(&path.join(out)).unwrap();
        let opening = |game: records::Game| {
            let plies = &game.plies[..game.opening_plies()];
            let moves = plies.iter().map(|ply| ply.mv).collect();
            (game.start.fen().map(str::to_owned), moves)
        };
        reader.games().map(Result::unwrap).map(opening).collect()
    };
    let ours = openings("gpu.qgames", "emulation");
    assert_eq!(ours, openings("cpu.qgames", "cpu"));
    assert!(ours.iter().any(|(fen, _)| fen.is_some()) && ours.iter().any(|(fen, _)| fen.is_none()));
}

#[test]
fn other_games_are_played_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let game = ["--game", "xiangqi", "--games"];
    let said = play(path, "a.qgames", &[&game[..], &["6", "-j", "1"]].concat());
    assert!(said.contains("6 games") && said.contains("W/D/L"), "{said}");
    play(path, "b.qgames", &[&game[..], &["2", "-j", "3"]].concat());
    play(path, "b.qgames", &[&game[..], &["6", "-j", "3"]].concat());
    let reader = Reader::<xiangqi::Xiangqi>::open(&path.join("a.qgames")).unwrap();
    let all: Vec<_> = reader.games().map(Result::unwrap).collect();
    let reader = Reader::<xiangqi::Xiangqi>::open(&path.join("b.qgames")).unwrap();
    assert_eq!(reader.games().map(Result::unwrap).collect::<Vec<_>>(), all);
    succeed(path, &["games", "check", "a.qgames"]);
}

#[test]
fn what_gpus_cannot_do_is_refused_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for (more, word) in [
        (&["--siblings", "0.5"][..], "siblings"),
        (&["--evaluation", "handcrafted"], "--evaluation"),
        (&["--max-plies", "5000"], "1024"),
    ] {
        let words = [&QUICK[..], &["--out", "x.qgames", "--games", "1"], more].concat();
        let output = Command::new(env!("CARGO_BIN_EXE_quietus-lab"))
            .args(&words)
            .current_dir(path)
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(
            !output.status.success() && error.contains(word),
            "{more:?}: {error}"
        );
        assert!(!path.join("x.qgames").exists(), "{more:?}");
    }
}

/// On a machine with a GPU there is nothing to see.
#[test]
fn a_missing_gpu_is_said_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_quietus-lab"))
        .args([
            "datagen",
            "--backend",
            "cuda",
            "--nodes",
            "20",
            "--verify",
            "0",
            "--bench",
            "1",
        ])
        .args(["--games", "1", "--out", "x.qgames"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    if !output.status.success() {
        assert_eq!(error.trim().lines().count(), 1, "{error}");
        assert!(error.contains("GPU"), "{error}");
        assert!(!folder.path().join("x.qgames").exists());
    }
}
