//! Files that are not ledgers, or are damaged, are refused with a clear error and not changed.

use std::fs;

use ledger::{Ledger, LedgerError, NoteRecord};

#[test]
fn other_files_are_refused_and_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("games.pgn");
    fs::write(&text, "[Event \"?\"]\n\n1. e4 e5 *\n".repeat(100)).unwrap();
    let foreign = folder.path().join("foreign.sqlite");
    rusqlite::Connection::open(&foreign)
        .and_then(|connection| connection.execute_batch("CREATE TABLE bookmarks (url)"))
        .unwrap();
    for (path, words) in [(&text, "not an SQLite file"), (&foreign, "another program")] {
        let before = fs::read(path).unwrap();
        let error = Ledger::open(path).unwrap_err();
        assert!(matches!(error, LedgerError::NotALedger { .. }), "{error:?}");
        assert!(error.to_string().contains(words), "{error}");
        assert_eq!(fs::read(path).unwrap(), before);
    }
}

#[test]
fn invalid_paths_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let error = Ledger::open(folder.path()).unwrap_err();
    assert!(error.to_string().contains("it is a folder"), "{error}");
    let error = Ledger::open(folder.path().join("no/such/folder/l.sqlite")).unwrap_err();
    assert!(error.to_string().contains("cannot open"), "{error}");
    let absent = folder.path().join("absent.sqlite");
    let error = Ledger::open_existing(&absent).unwrap_err();
    assert!(error.to_string().contains("there is no ledger"), "{error}");
    assert!(!absent.exists());
}

#[test]
fn damage_is_an_error_and_never_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("good.sqlite");
    let mut ledger = Ledger::open(&path).unwrap();
    for number in 0..300 {
        let text = format!("note {number} {}", "x".repeat(100));
        ledger
            .record_note(&NoteRecord { text, about: None })
            .unwrap();
    }
    drop(ledger);
    let good = fs::read(&path).unwrap();
    let damaged = folder.path().join("damaged.sqlite");
    let mut refused = 0;
    for start in (0..good.len()).step_by(4096) {
        let mut bytes = good.clone();
        bytes[start..start + 2048].fill(0xa5);
        fs::write(&damaged, &bytes).unwrap();
        let outcome = Ledger::open(&damaged).and_then(|mut ledger| ledger.entries(None));
        match outcome {
            Ok(entries) => assert!(entries.len() <= 300),
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
        let _ = fs::remove_file(folder.path().join("damaged.sqlite-wal"));
        let _ = fs::remove_file(folder.path().join("damaged.sqlite-shm"));
    }
    // The other pages are empty, or of tables that were not read.
    assert!(
        refused * 4096 * 3 > good.len(),
        "{refused} of {}",
        good.len() / 4096
    );
    fs::write(&damaged, &good[..good.len() / 2]).unwrap();
    let error = Ledger::open(&damaged).and_then(|mut ledger| ledger.entries(None));
    assert!(matches!(error, Err(LedgerError::Damaged(_))), "{error:?}");
}
