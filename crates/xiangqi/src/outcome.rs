//! Game over by rule.

use std::fmt;

use game::{GameResult, OutcomeKind};

use crate::{Color, Position, Repetition};

/// The rule that ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move is mated.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check: it loses as well.
    Stalemate {
        /// The side that left it no move.
        winner: Color,
    },
    /// The position occurred three times.
    Repetition(Repetition),
    /// Neither side can win: see [`Position::is_insufficient_material`].
    InsufficientMaterial,
    /// So many moves without capture: see [`Position::move_limit`].
    MoveLimit,
}

impl Position {
    /// The rule that ends the game here, if one does. Having no move comes before all else.
    ///
    /// ```
    /// use game::{GameResult, OutcomeKind};
    /// use xiangqi::{Color, Outcome, Position};
    ///
    /// let stalemate = Position::from_fen("3k5/4P4/9/9/9/9/9/9/9/4K4 b")?;
    /// let outcome = stalemate.outcome().expect("no move is left");
    /// assert_eq!(outcome, Outcome::Stalemate { winner: Color::Red });
    /// assert_eq!(outcome.result(), GameResult::WhiteWins);
    /// assert_eq!(Position::start().outcome(), None);
    /// # Ok::<(), xiangqi::FenError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let winner = !self.side_to_move();
        if !self.has_legal_move() {
            Some(if self.in_check() {
                Outcome::Checkmate { winner }
            } else {
                Outcome::Stalemate { winner }
            })
        } else if let Some(repetition) = self.repetition() {
            Some(Outcome::Repetition(repetition))
        } else if self.is_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else if self.is_draw_by_move_limit() {
            Some(Outcome::MoveLimit)
        } else {
            None
        }
    }
}

impl Outcome {
    /// The side that won, if one did.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } | Self::Stalemate { winner } => Some(winner),
            Self::Repetition(repetition) => repetition.loser().map(|loser| !loser),
            Self::InsufficientMaterial | Self::MoveLimit => None,
        }
    }

    /// The result that the rule gives. Red counts as White.
    #[must_use]
    pub fn result(self) -> GameResult {
        self.winner().map_or(GameResult::Draw, GameResult::win_for)
    }
}

impl game::Outcome for Outcome {
    fn result(self) -> GameResult {
        Self::result(self)
    }

    fn kind(self) -> OutcomeKind {
        match self {
            Self::Checkmate { .. } => OutcomeKind::Checkmate,
            Self::Stalemate { .. } => OutcomeKind::Stalemate,
            Self::InsufficientMaterial => OutcomeKind::InsufficientMaterial,
            Self::Repetition(Repetition::Draw) => OutcomeKind::Repetition,
            Self::Repetition(_) => OutcomeKind::Perpetual,
            Self::MoveLimit => OutcomeKind::MoveLimit,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checkmate { winner } => write!(f, "checkmate, {winner} wins"),
            Self::Stalemate { winner } => write!(f, "stalemate, {winner} wins"),
            Self::Repetition(Repetition::Draw) => f.write_str("draw by repetition"),
            Self::Repetition(Repetition::PerpetualCheck { loser }) => {
                write!(f, "perpetual check, {loser} loses")
            }
            Self::Repetition(Repetition::PerpetualChase { loser }) => {
                write!(f, "perpetual chase, {loser} loses")
            }
            Self::InsufficientMaterial => f.write_str("draw by insufficient material"),
            Self::MoveLimit => f.write_str("draw by the move limit"),
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
    fn no_move_comes_before_draws() {
        let winner = Color::Red;
        assert_eq!(
            of("3aka3/9/9/9/9/4C4/4C4/9/9/3K5 b - - 120 90"),
            Some(Outcome::Checkmate { winner })
        );
        assert_eq!(
            of("3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 120 90"),
            Some(Outcome::Stalemate { winner })
        );
        assert_eq!(
            of("3k5/9/4P4/9/9/9/9/9/9/4K4 b - - 120 90"),
            Some(Outcome::MoveLimit)
        );
        assert_eq!(
            of("3k5/9/9/9/9/9/9/9/9/4K4 b"),
            Some(Outcome::InsufficientMaterial)
        );
    }

    #[test]
    fn repetitions_name_the_loser() {
        let mut position = Position::from_fen("3k5/9/9/9/9/9/9/9/R8/4K4 w").unwrap();
        let moves = "a1a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9";
        for mv in moves.split(' ') {
            assert_eq!(position.outcome(), None);
            position.play(position.parse_uci(mv).unwrap());
        }
        let outcome = position.outcome().expect("third occurrence");
        assert_eq!(outcome.to_string(), "perpetual check, red loses");
        assert_eq!(outcome.result(), GameResult::BlackWins);
    }
}
