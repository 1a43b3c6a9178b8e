//! `quietus-lab ledger` from the outside.

mod common;

use std::fs;

use common::{fail, succeed};

const GAMES: &str = "[White \"new\"]\n[Black \"old\"]\n[Round \"1.1\"]\n\n1. e4 e5 1-0\n\n\
                     [White \"old\"]\n[Black \"new\"]\n[Round \"1.2\"]\n\n1. e4 e5 1/2-1/2\n";

#[test]
fn everything_added_is_listed_shown_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| succeed(folder.path(), &[&["ledger"], args].concat());
    fs::write(folder.path().join("engine"), "abc").unwrap();
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    fs::write(folder.path().join("settings.json"), "{\"nodes\": 5000}").unwrap();

    let adds: [&[&str]; 7] = [
        &[
            "add",
            "engine",
            "engine",
            "--version",
            "1.0",
            "--bench",
            "77",
        ],
        &[
            "add",
            "net",
            "engine",
            "--name",
            "first.qnn",
            "--card",
            "settings.json",
        ],
        &["add", "dataset", "games.pgn", "--games", "2"],
        &[
            "add",
            "match",
            "games.pgn",
            "--settings",
            "settings.json",
            "--llr",
            "-1.5",
        ],
        &[
            "add",
            "match",
            "--first",
            "new",
            "--second",
            "old",
            "--pairs",
            "34,54,63,64,74",
            "--draws",
            "158",
            "--verdict",
            "stronger",
            "--name",
            "from, \"outside\"",
        ],
        &[
            "add",
            "suite",
            "tactics",
            "--player",
            "new",
            "--positions",
            "10",
            "--solved",
            "7",
            "--engine",
            "1",
        ],
        &["add", "note", "well done", "--about", "4"],
    ];
    for (number, add) in (1..).zip(adds) {
        assert_eq!(run(add), format!("{number}\n"));
    }
    // The same engine is not recorded twice.
    assert_eq!(run(&["add", "engine", "engine"]), "1\n");

    let list = run(&["list"]);
    assert_eq!(list.lines().count(), 8, "{list}");
    assert!(list.contains("new against old: +1 =1 -0"), "{list}");
    assert!(list.contains("ba7816bf8f01, bench 77"), "{list}");
    assert_eq!(run(&["list", "match"]).lines().count(), 3);

    let shown = run(&["show", "4"]);
    for part in ["llr: -1.5", "nodes: 5000", "[0,0,0,1,0]", "well done"] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    let json = run(&["show", "5", "--json"]);
    assert!(json.contains("\"verdict\": \"stronger\""), "{json}");

    let csv = run(&["export", "match", "--format", "csv"]);
    assert!(csv.contains("\"from, \"\"outside\"\"\""), "{csv}");
    run(&["export", "--format", "md", "--out", "all.md"]);
    let markdown = fs::read_to_string(folder.path().join("all.md")).unwrap();
    assert!(markdown.contains("## Engines"), "{markdown}");
    let all: Vec<serde_json::Value> = serde_json::from_str(&run(&["export"])).unwrap();
    assert_eq!(all.len(), 7);
    assert_eq!(all[4]["pairings"][0]["wins"], 2 * 74 + 64 + 43);
}

#[test]
fn mistakes_have_their_statuses_and_leave_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let error = fail(at, 3, &["ledger", "list"]);
    assert!(
        error.contains("there is no ledger at ledger.sqlite"),
        "{error}"
    );
    let error = fail(at, 3, &["ledger", "add", "engine", "absent"]);
    assert!(error.contains("cannot read absent"), "{error}");
    fail(at, 2, &["ledger", "add", "match"]);
    fail(at, 2, &["ledger", "list", "matches"]);
    fail(at, 2, &["ledger"]);
    fail(at, 2, &["ledger", "add", "match", "--pairs", "1,2,3,4"]);
    let totals = ["ledger", "add", "match", "--first", "a", "--second", "b"];
    let counts = ["--pairs", "1,2,3,4,5", "--draws", "7"];
    let error = fail(at, 2, &[&totals[..], &counts[..]].concat());
    assert!(error.contains("cannot have 7 drawn games"), "{error}");
    assert_eq!(fs::read_dir(at).unwrap().count(), 0);

    fs::write(
        at.join("text"),
        "no database at all, but long enough to be one",
    )
    .unwrap();
    let error = fail(at, 3, &["ledger", "list", "--ledger", "text"]);
    assert!(error.contains("not an SQLite file"), "{error}");
    succeed(at, &["ledger", "add", "note", "one"]);
    let error = fail(at, 3, &["ledger", "show", "2"]);
    assert!(error.contains("no entry 2"), "{error}");
    fail(at, 3, &["ledger", "add", "note", "two", "--about", "9"]);
}
