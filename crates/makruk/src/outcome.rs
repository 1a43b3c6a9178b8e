//! Game over by rule.

use std::fmt;

use chess::Color;
use game::{GameResult, OutcomeKind};

use crate::Position;

/// The rule that ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move is mated.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The position occurred three times.
    Repetition,
    /// Neither side can mate: see [`Position::is_insufficient_material`].
    InsufficientMaterial,
    /// The count is over: see [`Count`](crate::Count).
    Counting,
}

impl Position {
    /// The rule that ends the game here, if one does. Having no move comes before all else.
    ///
    /// ```
    /// use game::{GameResult, OutcomeKind};
    /// use makruk::{Outcome, Position};
    ///
    /// let counted = Position::from_fen("8/8/4k3/8/8/8/4K3/R7 w - 32 33 80")?;
    /// let outcome = counted.outcome().expect("the count is over");
    /// assert_eq!(outcome, Outcome::Counting);
    /// assert_eq!(outcome.result(), GameResult::Draw);
    /// assert_eq!(Position::start().outcome(), None);
    /// # Ok::<(), makruk::FenError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            let winner = !self.side_to_move();
            Some(match self.in_check() {
                true => Outcome::Checkmate { winner },
                false => Outcome::Stalemate,
            })
        } else if self.is_threefold_repetition() {
            Some(Outcome::Repetition)
        } else if self.is_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else if self.is_draw_by_counting() {
            Some(Outcome::Counting)
        } else {
            None
        }
    }
}

impl Outcome {
    /// The result that the rule gives.
    #[must_use]
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
            Self::Repetition => OutcomeKind::Repetition,
            Self::InsufficientMaterial => OutcomeKind::InsufficientMaterial,
            Self::Counting => OutcomeKind::MoveLimit,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checkmate { winner } => write!(f, "checkmate, {winner} wins"),
            Self::Stalemate => f.write_str("draw by stalemate"),
            Self::Repetition => f.write_str("draw by repetition"),
            Self::InsufficientMaterial => f.write_str("draw by insufficient material"),
            Self::Counting => f.write_str("draw by counting"),
        }
    }
}
