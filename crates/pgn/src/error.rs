//! What can be wrong with games.

use std::fmt;
use std::io;

use crate::parser::MAX_NESTING;
use crate::reader::MAX_GAME_BYTES;

/// What stops a reader, or costs a game.
#[derive(Debug)]
pub enum PgnError {
    /// The stream failed; nothing more comes.
    Io(io::Error),
    /// One game could not be read; reading can go on.
    Broken(BrokenGame),
}

/// A game that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenGame {
    /// Which game of the stream, from 1.
    pub number: u64,
    /// The line of the stream at which its text starts, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub reason: Reason,
}

/// Why a game could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The position in the `FEN` tag.
    Fen(String),
    /// A variant with other rules.
    Variant(String),
    /// A move that is not legal where it stands: its full-move number and what is wrong.
    Move(u32, String),
    /// Text that is neither a tag, nor a move, nor a comment: an unclosed quote or brace, say.
    Text(String),
    /// A `)` without `(`, a `(` without `)`, or a variation to no move.
    Variation,
    /// Variations inside variations beyond all reason.
    TooDeep,
    /// More text than any game has.
    TooLong,
}

impl Reason {
    /// The reason in a few words, without what is particular to one game.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Fen(_) => "invalid FEN",
            Self::Variant(_) => "another variant",
            Self::Move(..) => "illegal move",
            Self::Text(_) => "unreadable text",
            Self::Variation | Self::TooDeep => "wrong variations",
            Self::TooLong => "too long",
        }
    }
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "cannot read the games: {error}"),
            Self::Broken(game) => write!(f, "{game}"),
        }
    }
}

impl std::error::Error for PgnError {}

impl fmt::Display for BrokenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "game {} (line {}): {}",
            self.number, self.line, self.reason
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => write!(f, "{error}"),
            Self::Variant(name) => write!(f, "variant {name:?} has other rules"),
            Self::Move(number, error) => write!(f, "at move {number}: {error}"),
            Self::Text(text) => write!(f, "cannot make sense of {text:?}"),
            Self::Variation => f.write_str("brackets of variations do not match"),
            Self::TooDeep => write!(f, "variations nest more than {MAX_NESTING} deep"),
            Self::TooLong => write!(f, "longer than {} MiB", MAX_GAME_BYTES >> 20),
        }
    }
}
