//! Why a book cannot be read.

use thiserror::Error;

/// Why a file is no OBK book.
#[derive(Debug, Error)]
pub enum ObkError {
    /// SQLite cannot read it.
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    /// It has no table of moves.
    #[error("it has no table bhobk")]
    NoTable,
    /// What stands for the table may compute anything, without end.
    #[error("bhobk is a {0}, not a table")]
    NotATable(String),
    /// It would not fit into memory.
    #[error("it has more than {0} moves")]
    TooLarge(usize),
}
