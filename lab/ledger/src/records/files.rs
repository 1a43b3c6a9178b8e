//! Records of engines, networks and data sets: files identified by their hashes.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;
use support::{FileHash, hash_file};

use crate::LedgerError;

/// An engine, identified by its name and the hash of its executable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EngineRecord {
    /// Of the file, unless another was given.
    pub name: String,
    /// The version, if known.
    pub version: Option<String>,
    /// SHA-256 of the executable.
    pub hash: String,
    /// The size of the executable.
    pub bytes: u64,
    /// The node count of `bench`.
    pub bench: Option<u64>,
}

impl EngineRecord {
    /// An engine from its command, which may be a bare name in `PATH`.
    pub fn from_command(
        command: impl AsRef<Path>,
        name: Option<&str>,
    ) -> Result<Self, LedgerError> {
        Self::from_file(program(command.as_ref()), name)
    }
}

/// The executable of a command: a path, or a bare name looked up in `PATH` and then in the current
/// folder.
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
    /// Of the file, unless another was given.
    pub name: String,
    /// SHA-256 of the file.
    pub hash: String,
    /// The size of the file.
    pub bytes: u64,
    /// The network it was trained from: a hash or name.
    pub parent: Option<String>,
    /// The provenance card.
    pub card: Value,
}

/// A set of games or positions, identified by its name and the hash of its file.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DatasetRecord {
    /// Of the file, unless another was given.
    pub name: String,
    /// SHA-256 of the file.
    pub hash: String,
    /// The size of the file.
    pub bytes: u64,
    /// The number of games.
    pub games: Option<u64>,
    /// The number of positions.
    pub positions: Option<u64>,
    /// The settings it was made with.
    pub settings: Value,
}

macro_rules! from_file {
    ($($record:ident),*) => {$(
        impl $record {
            /// The record of a file, named as the file unless a name is given.
            pub fn from_file(
                path: impl AsRef<Path>,
                name: Option<&str>,
            ) -> Result<Self, LedgerError> {
                let (name, hash) = identify(path.as_ref(), name)?;
                Ok(Self {
                    name,
                    hash: hash.sha256,
                    bytes: hash.bytes,
                    ..Self::default()
                })
            }
        }
    )*};
}
from_file!(EngineRecord, NetRecord, DatasetRecord);

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
    fn bare_names_are_found_in_path() {
        assert!(program(Path::new("sh")).is_absolute());
        for as_given in ["no-such-program-anywhere", "./sh", "folder/sh"] {
            assert_eq!(program(Path::new(as_given)), Path::new(as_given));
        }
        let shell = EngineRecord::from_command("sh", None).unwrap();
        assert_eq!((shell.name.as_str(), shell.hash.len()), ("sh", 64));
    }
}
