//! Opening books in EPD and PGN files.

use game::{Facts, Rng};
use support::read_text;

use super::{BookError, Opening, OpeningSource, Order};

/// The openings of a file, in an order.
pub(super) struct FileBook<R: Facts> {
    book: openings::Book<R>,
    /// The order of the entries; empty for the order of the file.
    order: Vec<u32>,
    start: usize,
}

impl<R: Facts> FileBook<R> {
    /// # Errors
    /// If the file cannot be read or is empty.
    pub(super) fn open(source: &OpeningSource) -> Result<Self, BookError> {
        let OpeningSource::File {
            path,
            order,
            start,
            plies,
            seed,
        } = source
        else {
            unreachable!("only files are opened as files");
        };
        let text = read_text(path).map_err(|error| BookError::Io {
            path: path.clone(),
            error,
        })?;
        let book = match openings::has_games(path) {
            true => openings::Book::of_games(&text, plies.unwrap_or(usize::MAX)),
            false => openings::Book::of_positions(text),
        };
        let book = book.map_err(|error| BookError::Unusable {
            path: path.clone(),
            error,
        })?;
        let order = match order {
            Order::Sequential => Vec::new(),
            Order::Random => shuffled(book.len(), *seed),
        };
        Ok(Self {
            book,
            order,
            start: *start,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.book.len()
    }

    pub(super) const fn fingerprint(&self) -> u64 {
        self.book.fingerprint()
    }

    /// The opening's place in the file, and the opening or why it is invalid.
    pub(super) fn opening(&self, index: u64) -> (String, Result<Opening<R>, String>) {
        let turn = (self.start as u64 + index) % self.len() as u64;
        let turn = usize::try_from(turn).unwrap_or(0);
        let entry = self.order.get(turn).map_or(turn, |&entry| entry as usize);
        let opening = self.book.opening(entry);
        let opening = opening.map_err(openings::BookError::into_problem);
        (self.book.place(entry), opening)
    }
}

fn shuffled(len: usize, seed: u64) -> Vec<u32> {
    let mut order: Vec<u32> = (0..).take(len).collect();
    let mut rng = Rng::new(seed);
    for last in (1..len).rev() {
        order.swap(last, rng.below(last + 1));
    }
    order
}
