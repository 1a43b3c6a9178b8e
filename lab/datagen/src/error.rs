//! What can go wrong while positions are made.

use thiserror::Error;

/// What can go wrong while positions are made.
#[derive(Debug, Error)]
pub enum Error {
    /// A table is too large for this machine.
    #[error("not enough memory for a table of {0} MiB")]
    Memory(usize),
    /// The openings cannot be used.
    #[error(transparent)]
    Opening(#[from] openings::OpeningError),
    /// No opening gives both sides a game.
    #[error("{tries} openings in a row had scores above {cut}: the cut is too small")]
    OneSided {
        /// How many were tried.
        tries: u64,
        /// The largest score allowed.
        cut: i32,
    },
    /// Games cannot be read or written.
    #[error(transparent)]
    Games(#[from] records::Error),
    /// Something cannot be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}
