//! Torn, truncated and damaged journals.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use chess::GameResult;

use super::{Journal, JournalError, journal_path};
use crate::runner::{GameSummary, PairRecord, Settings};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("arena-journal-{}-{name}", std::process::id()));
    fs::remove_dir_all(&folder).ok();
    folder
}

fn record(pair: u64) -> PairRecord {
    let game = GameSummary {
        result: GameResult::WhiteWins,
        reason: "White mates".to_owned(),
        fault: None,
        plies: 9,
        nodes: [1, 2],
        seconds: [0.5, 0.25],
    };
    PairRecord {
        pair,
        first: 0,
        second: 1,
        games: [game.clone(), game],
        pgn_end: 0,
    }
}

/// A journal of three pairs, closed.
fn journal(name: &str) -> PathBuf {
    let folder = folder(name);
    let mut journal = Journal::create(&folder, &Settings::default(), 7).unwrap();
    for pair in 0..3 {
        journal.add(&mut record(pair), "game\n").unwrap();
    }
    journal.sync().unwrap();
    folder
}

fn pairs(folder: &std::path::Path) -> Result<Vec<u64>, JournalError> {
    let mut pairs = Vec::new();
    let (_, header) = Journal::resume(folder, |record| pairs.push(record.pair))?;
    assert_eq!(header.book, 7);
    Ok(pairs)
}

#[test]
fn a_journal_round_trips_and_can_be_extended() {
    let folder = journal("whole");
    assert_eq!(pairs(&folder).unwrap(), [0, 1, 2]);
    let (mut journal, _) = Journal::resume(&folder, |_| {}).unwrap();
    journal.add(&mut record(3), "more\n").unwrap();
    drop(journal);
    assert_eq!(pairs(&folder).unwrap(), [0, 1, 2, 3]);
    let games = fs::read_to_string(folder.join("games.pgn")).unwrap();
    assert_eq!(games, "game\ngame\ngame\nmore\n");
}

#[test]
fn truncation_anywhere_leaves_complete_pairs() {
    let folder = journal("cut");
    let path = journal_path(&folder);
    let (whole, games) = (
        fs::read(&path).unwrap(),
        fs::read(folder.join("games.pgn")).unwrap(),
    );
    let header = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for length in (header..whole.len()).rev() {
        fs::write(&path, &whole[..length]).unwrap();
        fs::write(folder.join("games.pgn"), &games).unwrap();
        let complete = whole[header..length]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count();
        assert_eq!(pairs(&folder).unwrap().len(), complete);
        let left = fs::read(folder.join("games.pgn")).unwrap();
        assert_eq!(left, games[..5 * complete]);
    }
    fs::write(&path, &whole[..header - 1]).unwrap();
    assert!(matches!(pairs(&folder), Err(JournalError::Header(_))));
}

#[test]
fn extra_games_are_cut_and_missing_ones_detected() {
    let folder = journal("games");
    let games = folder.join("games.pgn");
    let mut file = OpenOptions::new().append(true).open(&games).unwrap();
    file.write_all(b"half a ga").unwrap();
    pairs(&folder).unwrap();
    assert_eq!(fs::read(&games).unwrap().len(), 15);
    fs::write(&games, "gone").unwrap();
    assert!(matches!(
        pairs(&folder),
        Err(JournalError::GamesMissing { .. })
    ));
}

#[test]
fn damaged_or_locked_journals_are_refused() {
    let folder = journal("spoilt");
    let again = Journal::create(&folder, &Settings::default(), 7);
    assert!(matches!(again, Err(JournalError::Exists(_))));
    let holder = Journal::resume(&folder, |_| {}).unwrap();
    assert!(matches!(pairs(&folder), Err(JournalError::Locked(_))));
    drop(holder);
    let path = journal_path(&folder);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"pair\":1", "\"pear\":1", 1)).unwrap();
    assert!(matches!(
        pairs(&folder),
        Err(JournalError::Damaged { line: 3, .. })
    ));
}
