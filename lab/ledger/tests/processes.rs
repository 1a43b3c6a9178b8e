//! Several processes on one file, and killed processes.
//!
//! The tests start this test program again as a writer, which records notes and prints the id of each
//! once it is committed.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use ledger::{EngineRecord, Kind, Ledger, NoteRecord};

const ROWS: usize = 500;

/// The writer: not a test.
#[test]
#[ignore = "started by the other tests"]
fn writer() {
    let Ok(path) = std::env::var("LEDGER_TEST_FILE") else {
        return;
    };
    let name = std::env::var("LEDGER_TEST_NAME").unwrap();
    let rows: usize = std::env::var("LEDGER_TEST_ROWS").unwrap().parse().unwrap();
    let mut ledger = Ledger::open(path).unwrap();
    for row in 0..rows {
        let text = format!("{name} {row}");
        let id = ledger
            .record_note(&NoteRecord { text, about: None })
            .unwrap();
        println!("\nrecorded {id} {name} {row}");
    }
}

fn start_writer(path: &Path, name: &str, rows: usize) -> Child {
    Command::new(std::env::current_exe().expect("a running program"))
        .args(["--exact", "writer", "--ignored", "--nocapture"])
        .env("LEDGER_TEST_FILE", path)
        .env("LEDGER_TEST_NAME", name)
        .env("LEDGER_TEST_ROWS", rows.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .expect("this program can be started again")
}

/// The entries that a writer has printed when it ends: those that were committed.
fn acknowledged(writer: &mut Child) -> impl Iterator<Item = (i64, String)> + use<> {
    let output = writer.stdout.take().expect("output is piped");
    let lines = BufReader::new(output).lines().map_while(Result::ok);
    lines.filter_map(|line| {
        let words: Vec<&str> = line.strip_prefix("recorded ")?.split(' ').collect();
        let [id, name, row] = words[..] else {
            return None;
        };
        Some((id.parse().expect("a number"), format!("{name} {row}")))
    })
}

fn notes(path: &Path) -> HashSet<(i64, String)> {
    let mut ledger = Ledger::open_existing(path).expect("a good ledger");
    let entries = ledger.entries(Some(Kind::Note)).expect("readable notes");
    entries
        .iter()
        .map(|e| (e.id, e.name().to_owned()))
        .collect()
}

#[test]
fn two_processes_write_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shared.sqlite");
    let writers = ["one", "two"].map(|name| start_writer(&path, name, ROWS));
    let mut all = HashSet::new();
    for mut writer in writers {
        all.extend(acknowledged(&mut writer));
        assert!(writer.wait().unwrap().success());
    }
    assert_eq!(all.len(), 2 * ROWS);
    assert_eq!(notes(&path), all);
}

#[test]
fn threads_that_open_a_new_file_together_agree() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.sqlite");
    let engine = EngineRecord {
        name: "the same".to_owned(),
        hash: "aa".to_owned(),
        ..EngineRecord::default()
    };
    let ids: HashSet<i64> = thread::scope(|scope| {
        let open = || Ledger::open(&path).unwrap().upsert_engine(&engine).unwrap();
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(open)).collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    assert_eq!(ids.len(), 1);
}

#[test]
fn a_killed_writer_loses_nothing_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("killed.sqlite");
    let mut all = HashSet::new();
    for round in 0..12 {
        let mut writer = start_writer(&path, &format!("round{round}"), usize::MAX);
        let mut recorded = acknowledged(&mut writer);
        // At different moments: while the file is opened or created, and during transactions.
        if round >= 4 {
            all.extend(recorded.next());
        }
        let chance = RandomState::new().hash_one(round) % 30;
        thread::sleep(Duration::from_millis(20 * round + chance));
        writer.kill().unwrap();
        all.extend(recorded);
        writer.wait().unwrap();
        let found = notes_if_any(&path);
        assert!(all.is_subset(&found), "lost {:?}", all.difference(&found));
        // At most one transaction of each writer was committed but not yet printed.
        assert!(found.len() <= all.len() + round as usize + 1);
    }
    assert!(all.len() >= 8, "only {} were recorded", all.len());
}

/// The first writers may be killed before there is a file.
fn notes_if_any(path: &Path) -> HashSet<(i64, String)> {
    match path.exists() {
        true => notes(path),
        false => HashSet::new(),
    }
}
