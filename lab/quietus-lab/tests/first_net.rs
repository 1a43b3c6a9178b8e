//! `quietus-lab first-net` from one end to the other, as small as it can be.

mod common;

use std::fs;
use std::process::Output;

use common::{engine, fail, lab};

fn shown(output: &Output) -> String {
    let texts = [&output.stdout, &output.stderr];
    texts.map(|text| String::from_utf8_lossy(text)).concat()
}

#[test]
fn one_command_plays_trains_and_judges_and_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = engine().display().to_string();
    let mut words = vec!["first-net", "--out", "run", "--engine", &engine];
    words.extend(["--minutes", "0.1", "--nodes", "40", "--width", "32"]);
    words.extend(["--gate-nodes", "40", "--rounds", "1", "-j", "2"]);
    let output = lab(folder.path(), &words);
    let text = shown(&output);
    // So few games make no network that passes: it is rejected, or undecided after a pair.
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("2 of 2") && text.contains("more games"),
        "{text}"
    );
    for file in [
        "zero/zero.qgames",
        "zero/zero.qnn",
        "first.qgames",
        "first.qnn",
        "first.html",
        "first.loss.svg",
        "generations.md",
        "gate/gate.json",
    ] {
        assert!(
            folder.path().join("run").join(file).is_file(),
            "{file}: {text}"
        );
    }
    let games = fs::read(folder.path().join("run/first.qgames")).expect("games");
    let network = fs::read(folder.path().join("run/first.qnn")).expect("a network");
    let again = lab(folder.path(), &words);
    assert_eq!(again.status.code(), Some(1), "{}", shown(&again));
    assert!(shown(&again).contains("\n0 games"), "{}", shown(&again));
    let same = fs::read(folder.path().join("run/first.qgames")).expect("games");
    assert!(same == games, "no games are added");
    let same = fs::read(folder.path().join("run/first.qnn")).expect("a network");
    assert!(same == network, "the network is the same");
}

#[test]
fn xiangqi_has_a_first_network_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = engine().display().to_string();
    let mut words = vec!["first-net", "--game", "xiangqi", "--out", "run"];
    words.extend(["--engine", &engine, "--minutes", "0.1", "--nodes", "40"]);
    words.extend(["--width", "32", "--gate-nodes", "40", "--rounds", "1"]);
    let output = lab(folder.path(), &words);
    let text = shown(&output);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{text}");
    let info = lab(folder.path(), &["net", "info", "run/first.qnn"]);
    assert!(shown(&info).contains("(689 mirrored -> 32)x2"), "{text}");
    assert!(folder.path().join("run/gate/gate.json").is_file(), "{text}");
    words.extend(["--backend", "emulation"]);
    let error = fail(folder.path(), 2, &words);
    assert!(
        error.contains("GPUs do not train networks of xiangqi"),
        "{error}"
    );
}

#[test]
fn a_gpu_has_more_generations() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut words = vec!["first-net", "--backend", "emulation", "--minutes", "0.05"];
    words.extend(["--width", "32", "--no-match", "--out", "run", "-j", "2"]);
    let output = lab(folder.path(), &words);
    let text = shown(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    let table = fs::read_to_string(folder.path().join("run/generations.md")).expect("a table");
    let rows: Vec<&str> = table.lines().skip(2).collect();
    assert_eq!(rows.len(), 5, "{table}");
    assert!(rows[0].contains("evaluation=handcrafted"), "{table}");
    assert!(
        rows[4].starts_with("| first | 32 |") && rows[4].contains("three.qnn"),
        "{table}"
    );
}

#[test]
fn what_is_missing_is_noticed_before_the_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let error = fail(folder, 3, &["first-net", "-e", "no-such-engine"]);
    assert!(error.contains("no-such-engine does not start"), "{error}");
    let engine = engine().display().to_string();
    let error = fail(
        folder,
        2,
        &["first-net", "--engine", &engine, "--width", "33"],
    );
    assert!(error.contains("field width"), "{error}");
    fail(folder, 2, &["first-net", "--minutes", "0"]);
}
