//! Books written as other programs write them.

use std::path::Path;

use game::Rules;
use polyglot::{Book, BookMove};
use rusqlite::{Connection, params};
use xiangqi::{Position, Xiangqi};

/// Keys of the format: the start, after h2e2, and of the mirror image after h2e2 h9g7.
const START: u64 = 0x628D_04D7_C9C1_44AE;
const CANNON: u64 = 0xA1EA_D1F6_470E_07EE;
const MIRRORED: u64 = 0x1FE5_EEF2_9D5F_4A83;

/// Key, move, score and whether it counts.
type Row = (u64, u16, i64, bool);

fn write(path: &Path, rows: &[Row]) {
    let connection = Connection::open(path).expect("a new file");
    let table = "CREATE TABLE bhobk (id INTEGER PRIMARY KEY, vkey INTEGER, vmove INTEGER, vscore INTEGER, \
                 vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB, vindex INTEGER)";
    connection.execute(table, []).expect("SQL");
    for &(key, mv, score, valid) in rows {
        let insert = "INSERT INTO bhobk (vkey, vmove, vscore, vvalid) VALUES (?, ?, ?, ?)";
        let done = match i64::try_from(key) {
            Ok(key) => connection.execute(insert, params![key, mv, score, valid]),
            Err(_) => connection.execute(insert, params![f64::from_bits(key), mv, score, valid]),
        };
        done.expect("SQL");
    }
}

fn moves(book: &Book<Xiangqi>, line: &str) -> Vec<(String, u16)> {
    let mut position = Position::start();
    for text in line.split_whitespace() {
        position.play(position.parse_uci(text).expect("legal"));
    }
    let named = |&BookMove { mv, weight }: &_| (Xiangqi::move_text(&position, mv), weight);
    book.moves(&position).iter().map(named).collect()
}

#[test]
fn moves_are_followed_from_the_start() {
    let folder = tempfile::tempdir().expect("a new folder");
    let path = folder.path().join("book.obk");
    write(
        &path,
        &[
            // h2e2 from the low byte to the high one, g3g4 the other way round.
            (START, 0xA7AA, 90, true),
            (START, 0x9989, 0, true),
            // To be avoided; not counted; no legal move; no square; a position that nothing leads to.
            (START, 0x9383, -1, true),
            (START, 0x9B8B, 70, false),
            (START, 0xC777, 70, true),
            (START, 0x0001, 70, true),
            (1, 0xA7AA, 70, true),
            (CANNON, 0x593A, 100_000, true),
            // The mirror image of h0g2.
            (MIRRORED, 0xC4A5, 5, true),
        ],
    );
    let import = obk::read(&path).expect("a book");
    assert_eq!((import.book.len(), import.rows), (8, 8));
    let named = |name: &str, weight| (name.to_owned(), weight);
    // The start is its own mirror image.
    let first = [("b2e2", 90), ("h2e2", 90), ("c3c4", 1), ("g3g4", 1)];
    let first = first.map(|(name, weight)| named(name, weight));
    assert_eq!(moves(&import.book, ""), first);
    assert_eq!(moves(&import.book, "b2e2"), [named("b9c7", u16::MAX)]);
    assert_eq!(moves(&import.book, "h2e2"), [named("h9g7", u16::MAX)]);
    assert_eq!(moves(&import.book, "h2e2 h9g7"), [named("h0g2", 5)]);
}

#[test]
fn other_files_are_refused() {
    let folder = tempfile::tempdir().expect("a new folder");
    let path = folder.path().join("book.obk");
    assert!(obk::read(&path).is_err(), "no file");
    std::fs::write(&path, "no database").expect("written");
    assert!(obk::read(&path).is_err());
    std::fs::remove_file(&path).expect("it exists");
    Connection::open(&path)
        .and_then(|file| file.execute("CREATE TABLE other (a)", []))
        .expect("SQL");
    let error = obk::read(&path).unwrap_err().to_string();
    assert!(error.contains("bhobk"), "{error}");
}

/// A database is a program, too: one of a few bytes can compute rows without end.
#[test]
fn only_a_plain_table_is_read() {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) \
                   SELECT i AS vkey, 1 AS vmove, 1 AS vscore, 1 AS vvalid FROM n";
    for (schema, words) in [
        (format!("CREATE VIEW bhobk AS {endless}"), "is a view"),
        (
            "CREATE TABLE bhobk (vkey, vmove, vscore, vvalid AS (length(zeroblob(1000000000))))"
                .to_owned(),
            "computed columns",
        ),
        (
            "CREATE VIRTUAL TABLE bhobk USING fts5(vkey, vmove, vscore, vvalid)".to_owned(),
            "virtual table",
        ),
    ] {
        let folder = tempfile::tempdir().expect("a new folder");
        let path = folder.path().join("book.obk");
        let file = Connection::open(&path).expect("a new file");
        file.execute(&schema, []).expect("SQL");
        let error = obk::read(&path).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}
