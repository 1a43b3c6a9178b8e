//! Torn, truncated and damaged journals.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::sync::Barrier;
use std::thread;

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
fn games_of_another_match_in_the_same_file_stay() {
    let folder = folder("shared");
    fs::create_dir_all(&folder).unwrap();
    let pgn = folder.join("all.pgn");
    let settings = Settings {
        pgn: Some(pgn.clone()),
        ..Settings::default()
    };
    let game = "[Event \"x\"]\n\n*\n\n";
    let pair = game.repeat(2);
    let mut journal = Journal::create(&folder.join("one"), &settings, 7).unwrap();
    let second = Journal::create(&folder.join("two"), &settings, 7);
    assert!(matches!(second, Err(JournalError::Locked(path)) if path == pgn));
    journal.add(&mut record(0), &pair).unwrap();
    drop(journal);
    // A pair without its line of the journal goes, more is not ours.
    let append = |text: &str| {
        let mut file = OpenOptions::new().append(true).open(&pgn).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    };
    append(&pair);
    Journal::resume(&folder.join("one"), |_| ()).unwrap();
    assert_eq!(fs::read_to_string(&pgn).unwrap(), pair);
    append(&game.repeat(3));
    let resumed = Journal::resume(&folder.join("one"), |_| ());
    assert!(matches!(resumed, Err(JournalError::OtherGames { .. })));
    assert_eq!(fs::read_to_string(&pgn).unwrap(), game.repeat(5));
}

/// Who begins a match in the same folder at the same time must not take the journal away.
#[test]
fn only_one_of_several_begins_a_match() {
    let folder = folder("race");
    for round in 0..50 {
        let folder = folder.join(round.to_string());
        let start = Barrier::new(4);
        let begin = || {
            start.wait();
            Journal::create(&folder, &Settings::default(), 7).ok()
        };
        let begun: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(begin)).collect();
            let begun = threads.into_iter().map(|thread| thread.join().unwrap());
            begun.flatten().collect()
        });
        assert_eq!(begun.len(), 1, "round {round}");
    }
    fs::remove_dir_all(&folder).unwrap();
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

/// Creating, adding and resuming, whatever call fails: no pair is lost that was added.
#[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
#[test]
fn every_pair_that_was_added_survives_every_fault() {
    use faults::{Fault, each_fault};

    let folder = folder("every-fault");
    let add = |journal: &mut Journal, pair: u64| {
        let added = journal.add(&mut record(pair), &format!("game {pair}\n"));
        added.and_then(|()| journal.sync())
    };
    for fault in Fault::ALL {
        let calls = each_fault(
            fault,
            || {
                fs::remove_dir_all(&folder).ok();
            },
            |acknowledged| {
                let Ok(mut journal) = Journal::create(&folder, &Settings::default(), 7) else {
                    return;
                };
                acknowledged.add(0);
                for pair in 0..2 {
                    if add(&mut journal, pair).is_err() {
                        break;
                    }
                    acknowledged.add(pair + 1);
                }
                drop(journal);
                let Ok((mut journal, _)) = Journal::resume(&folder, |_| ()) else {
                    return;
                };
                if add(&mut journal, 2).is_ok() {
                    acknowledged.add(3);
                }
            },
            |acknowledged| {
                let mut found = Vec::new();
                let resumed = Journal::resume(&folder, |record| found.push(record.pair));
                let Ok((mut journal, _)) = resumed else {
                    assert!(acknowledged.is_empty(), "{fault:?}: {:?}", resumed.err());
                    // Nothing was begun, and a new match can be.
                    Journal::create(&folder, &Settings::default(), 7).unwrap();
                    return;
                };
                let added = acknowledged
                    .iter()
                    .filter_map(|number| number.checked_sub(1));
                let mut lost: Vec<u64> = added.collect();
                lost.retain(|pair| !found.contains(pair));
                assert_eq!(lost, [0; 0], "{fault:?}: {found:?}");
                add(&mut journal, 9).unwrap();
                found.push(9);
                let games: String = found.iter().map(|pair| format!("game {pair}\n")).collect();
                let written = fs::read_to_string(folder.join("games.pgn")).unwrap();
                assert_eq!(written, games, "{fault:?}");
            },
        );
        assert!(calls > 10, "{fault:?}: {calls}");
    }
    fs::remove_dir_all(&folder).ok();
}
