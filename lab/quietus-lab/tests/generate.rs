//! `train --generate`: the same as `datagen` and `train`, in one run.

mod common;

use std::fs;
use std::path::Path;

use common::{fail, succeed};

/// Quick games of the search of GPUs, as options of `datagen`.
const GAMES: [&str; 6] = [
    "backend=emulation",
    "nodes=20",
    "verify=40",
    "bench=1",
    "seed=7",
    "chess960=50",
];

/// A tiny network. A part of the positions is skipped at random, which depends on the order of the games.
const TINY: [&str; 18] = [
    "train",
    "--name",
    "tiny",
    "--width",
    "32",
    "--batch-size",
    "64",
    "--epochs",
    "3",
    "--td-lambda",
    "0.5",
    "--skip",
    "0.2",
    "--validation",
    "0.2",
    "--backend",
    "cpu",
    "--data",
];

fn datagen(folder: &Path, out: &str, more: &[&str]) {
    let words: Vec<String> = GAMES.iter().map(|word| format!("--{word}")).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    succeed(
        folder,
        &[&["datagen", "--out", out], &words[..], more].concat(),
    );
}

/// Trains on games that it plays and perhaps others.
fn generate(folder: &Path, output: &str, more: &[&str]) -> String {
    let data = TINY.len() - 1;
    let words = [
        &TINY[..data],
        &["--output", output, "--generate"],
        &GAMES,
        more,
    ];
    succeed(folder, &words.concat())
}

/// Whether networks are the same, whatever their cards say.
fn have_same_weights(paths: [&Path; 2]) -> bool {
    let load = |path: &Path| {
        nnue::load_file::<nnue::FeatureSet>(path)
            .expect("a network")
            .network
    };
    let [one, other] = paths.map(load);
    one.parameters() == other.parameters()
}

#[test]
fn it_is_datagen_and_train_in_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    datagen(path, "games.qgames", &["--games", "24"]);
    let train = [&TINY[..], &["games.qgames", "--output", "two"]].concat();
    succeed(path, &train);
    let said = generate(path, "one", &["games=24", "--threads", "2"]);
    assert!(
        said.contains("24 games") && said.contains("validation loss"),
        "{said}"
    );
    let games = fs::read(path.join("one/tiny.qgames")).unwrap();
    assert!(games == fs::read(path.join("games.qgames")).unwrap());
    let network = path.join("one/tiny.qnn");
    assert!(have_same_weights([&network, &path.join("two/tiny.qnn")]));
    let card = succeed(path, &["net", "info", "one/tiny.qnn"]);
    assert!(card.contains("backend=emulation"), "{card}");
    // Nothing is played or trained again.
    let said = generate(path, "one", &["games=24", "--resume"]);
    assert!(said.starts_with("0 games"), "{said}");
    assert!(games == fs::read(path.join("one/tiny.qgames")).unwrap());
}

#[test]
fn it_goes_on_where_it_was_killed_and_takes_other_data() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    datagen(
        path,
        "other.qgames",
        &["--games", "3", "--first-game", "100"],
    );
    let goal = ["positions=900", "--data", "other.qgames"];
    generate(path, "whole", &goal);
    fs::create_dir(path.join("killed")).unwrap();
    datagen(path, "killed/tiny.qgames", &["--games", "4"]);
    generate(path, "killed", &goal);
    for name in ["tiny.qgames", "tiny.qnn"] {
        let [whole, killed] = ["whole", "killed"].map(|run| fs::read(path.join(run).join(name)));
        assert!(whole.unwrap() == killed.unwrap(), "{name}");
    }
}

#[test]
fn the_cpu_plays_too() {
    let folder = tempfile::tempdir().unwrap();
    let games = "backend=cpu evaluation=handcrafted nodes=30 verify=30 bench=1 games=6";
    let data = TINY.len() - 1;
    let words: Vec<&str> = games.split(' ').collect();
    let words = [
        &TINY[..data],
        &["--output", "run", "--generate"],
        &words[..],
    ]
    .concat();
    let said = succeed(folder.path(), &words);
    assert!(said.contains("6 games"), "{said}");
    assert!(folder.path().join("run/tiny.qnn").is_file());
}

#[test]
fn what_is_wrong_is_said_before_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    for (more, reason) in [
        (&[][..], "positions=N"),
        (&["games"], "a value is required"),
        (&["games=9", "speed=1"], "--speed"),
        (&["games=9", "siblings=0.5"], "siblings"),
        (&["games=9", "game=xiangqi"], "--game"),
        (&["games=9", "--mirrored", "maybe"], "mirrored"),
        (&["games=9", "--test-set", "none.qgames"], "none.qgames"),
    ] {
        let data = TINY.len() - 1;
        let words = [
            &TINY[..data],
            &["--output", "run", "--generate"],
            &GAMES,
            more,
        ]
        .concat();
        let output = common::lab(path, &words);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && error.contains(reason),
            "{more:?}: {error}"
        );
        assert!(!path.join("run/tiny.qgames").exists(), "{more:?}");
    }
    fs::create_dir_all(path.join("run")).unwrap();
    fs::write(path.join("run/checkpoint"), "").unwrap();
    let words = [
        &TINY[..TINY.len() - 1],
        &["--output", "run", "--generate"],
        &GAMES,
        &["games=9"],
    ];
    let error = fail(path, 3, &words.concat());
    assert!(error.contains("--resume"), "{error}");
    assert!(!path.join("run/tiny.qgames").exists());
}
