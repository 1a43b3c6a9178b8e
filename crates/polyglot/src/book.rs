//! A book in memory: the moves of a position, and a choice among them.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fs;
use std::io;
use std::marker::PhantomData;
use std::path::Path;

use ::chess::{Chess, Move};
use game::{Codes, Rng, error_enum};

use crate::entry::{Entry, SIZE};

/// The largest file that is read.
const MAX_BYTES: u64 = 4 << 30;

/// A book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book<R = Chess> {
    /// Sorted by key.
    bytes: Cow<'static, [u8]>,
    game: PhantomData<R>,
}

/// A legal move of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove<M = Move> {
    /// The move.
    pub mv: M,
    pub weight: u16,
}

/// How to choose among the moves of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variety {
    /// By chance, in proportion to the weights.
    Weighted,
    /// The move with the highest weight.
    Best,
    /// By chance, all alike.
    Uniform,
}

error_enum! {
    /// Why a book cannot be used.
    #[derive(Debug)]
    pub enum BookError {
        /// It cannot be read.
        Io(error: io::Error) => "{error}";
        /// It is too large to be held in memory.
        TooLarge => "more than {} GiB", MAX_BYTES >> 30;
        /// Its length is no multiple of an entry, or it has none.
        Length(bytes: usize) => "{bytes} bytes are no whole entries of {SIZE}";
        /// An entry has a smaller key than the one before it; its number, from 1.
        Unsorted(number: usize) => "entry {number} is not in order of the keys";
    }
}

impl<R: Codes> Book<R> {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or is no book.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        if fs::metadata(path).map_err(BookError::Io)?.len() > MAX_BYTES {
            return Err(BookError::TooLarge);
        }
        Self::parse(fs::read(path).map_err(BookError::Io)?)
    }

    /// A book from the bytes of its file.
    ///
    /// # Errors
    /// If they are no book.
    pub fn parse(bytes: impl Into<Cow<'static, [u8]>>) -> Result<Self, BookError> {
        let book = Self {
            bytes: bytes.into(),
            game: PhantomData,
        };
        if book.bytes.is_empty() || !book.bytes.len().is_multiple_of(SIZE) {
            return Err(BookError::Length(book.bytes.len()));
        }
        let mut last = 0;
        for (entry, number) in book.entries().zip(1..) {
            if entry.key < last {
                return Err(BookError::Unsorted(number));
            }
            last = entry.key;
        }
        Ok(book)
    }

    /// A book of these entries, in any order.
    pub fn from_entries(mut entries: Vec<Entry>) -> Self {
        entries.sort_by_key(Entry::order);
        Self {
            bytes: entries.iter().flat_map(Entry::bytes).collect(),
            game: PhantomData,
        }
    }

    /// The bytes of its file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.bytes.len() / SIZE
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// All entries in order.
    pub fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        let (entries, _) = self.bytes.as_chunks();
        entries.iter().map(Entry::read)
    }

    /// The legal moves of a position, as the file has them: usually the heaviest first.
    pub fn moves(&self, position: &R::Position) -> Vec<BookMove<R::Move>> {
        let key = R::book_key(position);
        let (entries, _) = self.bytes.as_chunks::<SIZE>();
        let first = entries.partition_point(|bytes| Entry::read(bytes).key < key);
        let here = entries[first..].iter().map(Entry::read);
        here.take_while(|entry| entry.key == key)
            .filter_map(|entry| {
                let mv = R::coded_move(position, entry.mv)?;
                let weight = entry.weight;
                Some(BookMove { mv, weight })
            })
            .collect()
    }

    /// The lines of the book from a position, at most so many plies long. Each position is followed
    /// once: a line ends where it meets an earlier one.
    pub fn lines(&self, start: &R::Position, plies: usize) -> Vec<Vec<R::Move>> {
        let mut lines = Vec::new();
        let mut seen = HashSet::new();
        let mut open = vec![(start.clone(), Vec::new())];
        while let Some((position, line)) = open.pop() {
            let moves = match line.len() < plies && seen.insert(R::book_key(&position)) {
                true => self.moves(&position),
                false => Vec::new(),
            };
            if moves.is_empty() && !line.is_empty() {
                lines.push(line.clone());
            }
            // The last pushed is followed first.
            for &BookMove { mv, .. } in moves.iter().rev() {
                let mut next = position.clone();
                R::play(&mut next, mv);
                open.push((next, [&line[..], &[mv]].concat()));
            }
        }
        lines
    }

    /// Chooses a move. One that repeats a position is never chosen, nor is one of weight 0 unless all
    /// count alike.
    pub fn choose(
        &self,
        position: &R::Position,
        variety: Variety,
        rng: &mut Rng,
    ) -> Option<R::Move> {
        let mut moves = self.moves(position);
        moves.retain(|book_move| {
            let mut next = position.clone();
            R::play(&mut next, book_move.mv);
            !R::is_repetition(&next)
        });
        let weight = |book_move: &BookMove<R::Move>| match variety {
            Variety::Uniform => 1,
            Variety::Weighted | Variety::Best => usize::from(book_move.weight),
        };
        if variety == Variety::Best {
            let best = moves.iter().map(weight).max().filter(|&best| best > 0)?;
            let best = moves.iter().find(|book_move| weight(book_move) == best);
            return best.map(|book_move| book_move.mv);
        }
        let total: usize = moves.iter().map(weight).sum();
        let mut drawn = (total > 0).then(|| rng.below(total))?;
        let chosen = moves.iter().find(|book_move| {
            let is_it = drawn < weight(book_move);
            drawn = drawn.saturating_sub(weight(book_move));
            is_it
        });
        chosen.map(|book_move| book_move.mv)
    }
}
