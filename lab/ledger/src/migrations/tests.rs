//! Migrations keep the data of old files.

use rusqlite::Connection;
use serde_json::json;

use super::{APPLICATION_ID, NEWEST, label, migrate};
use crate::{Kind, Ledger, LedgerError, NoteRecord, Record};

/// A file as written by version 1.
const VERSION_1_DATA: &str = "
    INSERT INTO entries VALUES (7, 'engine', 'old', '2026-01-02T03:04:05Z');
    INSERT INTO engines VALUES (7, '1.0', 'abcd', 1234, 4711);
    INSERT INTO entries VALUES (9, 'match', 'a test', '2026-01-02T03:04:06Z');
    INSERT INTO matches VALUES (9, '{\"nodes\":5000}', 2.95, 'stronger');
    INSERT INTO match_players VALUES (9, 0, 'new', NULL), (9, 1, 'old', 7);
    INSERT INTO pairings VALUES (9, 0, 'new', 'old', '[1,2,3,4,5,6,7,8,9,0,0,1,0,0,2]', 0,
                                 0, 0, 0, 0, 0, 0, 0, 0, 1.5, 20.5);
    INSERT INTO entries VALUES (12, 'suite', 'tactics', '2026-01-02T03:04:07Z');
    INSERT INTO suites VALUES (12, NULL, 'old', 7, 'null', 100, 60, 650.5, 1000);
";

#[test]
fn an_old_file_is_migrated_with_its_data() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.sqlite");
    {
        let mut connection = Connection::open(&path).unwrap();
        migrate(&mut connection, 1).unwrap();
        connection.execute_batch(VERSION_1_DATA).unwrap();
        assert!(connection.prepare("SELECT * FROM notes").is_err());
    }
    let mut ledger = Ledger::open(&path).unwrap();
    let found = label(&mut ledger.connection).unwrap();
    assert_eq!((found.application, found.version), (APPLICATION_ID, NEWEST));

    let entries = ledger.entries(None).unwrap();
    assert_eq!(entries.len(), 3);
    let Record::Match(games) = &entries[1].record else {
        panic!("{entries:?}")
    };
    assert_eq!((entries[1].id, entries[1].name()), (9, "a test"));
    assert_eq!(games.settings, json!({"nodes": 5000}));
    assert_eq!(games.players[1].engine, Some(7));
    assert_eq!(games.pairings[0].results.pentanomial().0, [1, 6, 15, 14, 9]);
    assert_eq!((games.llr, games.seconds), (Some(2.95), None));

    // The new tables work with the old data, and ids continue.
    let note = NoteRecord {
        text: "from the old days".to_owned(),
        about: Some(9),
    };
    assert_eq!(ledger.record_note(&note).unwrap(), 13);
    assert_eq!(ledger.entries(Some(Kind::Note)).unwrap().len(), 1);
}

#[test]
fn a_newer_file_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.sqlite");
    drop(Ledger::open(&path).unwrap());
    {
        let connection = Connection::open(&path).unwrap();
        connection.pragma_update(None, "user_version", 99).unwrap();
    }
    let before = std::fs::read(&path).unwrap();
    let error = Ledger::open(&path).unwrap_err();
    assert!(
        matches!(error, LedgerError::Newer { found: 99, .. }),
        "{error}"
    );
    assert!(error.to_string().contains("use a newer one"), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn migrating_twice_changes_nothing() {
    let mut connection = Connection::open_in_memory().unwrap();
    migrate(&mut connection, NEWEST).unwrap();
    migrate(&mut connection, NEWEST).unwrap();
    assert_eq!(label(&mut connection).unwrap().version, NEWEST);
}
