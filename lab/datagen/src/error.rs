//! Errors of data generation.

use std::path::PathBuf;

use thiserror::Error;

/// An error of data generation.
#[derive(Debug, Error)]
pub enum Error {
    /// A TT does not fit into memory.
    #[error("not enough memory for a hash table of {0} MiB")]
    Memory(usize),
    /// The openings cannot be used.
    #[error(transparent)]
    Opening(#[from] openings::OpeningError),
    /// Every opening was rejected.
    #[error("{tries} openings in a row had scores above {cut}: the limit is too small")]
    OneSided {
        /// Number of openings tried.
        tries: u64,
        /// The largest score accepted.
        cut: i32,
    },
    /// Nearly no position has a score in the range wanted.
    #[error("{tries} positions in a row were rejected: the range of scores is too small")]
    NoOpenings {
        /// Number of positions tried.
        tries: u64,
    },
    /// A network file cannot be read, or is none.
    #[error("the network {} cannot be used", .0.display())]
    Network(PathBuf, #[source] Box<dyn std::error::Error + Send + Sync>),
    /// The output belongs to other games.
    #[error("{} has more games than {}", out.display(), games.display())]
    MoreGames {
        /// The relabeled games.
        out: PathBuf,
        /// Those to relabel.
        games: PathBuf,
    },
    /// A GPU cannot play the games, or failed.
    #[error(transparent)]
    Device(Box<dyn std::error::Error + Send + Sync>),
    /// Games cannot be read or written.
    #[error(transparent)]
    Games(#[from] records::Error),
    /// Something cannot be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}
