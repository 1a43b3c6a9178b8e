//! `quietus-lab uci-check`, whole, on our own engine: every must and every should.

mod common;

use std::path::Path;

use serde_json::Value;

/// All time limits are stretched by this: a busy machine may keep a program waiting for a multiple
/// of the tenths of seconds that the checks are about. Without load the check passes with 1.
const SLOWNESS: &str = "6";

/// Groups of checks that run at the same time. Most of the time they wait.
const GROUPS: [&[&str]; 4] = [
    &[
        "handshake.",
        "options.",
        "setoption.",
        "go.",
        "ready.",
        "newgame.",
        "life.",
    ],
    &["stop.", "infinite.", "bestmove.", "mate.", "chess960."],
    &["ponder.", "info.", "multipv.", "position."],
    &["input.", "draw.", "over.", "searchmoves."],
];

/// Checks that may be skipped, because the engine has nothing that they are about.
const SKIPPABLE: [&str; 1] = ["setoption.spaces"];

/// Checks of rules that xiangqi does not have.
const CHESS_ONLY: [&str; 8] = [
    "bestmove.castling",
    "bestmove.en-passant",
    "bestmove.promotion",
    "chess960.",
    "draw.perpetual",
    "draw.repetition",
    "position.ghost-en-passant",
    "position.special-moves",
];

/// The reports of the checks of some groups.
fn check(engine: &Path, game: &str, groups: &[&str], folder: &Path) -> Vec<Value> {
    let report = folder.join(format!("{}json", groups[0]));
    let mut arguments = vec![
        "uci-check",
        "--game",
        game,
        "--slowness",
        SLOWNESS,
        "--json",
    ];
    arguments.push(report.to_str().expect("a plain path"));
    for group in groups {
        arguments.extend(["--only", group]);
    }
    arguments.extend(["-e", engine.to_str().expect("a plain path")]);
    let output = common::lab(folder, &arguments);
    let text = std::fs::read_to_string(&report)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let report: Value = serde_json::from_str(&text).expect("JSON");
    report["checks"].as_array().expect("a list").clone()
}

fn every_check_passes(game: &str, skippable: &[&str]) {
    let folder = tempfile::tempdir().expect("a new folder");
    let engine = common::engine();
    let reports: Vec<Value> = std::thread::scope(|scope| {
        let running: Vec<_> = GROUPS
            .iter()
            .map(|groups| scope.spawn(|| check(&engine, game, groups, folder.path())))
            .collect();
        running
            .into_iter()
            .flat_map(|group| group.join().expect("the check runs"))
            .collect()
    });
    let failed: Vec<String> = reports
        .iter()
        .filter(|report| {
            let id = report["id"].as_str().expect("a text");
            let is_skippable = || skippable.iter().any(|start| id.starts_with(start));
            report["status"] != "pass" && !(report["status"] == "skipped" && is_skippable())
        })
        .map(|report| serde_json::to_string_pretty(report).expect("JSON"))
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    let list = common::succeed(folder.path(), &["uci-check", "--list"]);
    assert_eq!(
        reports.len(),
        list.lines().count(),
        "not every check was run"
    );
}

#[test]
fn every_check_passes_in_chess() {
    every_check_passes("chess", &SKIPPABLE);
}

#[test]
fn every_check_passes_in_xiangqi() {
    every_check_passes("xiangqi", &[&SKIPPABLE[..], &CHESS_ONLY].concat());
}
