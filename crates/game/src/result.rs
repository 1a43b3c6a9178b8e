//! The result of a game, and the rule that gave it.

use std::fmt;
use std::str::FromStr;

use crate::Dense;

/// The rule that ended a game: its text is for users and records.
pub trait Outcome: Copy + Eq + fmt::Debug + fmt::Display + Send + 'static {
    /// The result that the rule gives.
    fn result(self) -> GameResult;

    /// The kind of rule.
    fn kind(self) -> OutcomeKind;

    /// Why the game ended, in the words of match runners.
    fn reason(self) -> String {
        self.to_string()
    }
}

/// A kind of rule that ends games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeKind {
    /// The king is in check and cannot escape.
    Checkmate,
    /// No legal move.
    Stalemate,
    /// Neither side can mate.
    InsufficientMaterial,
    /// Too many moves without progress.
    MoveLimit,
    /// A draw by repetition.
    Repetition,
    /// A repetition that loses: perpetual check or chase.
    Perpetual,
}

/// The result of a game. White is the side that moves first from the start position, whatever the
/// game calls it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: not finished, or not known.
    #[default]
    Unknown,
}

impl GameResult {
    /// The result of a game that this side won.
    pub fn win_for(winner: impl Dense) -> Self {
        [Self::WhiteWins, Self::BlackWins][winner.index()]
    }

    /// The index of the side that won, if one did.
    pub const fn winner(self) -> Option<usize> {
        match self {
            Self::WhiteWins => Some(0),
            Self::BlackWins => Some(1),
            Self::Draw | Self::Unknown => None,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}

impl FromStr for GameResult {
    type Err = ParseResultError;

    fn from_str(text: &str) -> Result<Self, ParseResultError> {
        match text {
            "1-0" => Ok(Self::WhiteWins),
            "0-1" => Ok(Self::BlackWins),
            "1/2-1/2" | "1/2" => Ok(Self::Draw),
            "*" => Ok(Self::Unknown),
            _ => Err(ParseResultError),
        }
    }
}

/// Text that is not the result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseResultError;

impl fmt::Display for ParseResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a result (1-0, 0-1, 1/2-1/2 or *)")
    }
}

impl std::error::Error for ParseResultError {}

#[cfg(test)]
mod tests {
    use super::{GameResult, ParseResultError};

    #[test]
    fn results_survive_text() {
        for result in [
            GameResult::WhiteWins,
            GameResult::BlackWins,
            GameResult::Draw,
            GameResult::Unknown,
        ] {
            assert_eq!(result.to_string().parse(), Ok(result));
            let again = result.winner().map(|side| GameResult::win_for(side == 1));
            assert!(again.is_none_or(|again| again == result));
        }
        assert_eq!("2-0".parse::<GameResult>(), Err(ParseResultError));
    }
}
