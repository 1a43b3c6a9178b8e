//! What can go wrong with a ledger.

use std::path::PathBuf;

use rusqlite::ErrorCode;

use crate::records::{EntryId, Kind};

/// Why a ledger could not be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// There is no such file, and it was not to be made.
    #[error("there is no ledger at {}", .0.display())]
    Missing(PathBuf),
    /// The file cannot be opened or made.
    #[error("cannot open {}: {reason}", .path.display())]
    Open {
        /// Which file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The file is something else.
    #[error("{} is not a ledger: {reason}", .path.display())]
    NotALedger {
        /// Which file.
        path: PathBuf,
        /// How it shows.
        reason: &'static str,
    },
    /// The file was written by a newer version of this program.
    #[error(
        "{} has schema version {found}, but this program knows only versions up to {known}: \
         use a newer one", .path.display()
    )]
    Newer {
        /// Which file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The newest version known.
        known: u32,
    },
    /// The contents are damaged.
    #[error("the ledger is damaged: {0}")]
    Damaged(String),
    /// Another process held the file for too long.
    #[error("the ledger is locked by another process")]
    Busy,
    /// There is no entry of this number.
    #[error("the ledger has no entry {0}")]
    NoEntry(EntryId),
    /// The entry of this number is something else.
    #[error("entry {id} is not {}", .expected.with_article())]
    WrongKind {
        /// Which entry.
        id: EntryId,
        /// What it should have been.
        expected: Kind,
    },
    /// A file to be hashed cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// Anything else that SQLite reports, a full disk for instance.
    #[error("{0}")]
    Sql(rusqlite::Error),
}

impl From<rusqlite::Error> for LedgerError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Self::Damaged(error.to_string())
            }
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            _ => match error {
                // A column that does not hold what the schema says.
                rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::IntegralValueOutOfRange(..)
                | rusqlite::Error::InvalidColumnType(..) => Self::Damaged(error.to_string()),
                error => Self::Sql(error),
            },
        }
    }
}
