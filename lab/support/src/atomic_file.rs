//! Files that appear under their name complete, or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::process;

/// A file in the making: it is written under another name in the same folder, and takes its own
/// when it is complete. Dropped before that, it is removed.
#[derive(Debug)]
pub struct Draft {
    /// Where to write.
    draft: PathBuf,
    /// The name of the complete file.
    target: PathBuf,
}

impl Draft {
    /// A draft of the file at `path`. What is there and is not a regular file, such as a device, a
    /// pipe or a link, cannot be replaced and is written in place.
    pub fn new(path: &Path) -> Self {
        let is_replaceable = fs::symlink_metadata(path).map_or(true, |file| file.is_file());
        let mut draft = OsString::from(path);
        if is_replaceable {
            draft.push(".new");
        }
        Self {
            draft: draft.into(),
            target: path.to_owned(),
        }
    }

    /// A draft of a file that is not there yet, opened. No other process writes the same one.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn create_new(path: &Path) -> io::Result<(Self, File)> {
        for number in 0.. {
            let mut draft = OsString::from(path);
            draft.push(format!(".{}-{number}.new", process::id()));
            let mut options = OpenOptions::new();
            match options.read(true).write(true).create_new(true).open(&draft) {
                Ok(file) => {
                    let draft = Self {
                        draft: draft.into(),
                        target: path.to_owned(),
                    };
                    return Ok((draft, file));
                }
                // Of another thread, or of a process that was killed.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        unreachable!("the numbers do not end")
    }

    /// Where to write.
    pub fn path(&self) -> &Path {
        &self.draft
    }

    /// Syncs the draft to the disk and gives it its name.
    ///
    /// # Errors
    /// If either fails; the name then has what it had before.
    pub fn commit(self) -> io::Result<()> {
        if self.draft == self.target {
            return Ok(());
        }
        OpenOptions::new()
            .write(true)
            .open(&self.draft)?
            .sync_all()?;
        fs::rename(&self.draft, &self.target)
    }

    /// Gives a draft of [`Self::create_new`] its name, unless something has that name by now: who
    /// begins the same file at the same time cannot take it away.
    ///
    /// # Errors
    /// `AlreadyExists` if the name is taken; any other if it cannot be given.
    pub fn commit_new(self) -> io::Result<()> {
        match fs::hard_link(&self.draft, &self.target) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            // A file system without links.
            Err(_) if fs::exists(&self.target)? => Err(io::ErrorKind::AlreadyExists.into()),
            Err(_) => fs::rename(&self.draft, &self.target),
            Ok(()) => Ok(()),
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.draft != self.target {
            // After a commit there is nothing to remove.
            fs::remove_file(&self.draft).ok();
        }
    }
}

/// Writes a whole file atomically: after a failure or a crash it has its old contents or all of
/// the new ones.
///
/// # Errors
/// If it cannot be written; the file is as it was.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = Draft::new(path);
    fs::write(draft.path(), bytes)?;
    draft.commit()
}

/// Writes a file that readers find complete at any time. It is not synced to the disk, which makes
/// it cheap enough to be written often: after a loss of power it may be anything.
///
/// # Errors
/// If it cannot be written.
pub fn write_snapshot(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let draft = Draft::new(path);
    fs::write(draft.path(), bytes)?;
    fs::rename(&draft.draft, &draft.target)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use std::io::{ErrorKind, Write};

    use super::{Draft, write_atomic};

    #[test]
    fn a_failure_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write_atomic(&path, b"old").unwrap();
        // Something in the way of the new file.
        fs::create_dir(folder.path().join("file.new")).unwrap();
        assert!(write_atomic(&path, b"new").is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        fs::remove_dir(folder.path().join("file.new")).unwrap();
        write_atomic(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_draft_that_is_not_committed_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let draft = Draft::new(&folder.path().join("file"));
        fs::write(draft.path(), "half").unwrap();
        drop(draft);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_file_is_begun_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let (first, mut file) = Draft::create_new(&path).unwrap();
        let (second, _) = Draft::create_new(&path).unwrap();
        file.write_all(b"first").unwrap();
        first.commit_new().unwrap();
        let error = second.commit_new().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AlreadyExists);
        file.write_all(b", and more").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first, and more");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_written_through() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_atomic(&link, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
