//! What can be wrong with a file of games.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::encode::IllegalMove;

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum Error {
    /// The system does not let us.
    #[error("{path}: {source}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Something else than games of ours.
    #[error("{} is not a .qgames file: it does not begin as one", .0.display())]
    Foreign(PathBuf),
    /// A version that does not exist yet.
    #[error("{path} has version {version} of the format; this program reads version 1", path = path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u32,
    },
    /// The header is damaged; without it the blocks mean nothing.
    #[error("{path}: the header is damaged: {reason}", path = path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// There is such a file already, and it is not written over.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// Games of another kind are in the file already.
    #[error("{path} was begun with other settings: {difference}", path = path.display())]
    OtherHeader {
        /// The file.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
    /// Somebody else writes it now.
    #[error("{} is being written by another process", .0.display())]
    Locked(PathBuf),
    /// A game that cannot be: nothing of it was written.
    #[error(transparent)]
    IllegalMove(#[from] IllegalMove),
}

impl Error {
    /// Puts the file's name to what the system says.
    pub(super) fn io(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        move |source| Self::Io {
            path: path.to_owned(),
            source,
        }
    }
}

/// A part of a file that cannot be read. The other blocks can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The number of the block, from 0.
    pub block: u32,
    /// Where it starts in the file.
    pub offset: u64,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            block,
            offset,
            reason,
        } = self;
        write!(f, "block {block} at byte {offset}: {reason}")
    }
}

impl std::error::Error for Damage {}
