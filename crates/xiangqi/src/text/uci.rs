//! Moves in coordinates, in two dialects: ranks from 0 (`h2e2`; UCCI, ICCS, Pikafish) and ranks from
//! 1 (`h3e3`, `h10g8`; Fairy-Stockfish).

use std::fmt;

use crate::position::Position;
use crate::types::moves::Move;
use crate::types::square::{File, Rank, Square};

/// How coordinates count the ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// From 0 to 9, as UCCI, ICCS and Pikafish do.
    #[default]
    FromZero,
    /// From 1 to 10, as Fairy-Stockfish does in UCI.
    FromOne,
}

/// Why a move's text was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text does not have the form of a move.
    Malformed(String),
    /// No legal move of the position fits the text.
    Illegal(String),
    /// More than one legal move of the position fits the text.
    Ambiguous(String),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(text) => write!(f, "not a move: {text:?}"),
            Self::Illegal(text) => write!(f, "not a legal move here: {text:?}"),
            Self::Ambiguous(text) => write!(f, "more than one legal move fits {text:?}"),
        }
    }
}

impl std::error::Error for MoveError {}

impl Dialect {
    /// A move in this dialect.
    #[must_use]
    pub fn write(self, mv: Move) -> String {
        let square = |square: Square| match self {
            Self::FromZero => square.to_string(),
            Self::FromOne => {
                format!("{}{}", square.file().letter(), square.rank().index() + 1)
            }
        };
        square(mv.from()) + &square(mv.to())
    }

    /// Reads two different squares. Letters may be in upper case, and a dash may stand between
    /// the squares, as in ICCS (`H2-E2`).
    #[must_use]
    pub fn read(self, text: &str) -> Option<Move> {
        let (from, rest) = self.read_square(text)?;
        let (to, rest) = self.read_square(rest.strip_prefix('-').unwrap_or(rest))?;
        (rest.is_empty() && from != to).then(|| Move::new(from, to))
    }

    /// The square that a text begins with, and the rest of the text.
    fn read_square(self, text: &str) -> Option<(Square, &str)> {
        let letter = text.chars().next()?.to_ascii_lowercase();
        let file = File::from_letter(letter)?;
        let digits = &text[1..];
        let (rank, length) = match self {
            Self::FromOne if digits.starts_with("10") => (Rank::R9, 2),
            Self::FromOne => {
                let number = digits.chars().next()?.to_digit(10)?.checked_sub(1)?;
                (Rank::from_index(number as usize), 1)
            }
            Self::FromZero => (Rank::from_digit(digits.chars().next()?)?, 1),
        };
        Some((Square::new(file, rank), &digits[length..]))
    }
}

impl Position {
    /// Reads a legal move in coordinates of the position's dialect.
    ///
    /// # Errors
    /// If the text is not a move, or no legal one.
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        let mv = self.dialect().read(text);
        let mv = mv.ok_or_else(|| MoveError::Malformed(text.to_owned()))?;
        (self.is_pseudo_legal(mv) && self.is_legal(mv))
            .then_some(mv)
            .ok_or_else(|| MoveError::Illegal(text.to_owned()))
    }

    /// A move in coordinates of the position's dialect.
    #[must_use]
    pub fn uci(&self, mv: Move) -> String {
        self.dialect().write(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::{Dialect, Move, MoveError, Position};
    use crate::Square;

    #[test]
    fn both_dialects_round_trip() {
        for dialect in [Dialect::FromZero, Dialect::FromOne] {
            for from in Square::ALL {
                for to in Square::ALL.into_iter().filter(|&to| to != from) {
                    let mv = Move::new(from, to);
                    let text = dialect.write(mv);
                    assert_eq!(dialect.read(&text), Some(mv));
                    assert_eq!(dialect.read(&text.to_ascii_uppercase()), Some(mv));
                }
            }
        }
        let mv = Move::new(Square::H9, Square::G7);
        assert_eq!(Dialect::FromZero.write(mv), "h9g7");
        assert_eq!(Dialect::FromOne.write(mv), "h10g8");
        assert_eq!(Dialect::FromZero.read("H9-G7"), Some(mv));
    }

    #[test]
    fn bad_moves_are_told_apart() {
        let mut position = Position::start();
        for text in [
            "", "h2", "h2e", "h2j2", "h2e2x", "h2h2", "€2e4", "0000", "h2e2 ", "h2e10",
        ] {
            assert_eq!(
                position.parse_uci(text),
                Err(MoveError::Malformed(text.to_owned()))
            );
        }
        for text in ["h2i3", "h7e7", "e0e2", "e4e5"] {
            assert_eq!(
                position.parse_uci(text),
                Err(MoveError::Illegal(text.to_owned()))
            );
        }
        let mv = position.parse_uci("h2e2").unwrap();
        position.set_dialect(Dialect::FromOne);
        assert_eq!(position.parse_uci("h3e3"), Ok(mv));
        assert_eq!(position.uci(mv), "h3e3");
        for text in ["h2h9e", "h0a", "a0a1", "a10a11"] {
            assert_eq!(
                position.parse_uci(text),
                Err(MoveError::Malformed(text.to_owned()))
            );
        }
    }
}
