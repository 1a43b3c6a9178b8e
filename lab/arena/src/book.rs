//! The openings of a match, from a book or random.
//!
//! Opening number `i` of a book is always the same for the same settings, so that a match can be
//! resumed, and both games of a pair and all pairings of a round share an opening.

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
        /// The file. Its extension determines the format.
        path: PathBuf,
        /// The order of the openings.
        order: Order,
        /// The number of openings to skip.
        start: usize,
        /// The maximum plies of a PGN game; all when missing.
        plies: Option<usize>,
        /// The seed of the random order.
        seed: u64,
    },
    /// Random legal moves from the start position (in Chess960: from random start positions),
    /// redrawn until the position is quiet and balanced.
    Random {
        /// The number of plies.
        plies: usize,
        /// The seed of the moves.
        seed: u64,
    },
}

/// The order of the openings of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// As in the file.
    #[default]
    Sequential,
    /// Shuffled with the seed.
    Random,
}

/// Why an opening cannot be used.
#[derive(Debug, Error)]
pub enum BookError {
    /// The file cannot be read.
    #[error("cannot read the opening book {path:?}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system error.
        error: std::io::Error,
    },
    /// The file has no openings.
    #[error("the opening book {0:?} is empty")]
    Empty(PathBuf),
    /// An opening is invalid.
    #[error("{place}: {problem}")]
    Opening {
        /// The opening's place in the file.
        place: String,
        /// Why it is invalid.
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
    /// Opens the source, for standard chess or Chess960.
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

    /// The number of openings; `None` if unlimited.
    #[must_use]
    pub fn len(&self) -> Option<usize> {
        match &self.openings {
            Openings::File(file) => Some(file.len()),
            Openings::Random { .. } => None,
        }
    }

    /// Whether there are no openings; [`Book::open`] refuses such a book.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == Some(0)
    }

    /// A hash of the book's contents.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        match &self.openings {
            Openings::File(file) => file.fingerprint(),
            Openings::Random { .. } => 0,
        }
    }

    /// Opening number `index`, from zero. After the last opening of a file comes the first.
    ///
    /// # Errors
    /// If the opening is not legal, or the game is over after it.
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
            return Err("this is a Chess960 position, but the match is standard chess".to_owned());
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
