//! `quietus-lab spsa` as a user meets it, on an option that every build of the engine has.

mod common;

use std::fs;
use std::path::Path;

use common::{engine, fail, succeed};
use serde_json::Value;

/// A short run in a folder, with more words.
fn words<'a>(engine: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let run = [
        "spsa",
        "-e",
        engine,
        "nodes=150",
        "option.Hash=1",
        "--params",
        "NnueScale",
        "-r",
        "6",
        "--max-moves",
        "30",
        "--window",
        "3",
        "--r-end",
        "0.5",
    ];
    [&run[..], more].concat()
}

fn state(folder: &Path) -> Value {
    let text = fs::read_to_string(folder.join("state.json")).expect("a state");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_run_moves_resumes_and_refuses_other_settings() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let engine = engine();
    let engine = engine.to_str().expect("a plain path");
    let result = succeed(at, &words(engine, &["--out", "run", "-c", "1"]));
    assert!(result.starts_with("Parameter"), "{result}");
    assert!(result.contains("\nNnueScale, int, "), "{result}");
    for file in ["report.html", "trajectories.svg", "openbench.txt"] {
        assert!(at.join("run").join(file).is_file(), "{file}");
    }
    let whole = state(&at.join("run"));
    assert_eq!(whole["results"].as_str().map(str::len), Some(6));

    // As if killed in the middle, with a later pair done; then on two threads.
    let results = whole["results"].as_str().expect("text");
    let mut killed = whole.clone();
    killed["results"] = format!("{}.{}", &results[..2], &results[3..4]).into();
    fs::write(at.join("run/state.json"), killed.to_string()).expect("room for it");
    let resumed = succeed(at, &words(engine, &["--out", "run", "-c", "2"]));
    assert_eq!(state(&at.join("run")), whole);
    assert_eq!(resumed, result);

    let changed = words(engine, &["--out", "run", "--gamma", "0.2", "--seed", "5"]);
    let error = fail(at, 2, &changed);
    for name in ["gains.gamma was 0.101, now 0.2", "seed was 1, now 5"] {
        assert!(error.contains(name), "{error}");
    }
    fs::write(at.join("run/state.json"), "{").expect("room for it");
    let error = fail(at, 3, &words(engine, &["--out", "run"]));
    assert!(error.contains("is not the state of a run"), "{error}");
}

#[test]
fn parameters_are_listed_and_mistakes_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let engine = engine();
    let engine = engine.to_str().expect("a plain path");
    let list = succeed(
        at,
        &["spsa", "-e", engine, "--list", "--params", "NnueScale"],
    );
    assert_eq!(list.lines().count(), 1, "{list}");
    assert!(list.starts_with("NnueScale, int, "), "{list}");
    let error = fail(
        at,
        2,
        &["spsa", "-e", engine, "nodes=1", "--params", "nothing"],
    );
    assert!(error.contains("\"nothing\""), "{error}");
    let error = fail(at, 2, &words(engine, &["-e", engine]));
    assert!(error.contains("one engine"), "{error}");
    let error = fail(at, 2, &["spsa", "-e", engine, "--params", "NnueScale"]);
    assert!(error.contains("no limit"), "{error}");
    fail(at, 2, &words(engine, &["--r-end", "-1"]));
    fail(at, 2, &["spsa", "-e", engine]);
    fail(at, 3, &["spsa", "-e", "no-such-engine", "--list"]);
    assert_eq!(fs::read_dir(at).expect("a folder").count(), 0);
}
