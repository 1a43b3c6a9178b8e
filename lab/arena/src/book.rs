//! The openings of a match, from a book or random.
//!
//! Opening number `i` of a book is always the same for the same settings, so that a match can be
//! resumed, and both games of a pair and all pairings of a round share an opening.

mod file;
mod random;

use std::fmt;
use std::path::PathBuf;

use game::Facts;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use file::FileBook;
pub(crate) use openings::Opening;

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
        /// The number of openings to skip.
        #[serde(default, skip_serializing_if = "is_zero")]
        start: u64,
    },
}

impl OpeningSource {
    /// Leaves out some openings more.
    pub fn skip(&mut self, openings: u64) {
        match self {
            Self::File { start, .. } => {
                let openings = usize::try_from(openings).unwrap_or(usize::MAX);
                *start = start.saturating_add(openings);
            }
            Self::Random { start, .. } => *start = start.saturating_add(openings),
        }
    }
}

/// A file by its name, or the number of random plies.
impl fmt::Display for OpeningSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, .. } => {
                let name = path.file_name().unwrap_or(path.as_os_str());
                name.to_string_lossy().fmt(f)
            }
            Self::Random { plies, .. } => write!(f, "{plies} random plies"),
        }
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
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
    /// The file has no openings, or too many.
    #[error("cannot use the opening book {path:?}: {error}")]
    Unusable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: openings::BookError,
    },
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
pub(crate) struct Book<R: Facts> {
    openings: Openings<R>,
    rule_set: usize,
}

enum Openings<R: Facts> {
    File(FileBook<R>),
    Random { plies: usize, seed: u64, start: u64 },
}

impl<R: Facts> Book<R> {
    /// Opens the source of a match.
    ///
    /// # Errors
    /// If the file cannot be read or is empty.
    pub(crate) fn open(source: &OpeningSource, rule_set: usize) -> Result<Self, BookError> {
        let openings = match source {
            OpeningSource::File { .. } => Openings::File(FileBook::open(source)?),
            &OpeningSource::Random { plies, seed, start } => {
                Openings::Random { plies, seed, start }
            }
        };
        Ok(Self { openings, rule_set })
    }

    /// The number of openings; `None` if unlimited.
    pub(crate) fn len(&self) -> Option<usize> {
        match &self.openings {
            Openings::File(file) => Some(file.len()),
            Openings::Random { .. } => None,
        }
    }

    /// A hash of the book's contents.
    pub(crate) fn fingerprint(&self) -> u64 {
        match &self.openings {
            Openings::File(file) => file.fingerprint(),
            Openings::Random { .. } => 0,
        }
    }

    /// Opening number `index`, from zero. After the last opening of a file comes the first.
    ///
    /// # Errors
    /// If the opening is not legal, or the game is over after it.
    pub(crate) fn opening(&self, index: u64) -> Result<Opening<R>, BookError> {
        match &self.openings {
            Openings::Random { plies, seed, start } => {
                let index = start.saturating_add(index);
                Ok(random::opening::<R>(*seed, index, *plies, self.rule_set))
            }
            Openings::File(file) => {
                let (place, opening) = file.opening(index);
                opening
                    .and_then(|opening| self.checked(opening))
                    .map_err(|problem| BookError::Opening { place, problem })
            }
        }
    }

    fn checked(&self, mut opening: Opening<R>) -> Result<Opening<R>, String> {
        R::apply_rule_set(&mut opening.start, self.rule_set)?;
        let position = opening.position();
        if let Some(outcome) = R::outcome(&position) {
            return Err(format!(
                "the game is over before it begins ({outcome}): {}",
                R::fen(&position)
            ));
        }
        Ok(opening)
    }
}

#[cfg(test)]
mod tests;
