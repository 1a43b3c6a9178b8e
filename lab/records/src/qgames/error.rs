//! Errors of `.qgames` files.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::encode::IllegalMove;

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum Error {
    /// The file cannot be read or written.
    #[error("{path}: {error}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system error.
        error: io::Error,
    },
    /// Not a `.qgames` file.
    #[error("{} is not a .qgames file", .0.display())]
    Foreign(PathBuf),
    /// An unknown format version.
    #[error("{path} has format version {version}, but this program reads version 1", path = path.display())]
    Version {
        /// The file.
        path: PathBuf,
        version: u32,
    },
    /// The header is damaged; without it the blocks cannot be interpreted.
    #[error("{path}: the header is damaged: {reason}", path = path.display())]
    Header {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The games are of another game.
    #[error("{path} has games of {found}, not of {wanted}", path = path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// Its game.
        found: String,
        /// The game wanted.
        wanted: &'static str,
    },
    /// The file already exists and is not overwritten.
    #[error("{} already exists", .0.display())]
    Exists(PathBuf),
    /// The file has another header.
    #[error("{path} was written with other settings: {difference}", path = path.display())]
    OtherHeader {
        /// The file.
        path: PathBuf,
        /// What differs.
        difference: String,
    },
    /// Another process is writing the file.
    #[error("{} is being written by another process", .0.display())]
    Locked(PathBuf),
    /// An illegal move in a game, of which nothing was written.
    #[error(transparent)]
    IllegalMove(#[from] IllegalMove),
}

impl Error {
    /// Adds the path to a system error.
    pub(super) fn io(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        move |error| Self::Io {
            path: path.to_owned(),
            error,
        }
    }
}

/// A damaged part of a file. The other blocks can be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("block {block} at byte {offset}: {reason}")]
pub struct Damage {
    /// The number of the block, from 0.
    pub block: u32,
    /// Its offset in the file.
    pub offset: u64,
    /// What is wrong with it.
    pub reason: String,
}
