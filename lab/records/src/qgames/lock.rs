//! One writer at a time.

use std::fs::File;
use std::path::Path;

use super::error::Error;

/// Locks a file for as long as it is open. Where the system has no such locks, nothing happens.
#[cfg(unix)]
pub(super) fn lock(file: &File, path: &Path) -> Result<(), Error> {
    use rustix::fs::{FlockOperation, flock};
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(()),
        Err(rustix::io::Errno::WOULDBLOCK) => Err(Error::Locked(path.to_owned())),
        Err(error) => Err(Error::io(path)(error.into())),
    }
}

#[cfg(not(unix))]
pub(super) fn lock(_: &File, _: &Path) -> Result<(), Error> {
    Ok(())
}
