//! `kill -9` at random moments: no pair is lost, repeated or split.

mod support;

use std::collections::HashMap;
use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use game::Rng;
use support::{ENGINE, fresh_folder, games};

const MATCH: &str = env!("CARGO_BIN_EXE_arena-test-match");

/// Enough pairs to be killed many times on a fast machine.
const PAIRS: usize = 400;

#[test]
fn a_killed_match_loses_and_repeats_no_pair() {
    let folder = fresh_folder("killed");
    let mut rng = Rng::new(3);
    let (mut kills, mut acknowledged) = (0, 0);
    loop {
        let mut process = Command::new(MATCH)
            .arg(&folder)
            .args([ENGINE, &PAIRS.to_string()])
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        // After enough kills the match may finish.
        if kills < 40 {
            sleep(Duration::from_millis(rng.below(150) as u64));
            process.kill().unwrap();
        }
        let status = process.wait().unwrap();
        if status.success() {
            break;
        }
        assert_eq!(
            status.code(),
            None,
            "the match must end well or by the kill"
        );
        kills += 1;
        let journal = fs::read_to_string(folder.join("journal.jsonl")).unwrap_or_default();
        let lines = journal.matches('\n').count();
        assert!(lines >= acknowledged, "what was written must stay");
        acknowledged = lines;
    }
    let journal = fs::read_to_string(folder.join("journal.jsonl")).unwrap();
    let mut pairs: Vec<u64> = journal
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["pair"].as_u64())
        .map(Option::unwrap)
        .collect();
    pairs.sort_unstable();
    assert_eq!(
        pairs,
        (0..PAIRS as u64).collect::<Vec<_>>(),
        "after {kills} kills"
    );
    let mut rounds: HashMap<String, usize> = HashMap::new();
    for game in games(&folder) {
        *rounds
            .entry(game.tag("Round").unwrap().to_owned())
            .or_default() += 1;
    }
    assert_eq!(rounds.len(), 2 * PAIRS);
    assert!(rounds.values().all(|&count| count == 1));
    eprintln!("killed {kills} times");
}
