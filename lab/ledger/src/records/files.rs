//! Engines, networks and data sets: files that are known by their hashes.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;
use support::{FileHash, hash_file};

use crate::LedgerError;

/// A program that plays, identified by its name and the hash of its file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EngineRecord {
    /// The name.
    pub name: String,
    /// The version, if it says.
    pub version: Option<String>,
    /// SHA-256 of the program.
    pub hash: String,
    /// The size of the program.
    pub bytes: u64,
    /// The number of nodes of its benchmark.
    pub bench: Option<u64>,
}

impl EngineRecord {
    /// An engine from its program. The name is the file's unless given.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn from_file(path: impl AsRef<Path>, name: Option<&str>) -> Result<Self, LedgerError> {
        let (name, hash) = identify(path.as_ref(), name)?;
        Ok(Self {
            name,
            hash: hash.sha256,
            bytes: hash.bytes,
            ..Self::default()
        })
    }

    /// An engine from the command that starts it, which may be a bare name on the search path.
    ///
    /// # Errors
    /// If the program cannot be read.
    pub fn from_command(
        command: impl AsRef<Path>,
        name: Option<&str>,
    ) -> Result<Self, LedgerError> {
        Self::from_file(program(command.as_ref()), name)
    }
}

/// Where a command's program is: the file of that path or, of a bare name, the first one on the
/// search path. A bare name that is not there may still be a file of the current folder.
fn program(command: &Path) -> PathBuf {
    let is_bare = command.components().count() == 1 && command.file_name().is_some();
    let folders = std::env::var_os("PATH").filter(|_| is_bare);
    let folders = folders.iter().flat_map(std::env::split_paths);
    let mut found = folders.map(|folder| folder.join(command));
    found
        .find(|path| path.is_file())
        .unwrap_or_else(|| command.to_owned())
}

/// A network, identified by its name and the hash of its file.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct NetRecord {
    /// The name.
    pub name: String,
    /// SHA-256 of the file.
    pub hash: String,
    /// The size of the file.
    pub bytes: u64,
    /// What it was trained from: another network's hash or name.
    pub parent: Option<String>,
    /// How it was made.
    pub card: Value,
}

impl NetRecord {
    /// A network from its file. The name is the file's unless given.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn from_file(path: impl AsRef<Path>, name: Option<&str>) -> Result<Self, LedgerError> {
        let (name, hash) = identify(path.as_ref(), name)?;
        Ok(Self {
            name,
            hash: hash.sha256,
            bytes: hash.bytes,
            ..Self::default()
        })
    }
}

/// A set of games or positions, identified by its name and the hash of its file.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DatasetRecord {
    /// The name.
    pub name: String,
    /// SHA-256 of the file.
    pub hash: String,
    /// The size of the file.
    pub bytes: u64,
    /// How many games it holds.
    pub games: Option<u64>,
    /// How many positions it holds.
    pub positions: Option<u64>,
    /// How it was made.
    pub settings: Value,
}

impl DatasetRecord {
    /// A data set from its file. The name is the file's unless given.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn from_file(path: impl AsRef<Path>, name: Option<&str>) -> Result<Self, LedgerError> {
        let (name, hash) = identify(path.as_ref(), name)?;
        Ok(Self {
            name,
            hash: hash.sha256,
            bytes: hash.bytes,
            ..Self::default()
        })
    }
}

/// The name, which is the file's unless given, and the hash.
fn identify(path: &Path, name: Option<&str>) -> Result<(String, FileHash), LedgerError> {
    let hash = hash_file(path).map_err(|source| LedgerError::Unreadable {
        path: path.to_owned(),
        source,
    })?;
    let file_name = || {
        path.file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy()
    };
    let name = name.map_or_else(|| file_name().into_owned(), str::to_owned);
    Ok((name, hash))
}

#[cfg(all(test, unix))]
mod tests {
    use std::path::Path;

    use super::{EngineRecord, program};

    #[test]
    fn bare_names_are_looked_for() {
        assert!(program(Path::new("sh")).is_absolute());
        for as_given in ["no-such-program-anywhere", "./sh", "folder/sh"] {
            assert_eq!(program(Path::new(as_given)), Path::new(as_given));
        }
        let shell = EngineRecord::from_command("sh", None).unwrap();
        assert_eq!((shell.name.as_str(), shell.hash.len()), ("sh", 64));
    }
}
