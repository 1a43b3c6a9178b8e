//! Ledger errors.

use std::path::PathBuf;

use rusqlite::ErrorCode;

use crate::records::{EntryId, Kind};

/// Why a ledger could not be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// The file does not exist.
    #[error("there is no ledger at {}", .0.display())]
    Missing(PathBuf),
    /// The file cannot be opened or created.
    #[error("cannot open {}: {reason}", .path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// As SQLite or the system tells it.
        reason: String,
    },
    /// The file is not a ledger.
    #[error("{} is not a ledger: {reason}", .path.display())]
    NotALedger {
        /// The file.
        path: PathBuf,
        /// What tells so.
        reason: &'static str,
    },
    /// The file was written by a newer version of this program.
    #[error(
        "{} has schema version {found}, but this program knows only versions up to {known}: \
         use a newer one", .path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The newest version that this program knows.
        known: u32,
    },
    /// The contents are damaged.
    #[error("the ledger is damaged: {0}")]
    Damaged(String),
    /// Another process held the file for too long.
    #[error("the ledger is locked by another process")]
    Busy,
    /// There is no entry with this id.
    #[error("the ledger has no entry {0}")]
    NoEntry(EntryId),
    /// The entry has another kind.
    #[error("entry {id} is not {}", .expected.with_article())]
    WrongKind {
        /// Which entry.
        id: EntryId,
        /// What it was to be.
        expected: Kind,
    },
    /// A file to be hashed cannot be read.
    #[error("cannot read {}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Another SQLite error, such as a full disk.
    #[error("ledger database: {0}")]
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
                // A column that contradicts the schema.
                rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::IntegralValueOutOfRange(..)
                | rusqlite::Error::InvalidColumnType(..) => Self::Damaged(error.to_string()),
                error => Self::Sql(error),
            },
        }
    }
}
