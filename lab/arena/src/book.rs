//! Openings: where the games of a match start.
//!
//! Opening number `i` of a book is always the same for the same settings, so that a match can go on
//! after a break, and both games of a pair, and all pairings of a round, start alike.

mod file;
mod random;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use file::FileBook;
pub use openings::Opening;

/// Where openings come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpeningSource {
    /// A file of EPD or FEN lines, or of PGN games; plain, `.xz` or `.zst`.
    File {
        /// The file. Its name says what is in it.
        path: PathBuf,
        /// In which order openings are taken.
        order: Order,
        /// How many openings are passed over.
        start: usize,
        /// How many plies of a PGN game are played at most; all when missing.
        plies: Option<usize>,
        /// For the random order.
        seed: u64,
    },
    /// Random legal moves from the start position (in Chess960: from random start positions),
    /// drawn again until nobody is in check and nothing is won.
    Random {
        /// The number of plies.
        plies: usize,
        /// What the moves are drawn by.
        seed: u64,
    },
}

/// In which order the openings of a file are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// As they stand in the file.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Random,
}

/// Why an opening could not be had.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file could not be read.
    #[error("cannot read the book {path:?}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// There is nothing in the file.
    #[error("there are no openings in {0:?}")]
    Empty(PathBuf),
    /// An opening cannot be used.
    #[error("{place}: {problem}")]
    Opening {
        /// Which opening.
        place: String,
        /// What is wrong with it.
        problem: String,
    },
}

/// The openings of a match.
pub struct Book {
    openings: Openings,
    chess960: bool,
}

enum Openings {
    File(FileBook),
    Random { plies: usize, seed: u64 },
}

impl Book {
    /// Opens the source. Games are of Chess960 if the match is.
    ///
    /// # Errors
    /// If the file cannot be read or is empty.
    pub fn open(source: &OpeningSource, chess960: bool) -> Result<Self, BookError> {
        let openings = match source {
            OpeningSource::File { .. } => Openings::File(FileBook::open(source)?),
            &OpeningSource::Random { plies, seed } => Openings::Random { plies, seed },
        };
        Ok(Self { openings, chess960 })
    }

    /// The number of openings, if it is limited.
    #[must_use]
    pub fn len(&self) -> Option<usize> {
        match &self.openings {
            Openings::File(file) => Some(file.len()),
            Openings::Random { .. } => None,
        }
    }

    /// Whether there are no openings; there always are.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// A number that tells this book's contents from another's.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        match &self.openings {
            Openings::File(file) => file.fingerprint(),
            Openings::Random { .. } => 0,
        }
    }

    /// Opening number `index`, from zero. A file that has been used up starts again.
    ///
    /// # Errors
    /// If the opening is not legal, or the game is over before it begins.
    pub fn opening(&self, index: u64) -> Result<Opening, BookError> {
        match &self.openings {
            Openings::Random { plies, seed } => {
                Ok(random::opening(*seed, index, *plies, self.chess960))
            }
            Openings::File(file) => {
                let (place, opening) = file.opening(index);
                opening
                    .and_then(|opening| self.checked(opening))
                    .map_err(|problem| BookError::Opening { place, problem })
            }
        }
    }

    fn checked(&self, mut opening: Opening) -> Result<Opening, String> {
        if self.chess960 {
            opening.start.set_chess960(true);
        } else if opening.start.is_chess960() {
            return Err("this is a Chess960 position, but the match is not".to_owned());
        }
        let position = opening.position();
        if let Some(outcome) = position.outcome() {
            return Err(format!(
                "the game is over before it begins ({outcome}): {}",
                position.fen()
            ));
        }
        Ok(opening)
    }
}

#[cfg(test)]
mod tests;
