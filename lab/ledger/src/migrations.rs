//! Schema migrations.
//!
//! `user_version` of a file is the number of migrations applied to it. A released migration never
//! changes; a schema change is a new migration at the end.

use rusqlite::{Connection, TransactionBehavior};

use crate::LedgerError;

/// The migrations, oldest first: migration `n` leads to version `n + 1`.
const MIGRATIONS: [&str; 2] = [
    include_str!("migrations/001_base.sql"),
    include_str!("migrations/002_notes_and_durations.sql"),
];

/// The newest schema version.
pub const NEWEST: u32 = MIGRATIONS.len() as u32;

/// The SQLite application id of a ledger: `QLDG`.
pub const APPLICATION_ID: u32 = u32::from_be_bytes(*b"QLDG");

/// The application id and version of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    pub application: u32,
    pub version: u32,
    /// Whether the file has any table.
    pub used: bool,
}

/// Reads the label in one transaction.
pub fn label(connection: &mut Connection) -> rusqlite::Result<Label> {
    let transaction = connection.transaction()?;
    let number = |sql| transaction.query_row(sql, (), |row| row.get::<_, u32>(0));
    Ok(Label {
        used: number("SELECT count(*) FROM sqlite_schema")? > 0,
        application: number("PRAGMA application_id")?,
        version: number("PRAGMA user_version")?,
    })
}

/// Migrates a file to a version up to [`NEWEST`] in one transaction.
pub fn migrate(connection: &mut Connection, version: u32) -> Result<(), LedgerError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have migrated the file; check again inside the write transaction.
    let seen: u32 = transaction.query_row("PRAGMA user_version", (), |row| row.get(0))?;
    for step in MIGRATIONS.iter().take(version as usize).skip(seen as usize) {
        transaction.execute_batch(step)?;
    }
    if seen < version {
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", version)?;
    }
    transaction.commit()?;
    Ok(())
}

#[cfg(test)]
mod tests;
