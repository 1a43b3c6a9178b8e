//! Positions from a text, one to a line.

use std::fmt;

use chess::{Epd, Position};
use game::Rng;

/// A book of positions in FEN or EPD, kept as text because a position takes far more memory.
#[derive(Clone, Debug)]
pub struct Book {
    text: String,
    /// Number, start and end of each line with a position.
    lines: Vec<(u32, usize, usize)>,
}

/// Why a position of a book cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookError {
    /// There is no position in it.
    Empty,
    /// A line is no position: its number and what is wrong with it.
    Line(u32, String),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no position in the book"),
            Self::Line(number, problem) => write!(f, "book line {number}: {problem}"),
        }
    }
}

impl std::error::Error for BookError {}

impl Book {
    /// A book. Empty lines and those that begin with `#` do not count; the others are looked at
    /// when they are drawn.
    ///
    /// # Errors
    /// If there is no line that counts.
    pub fn new(text: String) -> Result<Self, BookError> {
        let base = text.as_ptr() as usize;
        let lines: Vec<_> = (1..)
            .zip(text.lines().map(str::trim))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .map(|(number, line)| {
                let start = line.as_ptr() as usize - base;
                (number, start, start + line.len())
            })
            .collect();
        match lines.is_empty() {
            true => Err(BookError::Empty),
            false => Ok(Self { text, lines }),
        }
    }

    /// How many positions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there are none; there always are.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// A number that tells this book from another.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        // FNV-1a.
        self.text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        })
    }

    /// A random position of the book.
    ///
    /// # Errors
    /// If the line drawn is no position.
    pub fn draw(&self, rng: &mut Rng) -> Result<Position, BookError> {
        let (number, start, end) = self.lines[rng.below(self.lines.len())];
        match Epd::parse(&self.text[start..end]) {
            Ok(epd) => Ok(epd.position),
            Err(error) => Err(BookError::Line(number, error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Book, BookError, Position, Rng};

    #[test]
    fn lines_are_drawn_and_bad_ones_are_named() {
        let text = format!("# a book\n\n{}\r\n", Position::START_FEN);
        let book = Book::new(text).unwrap();
        assert_eq!(book.len(), 1);
        assert_eq!(book.draw(&mut Rng::new(1)), Ok(Position::start()));
        let bad = Book::new("\nnonsense\n".to_owned()).unwrap();
        assert!(matches!(
            bad.draw(&mut Rng::new(1)),
            Err(BookError::Line(2, _))
        ));
        assert_ne!(book.fingerprint(), bad.fingerprint());
        let empty = Book::new("\n# nothing\n".to_owned());
        assert!(matches!(empty, Err(BookError::Empty)));
    }
}
