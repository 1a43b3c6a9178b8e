//! How a game ends.

use std::fmt;

use chess::pgn::GameResult;
use chess::{Color, Position};

/// The rule that ended a game.
///
/// The third repetition and fifty moves without capture or pawn move end it without anybody's
/// claim, so that the fifth and seventy-five are never reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This side mated.
    Checkmate(Color),
    /// This side won because the other gave up.
    Resignation(Color),
    /// No legal move, and no check.
    Stalemate,
    /// Nobody can mate any more.
    InsufficientMaterial,
    /// The position stood three times.
    Repetition,
    /// Fifty moves of each side without capture or pawn move.
    FiftyMoves,
}

impl Outcome {
    /// What the rules say about a position and how it came about.
    pub fn of(position: &Position) -> Option<Self> {
        if !position.has_legal_move() {
            Some(if position.in_check() {
                Self::Checkmate(!position.side_to_move())
            } else {
                Self::Stalemate
            })
        } else if position.is_insufficient_material() {
            Some(Self::InsufficientMaterial)
        } else if position.is_threefold_repetition() {
            Some(Self::Repetition)
        } else if position.is_draw_by_fifty_moves() {
            Some(Self::FiftyMoves)
        } else {
            None
        }
    }

    /// The result it gives.
    pub fn result(self) -> GameResult {
        match self {
            Self::Checkmate(Color::White) | Self::Resignation(Color::White) => {
                GameResult::WhiteWins
            }
            Self::Checkmate(Color::Black) | Self::Resignation(Color::Black) => {
                GameResult::BlackWins
            }
            Self::Stalemate | Self::InsufficientMaterial | Self::Repetition | Self::FiftyMoves => {
                GameResult::Draw
            }
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checkmate(winner) => write!(f, "checkmate, {} wins", color_name(*winner)),
            Self::Resignation(winner) => write!(
                f,
                "{} resigns, {} wins",
                color_name(!*winner),
                color_name(*winner)
            ),
            Self::Stalemate => f.write_str("draw by stalemate"),
            Self::InsufficientMaterial => f.write_str("draw by insufficient material"),
            Self::Repetition => f.write_str("draw by threefold repetition"),
            Self::FiftyMoves => f.write_str("draw by the fifty-move rule"),
        }
    }
}

/// `white` or `black`.
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

#[cfg(test)]
mod tests {
    use super::{Color, GameResult, Outcome, Position};

    fn of(fen: &str) -> Option<Outcome> {
        Outcome::of(&Position::from_fen(fen).unwrap())
    }

    #[test]
    fn every_rule_is_named() {
        let mate = Outcome::Checkmate(Color::White);
        // A mate comes before the fifty moves.
        assert_eq!(of("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 90"), Some(mate));
        assert_eq!(
            of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
            Some(Outcome::Stalemate)
        );
        assert_eq!(
            of("7k/8/8/8/8/8/8/KB6 w - - 0 1"),
            Some(Outcome::InsufficientMaterial)
        );
        assert_eq!(
            of("7k/8/8/8/8/8/8/KR6 w - - 100 90"),
            Some(Outcome::FiftyMoves)
        );
        assert_eq!(of("7k/8/8/8/8/8/8/KR6 w - - 99 90"), None);
        assert_eq!(
            (mate.result(), mate.to_string().as_str()),
            (GameResult::WhiteWins, "checkmate, white wins")
        );
    }
}
