//! What can be wrong with games.

use std::fmt;
use std::io;

use game::error_enum;

use crate::parser::{MAX_NESTING, MAX_NODES, MAX_PLIES};
use crate::reader::MAX_GAME_BYTES;

error_enum! {
    /// What stops a reader, or costs a game.
    #[derive(Debug)]
    pub enum PgnError {
        /// The stream failed; nothing more comes.
        Io(error: io::Error) => "cannot read the games: {error}";
        /// One game could not be read; reading can go on.
        Broken(game: BrokenGame) => "{game}";
    }
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

error_enum! {
    /// Why a game could not be read.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum Reason {
        /// The position in the `FEN` tag.
        Fen(error: String) => "{error}";
        /// A variant with other rules.
        Variant(name: String) => "variant {name:?} has other rules";
        /// A move that is not legal where it stands: its full-move number and what is wrong.
        Move(number: u32, error: String) => "at move {number}: {error}";
        /// Text that is neither a tag, nor a move, nor a comment: an unclosed quote or brace, say.
        Text(text: String) => "cannot make sense of {text:?}";
        /// A `)` without `(`, a `(` without `)`, or a variation to no move.
        Variation => "brackets of variations do not match";
        /// Variations inside variations beyond all reason.
        TooDeep => "variations nest more than {MAX_NESTING} deep";
        /// More text than any game has.
        TooLong => "longer than {} MiB", MAX_GAME_BYTES >> 20;
        /// A line of more moves than the rules allow.
        TooManyPlies => "more than {MAX_PLIES} plies";
        /// More variations than a reader could follow.
        TooManyNodes => "more than {MAX_NODES} moves and variations";
    }
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
            Self::TooLong | Self::TooManyPlies | Self::TooManyNodes => "too long",
        }
    }
}

impl fmt::Display for BrokenGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "game {} (line {}): {}",
            self.number, self.line, self.reason
        )
    }
}
