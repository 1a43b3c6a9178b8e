//! The SQLite file: opening and transactions.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use crate::LedgerError;
use crate::migrations::{APPLICATION_ID, NEWEST, label, migrate};

/// How long to wait for other processes. Writes take milliseconds, so only a process that hangs
/// in a transaction causes this timeout.
const TIMEOUT: Duration = Duration::from_secs(30);

/// An open ledger.
#[derive(Debug)]
pub struct Ledger {
    pub(crate) connection: Connection,
}

impl Ledger {
    /// Opens a ledger, or creates it if the file does not exist.
    ///
    /// # Errors
    /// If the file cannot be opened, is not a ledger, or is of a newer version; such a file is not
    /// changed.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, LedgerError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        Self::open_with(path.as_ref(), flags)
    }

    /// Opens an existing ledger.
    ///
    /// # Errors
    /// As [`Self::open`], and if there is no such file.
    pub fn open_existing(path: impl AsRef<Path>) -> Result<Self, LedgerError> {
        let path = path.as_ref();
        if !path.exists() {
            return Err(LedgerError::Missing(path.to_owned()));
        }
        Self::open_with(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
    }

    /// Opens an existing ledger to read it. The file, its folder and the disk need not be writable.
    ///
    /// # Errors
    /// As [`Self::open_existing`], and if a file that cannot be written is of an older version, or
    /// the newest entries are still in its write-ahead log.
    pub fn open_to_read(path: impl AsRef<Path>) -> Result<Self, LedgerError> {
        let path = path.as_ref();
        match Self::open_existing(path) {
            Err(LedgerError::Open { .. }) if path.is_file() => Self::open_immutable(path),
            opened => opened,
        }
    }

    /// Opens a file that nobody writes, without the files beside it that SQLite would make.
    fn open_immutable(path: &Path) -> Result<Self, LedgerError> {
        let cannot = |reason: String| LedgerError::Open {
            path: path.to_owned(),
            reason,
        };
        let log = PathBuf::from(format!("{}-wal", path.display()));
        if fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
            let reason =
                "its write-ahead log has entries that can only be read where it can be written";
            return Err(cannot(reason.to_owned()));
        }
        let absolute = std::path::absolute(path).map_err(|error| cannot(error.to_string()))?;
        let escaped = absolute.to_string_lossy();
        let escaped = escaped
            .replace('%', "%25")
            .replace('?', "%3f")
            .replace('#', "%23");
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(format!("file:{escaped}?immutable=1"), flags);
        let mut connection = connection.map_err(|error| explain(path, error))?;
        match check(path, &mut connection)? {
            NEWEST => Ok(Self { connection }),
            older => Err(cannot(format!(
                "it is of version {older}, and can only be read where it can be written"
            ))),
        }
    }

    fn open_with(path: &Path, flags: OpenFlags) -> Result<Self, LedgerError> {
        if path.is_dir() {
            return Err(LedgerError::Open {
                path: path.to_owned(),
                reason: "it is a folder".to_owned(),
            });
        }
        let explain = |error| explain(path, error);
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags).map_err(explain)?;
        connection.busy_timeout(TIMEOUT).map_err(explain)?;
        let version = check(path, &mut connection)?;
        prepare(&connection).map_err(explain)?;
        if version < NEWEST {
            migrate(&mut connection, NEWEST)?;
        }
        Ok(Self { connection })
    }

    /// Runs a transaction: committed when this returns, rolled back on an error.
    pub(crate) fn change<T>(
        &mut self,
        changes: impl FnOnce(&Transaction) -> Result<T, LedgerError>,
    ) -> Result<T, LedgerError> {
        // Immediate, so that two writers wait for each other at the start; otherwise the second could
        // fail in the middle.
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behavior)?;
        let value = changes(&transaction)?;
        transaction.commit()?;
        Ok(value)
    }
}

/// Checks that the file is a ledger of a known version, before anything is written. Returns the
/// version.
fn check(path: &Path, connection: &mut Connection) -> Result<u32, LedgerError> {
    let found = label(connection).map_err(|error| explain(path, error))?;
    if found.used && found.application != APPLICATION_ID {
        return Err(LedgerError::NotALedger {
            path: path.to_owned(),
            reason: "it is a database of another program",
        });
    }
    if found.version > NEWEST {
        return Err(LedgerError::Newer {
            path: path.to_owned(),
            found: found.version,
            known: NEWEST,
        });
    }
    Ok(found.version)
}

/// Sets the write-ahead log (WAL), so that readers and writers do not block each other, and a full
/// sync, so that a committed transaction is on disk.
fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    const PAUSE: Duration = Duration::from_millis(20);
    let mut attempts = TIMEOUT.as_millis() / PAUSE.as_millis();
    loop {
        // SQLite's busy timeout does not apply while another process switches to WAL, too.
        match connection.pragma_update(None, "journal_mode", "WAL") {
            Err(error) if attempts > 0 && is_busy(&error) => {
                attempts -= 1;
                std::thread::sleep(PAUSE);
            }
            other => break other?,
        }
    }
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)
}

fn is_busy(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(
        code,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
    )
}

/// The meaning of an SQLite error while opening a file.
fn explain(path: &Path, error: rusqlite::Error) -> LedgerError {
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => LedgerError::NotALedger {
            path,
            reason: "it is not an SQLite file",
        },
        Some(
            ErrorCode::CannotOpen
            | ErrorCode::ReadOnly
            | ErrorCode::PermissionDenied
            | ErrorCode::DiskFull
            | ErrorCode::SystemIoFailure,
        ) => LedgerError::Open {
            path,
            reason: error.to_string(),
        },
        _ => LedgerError::from(error),
    }
}

#[cfg(test)]
mod tests {
    use super::Ledger;

    #[test]
    fn a_ledger_has_safe_settings() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.sqlite");
        // The second time, the file exists and needs no migration.
        for _ in 0..2 {
            let ledger = Ledger::open(&path).unwrap();
            let setting = |name: &str| -> String {
                let sql = format!("SELECT CAST({name} AS TEXT) FROM pragma_{name}");
                let value = ledger.connection.query_row(&sql, (), |row| row.get(0));
                value.unwrap()
            };
            assert_eq!(setting("journal_mode"), "wal");
            // 2 is FULL.
            assert_eq!(setting("synchronous"), "2");
            assert_eq!(setting("foreign_keys"), "1");
        }
    }
}
