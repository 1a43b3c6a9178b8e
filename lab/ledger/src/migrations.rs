//! The schema, as the steps that led to it.
//!
//! A file says in `user_version` how many of them it has seen. A step is never changed once files
//! exist that have seen it; what is to be different comes as a new step at the end.

use rusqlite::{Connection, TransactionBehavior};

use crate::LedgerError;

/// The steps, oldest first: step `n` leads to version `n + 1`.
const STEPS: [&str; 2] = [
    include_str!("migrations/001_base.sql"),
    include_str!("migrations/002_notes_and_durations.sql"),
];

/// The version that the steps lead to.
pub const NEWEST: u32 = STEPS.len() as u32;

/// What marks a file as a ledger: `QLDG`.
pub const APPLICATION_ID: u32 = u32::from_be_bytes(*b"QLDG");

/// What a file says of itself before anything is done to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    pub application: u32,
    pub version: u32,
    /// Whether there is any table.
    pub used: bool,
}

/// Reads the label, all of it at one moment.
pub fn label(connection: &mut Connection) -> rusqlite::Result<Label> {
    let transaction = connection.transaction()?;
    let number = |sql| transaction.query_row(sql, (), |row| row.get::<_, u32>(0));
    Ok(Label {
        used: number("SELECT count(*) FROM sqlite_schema")? > 0,
        application: number("PRAGMA application_id")?,
        version: number("PRAGMA user_version")?,
    })
}

/// Brings a file up to a version that is at most [`NEWEST`], in one piece or not at all.
pub fn migrate(connection: &mut Connection, version: u32) -> Result<(), LedgerError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have been faster, so look again now that nobody else can write.
    let seen: u32 = transaction.query_row("PRAGMA user_version", (), |row| row.get(0))?;
    for step in STEPS.iter().take(version as usize).skip(seen as usize) {
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
