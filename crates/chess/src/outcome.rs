//! Game over by rule.

use std::fmt;

use game::{GameResult, OutcomeKind};

use crate::{Color, Position};

/// The rule that ended a game.
///
/// The third repetition and fifty moves without capture or pawn move end the game without a claim,
/// so the fivefold repetition and seventy-five-move rules never apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side to move is mated.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can mate: see [`Position::is_insufficient_material`].
    InsufficientMaterial,
    /// The position occurred three times.
    ThreefoldRepetition,
    /// Fifty moves of each side without capture or pawn move.
    FiftyMoves,
}

impl Position {
    /// The rule that ends the game here, if one does. Checkmate comes before every draw.
    ///
    /// ```
    /// use chess::{Color, GameResult, Outcome, Position};
    ///
    /// let mated = Position::from_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")?;
    /// let outcome = mated.outcome().expect("back-rank mate");
    /// assert_eq!(outcome, Outcome::Checkmate { winner: Color::White });
    /// assert_eq!(outcome.result(), GameResult::WhiteWins);
    /// assert_eq!(Position::start().outcome(), None);
    /// # Ok::<(), chess::FenError>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            Some(if self.in_check() {
                Outcome::Checkmate {
                    winner: !self.side_to_move(),
                }
            } else {
                Outcome::Stalemate
            })
        } else if self.is_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else if self.is_threefold_repetition() {
            Some(Outcome::ThreefoldRepetition)
        } else if self.is_draw_by_fifty_moves() {
            Some(Outcome::FiftyMoves)
        } else {
            None
        }
    }
}

impl Outcome {
    /// The result that the rule gives.
    pub fn result(self) -> GameResult {
        match self {
            Self::Checkmate { winner } => GameResult::win_for(winner),
            _ => GameResult::Draw,
        }
    }
}

impl game::Outcome for Outcome {
    fn result(self) -> GameResult {
        Self::result(self)
    }

    fn kind(self) -> OutcomeKind {
        match self {
            Self::Checkmate { .. } => OutcomeKind::Checkmate,
            Self::Stalemate => OutcomeKind::Stalemate,
            Self::InsufficientMaterial => OutcomeKind::InsufficientMaterial,
            Self::ThreefoldRepetition => OutcomeKind::Repetition,
            Self::FiftyMoves => OutcomeKind::MoveLimit,
        }
    }

    /// In the words of fastchess.
    fn reason(self) -> String {
        match self {
            Self::Checkmate {
                winner: Color::White,
            } => "White mates",
            Self::Checkmate { .. } => "Black mates",
            Self::Stalemate => "Draw by stalemate",
            Self::ThreefoldRepetition => "Draw by 3-fold repetition",
            Self::FiftyMoves => "Draw by fifty moves rule",
            Self::InsufficientMaterial => "Draw by insufficient mating material",
        }
        .to_owned()
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checkmate { winner } => write!(f, "checkmate, {winner} wins"),
            Self::Stalemate => f.write_str("draw by stalemate"),
            Self::InsufficientMaterial => f.write_str("draw by insufficient material"),
            Self::ThreefoldRepetition => f.write_str("draw by threefold repetition"),
            Self::FiftyMoves => f.write_str("draw by the fifty-move rule"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Color, GameResult, Outcome, Position};

    fn of(fen: &str) -> Option<Outcome> {
        Position::from_fen(fen).unwrap().outcome()
    }

    #[test]
    fn every_rule_is_named() {
        let mate = Outcome::Checkmate {
            winner: Color::White,
        };
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
