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
        text.contains("5 of 5") && text.contains("more games"),
        "{text}"
    );
    for file in [
        "zero.qgames",
        "zero/zero.qnn",
        "first.qgames",
        "first.qnn",
        "first.html",
        "first.loss.svg",
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
    assert!(shown(&again).contains("self-play for 0.0 minutes"));
    let same = fs::read(folder.path().join("run/first.qgames")).expect("games");
    assert!(same == games, "no games are added");
    let same = fs::read(folder.path().join("run/first.qnn")).expect("a network");
    assert!(same == network, "the network is the same");
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
