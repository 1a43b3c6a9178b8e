//! The games that the lab knows.

use std::fmt;
use std::str::FromStr;

use chess::Chess;
use game::Rules;
use serde::{Deserialize, Serialize};
use xiangqi::Xiangqi;

/// A game, by its name in UCI (`UCI_Variant`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Variant {
    /// Chess, including Chess960.
    #[default]
    Chess,
    /// Xiangqi (Chinese chess).
    Xiangqi,
}

impl Variant {
    /// All games.
    pub const ALL: [Self; 2] = [Self::Chess, Self::Xiangqi];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chess => Chess::NAME,
            Self::Xiangqi => Xiangqi::NAME,
        }
    }

    /// The game of a text of positions or of games in PGN. Boards of xiangqi have ten ranks, and its
    /// games say so in a tag.
    pub fn of_text(text: &str) -> Self {
        const RANKS: usize = 10;
        let is_xiangqi = |line: &str| match line.strip_prefix('[') {
            Some(tag) => {
                let tag = tag.to_ascii_lowercase();
                tag.starts_with("variant \"xiangqi\"")
                    || tag.starts_with("game \"chinese chess\"")
                    || tag.starts_with("fen") && tag.split('/').count() == RANKS
            }
            None => {
                let board = line.split_ascii_whitespace().next().unwrap_or_default();
                board.split('/').count() == RANKS
            }
        };
        // The first lines are enough: a file has one game.
        match text.lines().take(100).any(is_xiangqi) {
            true => Self::Xiangqi,
            false => Self::Chess,
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Self, UnknownVariant> {
        let found = Self::ALL.into_iter().find(|game| game.name() == text);
        found.ok_or_else(|| UnknownVariant(text.to_owned()))
    }
}

/// The name of no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownVariant(String);

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown game {:?}: expected chess or xiangqi", self.0)
    }
}

impl std::error::Error for UnknownVariant {}

#[cfg(test)]
mod tests {
    use super::Variant;

    #[test]
    fn names_and_texts_tell_the_game() {
        for game in Variant::ALL {
            assert_eq!(game.to_string().parse(), Ok(game));
        }
        assert!("go".parse::<Variant>().is_err());
        let chess = "# a book\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
        let xiangqi = "\n3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1\n";
        let pgn = "[White \"A\"]\n[Variant \"Xiangqi\"]\n\n1. H2-E2 *\n";
        let from = "[FEN \"3k5/9/9/9/9/9/9/9/9/4K4 w\"]\n\n*\n";
        assert_eq!(Variant::of_text(chess), Variant::Chess);
        for text in [xiangqi, pgn, from] {
            assert_eq!(Variant::of_text(text), Variant::Xiangqi, "{text}");
        }
    }
}
