//! The rows of a file. It comes from strangers, and a database can hold code: views, triggers,
//! computed columns. Only a plain table is read, up to a number of rows.

use std::collections::HashMap;
use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, OptionalExtension};

use crate::ObkError;

/// The most rows of a book.
const MAX_ROWS: usize = 1 << 24;

/// The largest text or blob, in bytes: rows have comments.
const MAX_VALUE: i32 = 1 << 20;

/// A move of the file and its score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) mv: u16,
    pub(crate) score: i64,
}

/// The moves of a file by the keys of positions.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub(crate) by_key: HashMap<u64, Vec<Row>>,
    /// The moves that count.
    pub(crate) count: usize,
}

impl Rows {
    pub(crate) fn read(path: &Path) -> Result<Self, ObkError> {
        Self::read_up_to(path, MAX_ROWS)
    }

    fn read_up_to(path: &Path, most: usize) -> Result<Self, ObkError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_VALUE)?;
        check_table(&connection)?;
        let mut query = connection.prepare(
            "SELECT vkey, ifnull(vmove, 0) & 65535, ifnull(CAST(vscore AS INTEGER), 0), vvalid = 1
             FROM bhobk",
        )?;
        let mut found = query.query([])?;
        let mut rows = Self::default();
        let mut read = 0;
        while let Some(row) = found.next()? {
            read += 1;
            if read > most {
                return Err(ObkError::TooLarge(most));
            }
            // NULL does not count, either.
            if row.get::<_, Option<bool>>(3)? != Some(true) {
                continue;
            }
            let value = Row {
                mv: row.get(1)?,
                score: row.get(2)?,
            };
            rows.count += 1;
            for key in keys(row.get_ref(0)?) {
                rows.by_key.entry(key).or_default().push(value);
            }
        }
        Ok(rows)
    }
}

/// Whether `bhobk` is a table of its own, whose columns are stored.
fn check_table(connection: &Connection) -> Result<(), ObkError> {
    let query =
        "SELECT type, sql LIKE 'CREATE VIRTUAL%' FROM sqlite_schema WHERE name LIKE 'bhobk'";
    let kind = connection.query_row(query, [], |row| Ok((row.get(0)?, row.get(1)?)));
    let (kind, is_virtual): (String, bool) = kind.optional()?.ok_or(ObkError::NoTable)?;
    if is_virtual {
        return Err(ObkError::NotATable("virtual table".to_owned()));
    }
    if kind != "table" {
        return Err(ObkError::NotATable(kind));
    }
    // Generated columns are hidden: 2 and 3.
    let query = "SELECT count(*) FROM pragma_table_xinfo('bhobk') WHERE hidden <> 0";
    let computed: i64 = connection.query_row(query, [], |row| row.get(0))?;
    match computed {
        0 => Ok(()),
        _ => Err(ObkError::NotATable(
            "table with computed columns".to_owned(),
        )),
    }
}

/// The keys that a stored number may mean. Those beyond the largest integer are stored as the floating
/// point number with the same bits, which SQLite may have turned into an integer of the same value.
fn keys(stored: ValueRef<'_>) -> Vec<u64> {
    match stored {
        ValueRef::Real(number) => vec![number.to_bits()],
        ValueRef::Integer(number) if number < 0 => {
            vec![number.cast_unsigned(), (number as f64).to_bits()]
        }
        ValueRef::Integer(number) => vec![number.cast_unsigned()],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::{ObkError, Rows};

    #[test]
    fn a_book_that_is_too_large_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.obk");
        let file = Connection::open(&path).unwrap();
        let table = "CREATE TABLE bhobk (vkey, vmove, vscore, vvalid)";
        file.execute(table, []).unwrap();
        for _ in 0..3 {
            // Rows that do not count have to be read, too.
            let row = "INSERT INTO bhobk VALUES (1, 1, 1, 0)";
            file.execute(row, []).unwrap();
        }
        assert_eq!(Rows::read_up_to(&path, 3).unwrap().count, 0);
        let error = Rows::read_up_to(&path, 2).unwrap_err();
        assert!(matches!(error, ObkError::TooLarge(2)), "{error}");
    }
}
