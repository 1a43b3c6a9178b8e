//! Why something is not converted.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::Format;
use crate::ViriformatError;

/// Formats, games and filters that do not go together.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Mismatch {
    /// A target that is only read.
    #[error("{0} is an input format only")]
    InputOnly(Format),
    /// Positions that are to become games.
    #[error("{from} holds single positions, from which {to} games cannot be made")]
    NotGames {
        /// The format of the positions.
        from: Format,
        /// The format of the games.
        to: Format,
    },
    /// A file without games where games are wanted.
    #[error("{}: {format} holds no games", path.display())]
    NoGames {
        /// The file.
        path: PathBuf,
        format: Format,
    },
    /// Games where positions are written, or the other way round.
    #[error("{format} holds no {what}")]
    Without {
        format: Format,
        /// Games or positions.
        what: &'static str,
    },
    /// A format of another game than this.
    #[error("{0} is not for {1}")]
    OtherGame(Format, &'static str),
    /// A selection of positions where whole games are written.
    #[error("filters select positions, and {0} holds whole games")]
    FilteredGames(Format),
    /// A selection by games where single positions are read.
    #[error("filters need games, and {0} holds single positions")]
    FilteredPositions(Format),
    /// A shuffle of anything but games of the lab to training records.
    #[error("only positions on their way from qgames to bulletformat can be shuffled")]
    Shuffle,
}

/// Why a file cannot be converted.
#[derive(Debug, Error)]
pub enum ConvertError {
    /// It makes no sense.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
    /// The input cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system error.
        #[source]
        error: io::Error,
    },
    /// Reading stopped.
    #[error("cannot read the games")]
    Games(#[source] io::Error),
    /// The input is larger than what is read into memory.
    #[error("the file is larger than the limit of {0} MiB")]
    TooLarge(u64),
    /// A `.qgames` file cannot be used.
    #[error(transparent)]
    Qgames(#[from] crate::Error),
    /// A viriformat file is damaged.
    #[error(transparent)]
    Viriformat(#[from] ViriformatError),
    /// The input is not bulletformat.
    #[error("{} is not a bulletformat file", path.display())]
    Bulletformat {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        #[source]
        error: io::Error,
    },
    /// An invalid training record.
    #[error("record {number}: {reason}")]
    Record {
        /// Its number, from 0.
        number: u64,
        /// What is wrong.
        reason: String,
    },
    /// The target cannot hold a game or position of the input.
    #[error("item {number}: {reason}")]
    Refused {
        /// Its number, from 0.
        number: u64,
        /// Why not.
        reason: String,
    },
    /// The output cannot be written.
    #[error("cannot write {}", path.display())]
    Create {
        /// The file.
        path: PathBuf,
        /// The system error.
        #[source]
        error: io::Error,
    },
    /// Writing stopped.
    #[error("cannot write the output")]
    Write(#[source] io::Error),
    /// The input holds nothing.
    #[error("the file is empty")]
    Empty,
    /// Everything was dropped.
    #[error("nothing left to write: {0}")]
    NothingLeft(String),
}

impl ConvertError {
    /// Adds the path to a system error of the input.
    pub(super) fn read(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        move |error| Self::Read {
            path: path.to_owned(),
            error,
        }
    }
}
