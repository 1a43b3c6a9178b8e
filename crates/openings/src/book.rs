//! Books: openings from a text of positions or of games.

mod games;
mod positions;

use std::path::Path;

use chess::Chess;
use game::{Facts, Rng, Rules, error_enum};

use crate::draw::Opening;
use games::Games;
use positions::Positions;

/// What the openings of a book may take in memory.
const MAX_BYTES: usize = 256 << 20;

/// A book of positions in FEN or EPD, or of games in PGN.
#[derive(Clone, Debug)]
pub struct Book<R: Rules = Chess> {
    entries: Entries<R>,
    fingerprint: u64,
}

#[derive(Clone, Debug)]
enum Entries<R: Rules> {
    Positions(Positions),
    Games(Games<R>),
}

error_enum! {
    /// Why an opening of a book cannot be used.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum BookError {
        /// There is no opening in it.
        Empty => "the book is empty";
        /// There are too many openings in it.
        TooLarge => "its openings take more than {} MiB", MAX_BYTES >> 20;
        /// An entry is no opening.
        Entry {
            /// Which one: `book line 7`, `book game 7`.
            place: String,
            /// What is wrong with it.
            problem: String,
        } => "{place}: {problem}";
    }
}

impl BookError {
    /// What is wrong, without the place.
    pub fn into_problem(self) -> String {
        match self {
            Self::Entry { problem, .. } => problem,
            Self::Empty | Self::TooLarge => self.to_string(),
        }
    }
}

impl<R: Facts> Book<R> {
    /// A book of positions, one to a line. Empty lines and those that begin with `#` do not count;
    /// the others are looked at when they are wanted.
    ///
    /// # Errors
    /// If there is no line that counts, or they take too much memory.
    pub fn of_positions(text: String) -> Result<Self, BookError> {
        let fingerprint = fingerprint(&text);
        let positions = Positions::new(text, MAX_BYTES).ok_or(BookError::TooLarge)?;
        Self::new(Entries::Positions(positions), fingerprint)
    }

    /// A book of PGN games, of which at most the first `plies` moves are played.
    ///
    /// # Errors
    /// If there is no game, or they take too much memory.
    pub fn of_games(text: &str, plies: usize) -> Result<Self, BookError> {
        let games = Games::new(text, plies, MAX_BYTES).ok_or(BookError::TooLarge)?;
        Self::new(Entries::Games(games), fingerprint(text))
    }

    fn new(entries: Entries<R>, fingerprint: u64) -> Result<Self, BookError> {
        let book = Self {
            entries,
            fingerprint,
        };
        match book.is_empty() {
            true => Err(BookError::Empty),
            false => Ok(book),
        }
    }

    /// How many openings there are.
    pub fn len(&self) -> usize {
        match &self.entries {
            Entries::Positions(positions) => positions.len(),
            Entries::Games(games) => games.len(),
        }
    }

    /// Whether there are none; there always are.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A hash of the book's text.
    pub const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The opening with a number below [`Self::len`].
    ///
    /// # Errors
    /// If it is not legal.
    pub fn opening(&self, number: usize) -> Result<Opening<R>, BookError> {
        let opening = match &self.entries {
            Entries::Positions(positions) => positions.opening(number),
            Entries::Games(games) => games.opening(number),
        };
        opening.map_err(|problem| BookError::Entry {
            place: self.place(number),
            problem,
        })
    }

    /// Where an opening stands, for people.
    pub fn place(&self, number: usize) -> String {
        match &self.entries {
            Entries::Positions(positions) => format!("book line {}", positions.line(number)),
            Entries::Games(_) => format!("book game {}", number + 1),
        }
    }

    /// A random opening of the book.
    ///
    /// # Errors
    /// If the one drawn is not legal.
    pub fn draw(&self, rng: &mut Rng) -> Result<Opening<R>, BookError> {
        self.opening(rng.below(self.len()))
    }
}

/// Whether a book file of this name has games rather than positions. The ending of a compressed file
/// does not count.
pub fn has_games(path: &Path) -> bool {
    let name = path.to_string_lossy().to_ascii_lowercase();
    let name = name.trim_end_matches(".xz").trim_end_matches(".zst");
    name.ends_with(".pgn")
}

/// FNV-1a: enough to notice that a book has changed.
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use chess::Position;

    use super::{BookError, Games, Opening, Positions, Rng, has_games};

    type Book = super::Book;

    #[test]
    fn lines_are_drawn_and_bad_ones_are_named() {
        let text = format!("# a book\n\n{}\r\n", Position::START_FEN);
        let book = Book::of_positions(text).unwrap();
        assert_eq!(book.len(), 1);
        let start = Opening {
            start: Position::start(),
            moves: Vec::new(),
        };
        assert_eq!(book.draw(&mut Rng::new(1)), Ok(start));
        let bad = Book::of_positions("\nnonsense\n".to_owned()).unwrap();
        let error = bad.draw(&mut Rng::new(1)).unwrap_err().to_string();
        assert!(error.starts_with("book line 2: "), "{error}");
        assert_ne!(book.fingerprint(), bad.fingerprint());
        let empty = Book::of_positions("\n# nothing\n".to_owned());
        assert!(matches!(empty, Err(BookError::Empty)));
    }

    #[test]
    fn games_are_cut_and_bad_ones_are_named() {
        let text = "[White \"A\"]\n\n1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *\n\n\
                    [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 1/2-1/2\n\n\
                    [White \"C\"]\n\n1. e4 e4 *\n";
        let book = Book::of_games(text, 3).unwrap();
        assert_eq!(book.len(), 3);
        let played = |number: usize| book.opening(number).unwrap().position().fen();
        assert!(played(0).starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/"));
        assert!(played(1).starts_with("8/3k4/8/8/4P3/8/8/4K3 w"));
        let error = book.opening(2).unwrap_err().to_string();
        assert!(error.starts_with("book game 3: "), "{error}");
        assert!(matches!(Book::of_games("\n", 3), Err(BookError::Empty)));
    }

    #[test]
    fn many_short_openings_are_too_many() {
        let lines = "x\n".repeat(1000);
        assert!(Positions::new(lines.clone(), 12_000).is_some());
        assert!(Positions::new(lines, 8_000).is_none());
        let games = "*\n\n".repeat(1000);
        assert!(Games::<chess::Chess>::new(&games, 3, 200_000).is_some());
        assert!(Games::<chess::Chess>::new(&games, 3, 20_000).is_none());
    }

    #[test]
    fn names_tell_games_from_positions() {
        for name in ["a.pgn", "b.PGN.xz", "dir/c.pgn.zst"] {
            assert!(has_games(Path::new(name)), "{name}");
        }
        for name in ["a.epd", "pgn", "b.pgn.epd", "c.epd.xz"] {
            assert!(!has_games(Path::new(name)), "{name}");
        }
    }
}
