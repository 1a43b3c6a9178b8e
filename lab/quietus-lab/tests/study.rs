//! `quietus-lab study`, as small as it can be.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{engine, fail, succeed};

const PLAN: &str = r#"
name = "tiny"
question = "Does a study go on where it was?"
game = "GAME"
seeds = [1, 2]
labels = 1500
games = ["evaluation=psqt", "games=4", "nodes=60", "verify=0"]
dataset = ["evaluation=psqt", "expand", "search-depth=1"]
train = { width = 32, epochs = 2.0, batch_size = 256, wdl = 0.0, final_wdl = 0.0, checkpoints = 4 }

[arms.filtered]
[arms.none]
dataset = ["no-check-filter", "quiescence-margin=100000", "search-margin=100000"]
[arms.played]
played = true
games = ["games=12"]
train = { min_ply = 0, no_noisy = false }

[[contrasts]]
name = "filter-against-none"
first = "filtered"
second = "none"
nodes = 60
games = 4
primary = true

[[contrasts]]
name = "against-the-teacher"
first = "played"
second = "psqt"
nodes = 60
games = 2
"#;

fn run(folder: &Path, out: &str) -> String {
    let engine = engine().display().to_string();
    let words = [
        "study",
        "tiny.toml",
        "--out",
        out,
        "--engine",
        &engine,
        "-j",
        "2",
    ];
    succeed(folder, &words)
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a file of the study")
}

#[test]
fn a_study_that_was_killed_gives_the_same_numbers() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    fs::write(path.join("tiny.toml"), PLAN.replace("GAME", "chess")).expect("a plan");
    let said = run(path, "whole");
    assert!(said.contains("filter-against-none: "), "{said}");
    let (results, arms) = (
        read(path, "whole/results.csv"),
        read(path, "whole/arms.csv"),
    );
    // A head, and of each contrast two seeds and the sum.
    assert_eq!(results.lines().count(), 7, "{results}");
    assert_eq!(arms.lines().count(), 7, "{arms}");
    let labels = |line: &str| line.split(',').nth(5).map(str::to_owned);
    for seed in ["1", "2"] {
        let of_seed = |line: &&str| line.split(',').nth(1) == Some(seed);
        let mut labels: Vec<_> = arms.lines().filter(of_seed).map(labels).collect();
        labels.dedup();
        assert_eq!(labels.len(), 1, "equal labels: {arms}");
    }
    let page = read(path, "whole/index.html");
    assert!(page.contains("<svg") && page.contains("not separated") && !page.contains("loss"));
    assert!(read(path, "whole/elo.svg").starts_with("<svg"));

    for milliseconds in [300, 700, 1500, 2500] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quietus-lab"))
            .args([
                "study",
                "tiny.toml",
                "--out",
                "killed",
                "-j",
                "1",
                "--engine",
            ])
            .arg(engine())
            .current_dir(path)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program was built");
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().expect("it can be killed");
        child.wait().expect("it has ended");
    }
    run(path, "killed");
    assert_eq!(read(path, "killed/results.csv"), results);
    assert_eq!(read(path, "killed/arms.csv"), arms);

    let changed = PLAN
        .replace("GAME", "chess")
        .replace("games = 4", "games = 6");
    fs::write(path.join("tiny.toml"), changed).expect("a plan");
    let engine = engine().display().to_string();
    let words = ["study", "tiny.toml", "--out", "killed", "--engine", &engine];
    let error = fail(path, 3, &words);
    assert!(error.contains("the plan has changed"), "{error}");
}

#[test]
fn every_game_is_studied_and_bad_plans_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let plan = PLAN.replace("GAME", "xiangqi").replace("[1, 2]", "[3]");
    fs::write(path.join("tiny.toml"), &plan).expect("a plan");
    let said = succeed(path, &["study", "tiny.toml", "--dry-run"]);
    assert!(
        said.contains("Estimate") && said.contains("arm played"),
        "{said}"
    );
    assert!(!path.join("runs").exists(), "nothing was done");
    let said = run(path, "out");
    assert!(said.contains("against-the-teacher: "), "{said}");
    for (from, to, reason) in [
        ("\"expand\"", "\"expnd\"", "--expnd"),
        ("width = 32", "width = 33", "width"),
        ("nodes=60", "knots=60", "--knots"),
        ("[arms.none]", "[arms.none]\nfiles = [\"no.pgn\"]", "no.pgn"),
        ("games = 2", "games = 3", "even"),
    ] {
        fs::write(path.join("bad.toml"), plan.replacen(from, to, 1)).expect("a plan");
        let error = fail(path, 2, &["study", "bad.toml", "--dry-run"]);
        assert!(error.contains(reason), "{error}");
    }
    fail(path, 3, &["study", "absent.toml"]);
}

/// The plans of the project can be followed.
#[test]
fn the_plans_of_the_project_are_sound() {
    let plans = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/studies");
    let mut count = 0;
    for entry in fs::read_dir(&plans).expect("a folder") {
        let plan = entry.expect("a file").path().display().to_string();
        let said = succeed(&plans, &["study", &plan, "--dry-run"]);
        assert!(said.contains("primary contrast"), "{said}");
        count += 1;
    }
    assert!(count >= 2);
}
