//! One run in a folder at a time.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::TrainError;
use super::run::write_error;

/// The file that is locked. It stays: a second run could lock a file that is being removed.
const LOCK: &str = "lock";

/// Locks a folder until the file is dropped or the process ends, however it ends.
pub fn lock(folder: &Path) -> Result<File, TrainError> {
    let path = folder.join(LOCK);
    let file = File::create(&path).map_err(|error| write_error(&path, error))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(TrainError::Locked(folder.to_owned())),
        // A file system without locks does not prevent a run.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}
