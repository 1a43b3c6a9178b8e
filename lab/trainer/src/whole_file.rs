//! Files that are there as a whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file beside its place, and puts it there when it is complete: whatever happens, the
/// place has either what was there before or all that is new.
///
/// # Errors
/// If it cannot be written; the place is as it was.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = OsString::from(path);
    name.push(".new");
    let beside = Path::new(&name);
    let written = write_and_flush(beside, bytes).and_then(|()| fs::rename(beside, path));
    if written.is_err() {
        // What could not be completed is of no use; that it cannot be removed matters less still.
        fs::remove_file(beside).ok();
    }
    written
}

fn write_and_flush(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::write_whole;

    #[test]
    fn a_failure_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write_whole(&path, b"old").unwrap();
        // Something in the way of the new file.
        fs::create_dir(folder.path().join("file.new")).unwrap();
        assert!(write_whole(&path, b"new").is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        fs::remove_dir(folder.path().join("file.new")).unwrap();
        write_whole(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
