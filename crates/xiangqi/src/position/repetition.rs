//! Repetitions: the one place that judges them, for engine, arena and data.
//!
//! A side that checked on every move of the cycle, while the other did not, loses. Everything else
//! is a draw.

use game::{Score, Verdict};

use super::Position;
use crate::types::color::Color;

/// From how many plies ago a position can come back.
const SHORTEST_CYCLE: usize = 4;

/// What a repetition means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// A draw.
    Draw,
    /// One side checked on each of its moves and loses.
    PerpetualCheck {
        /// The side that must not go on.
        loser: Color,
    },
}

impl Repetition {
    /// The side that loses by this repetition.
    #[must_use]
    pub const fn loser(self) -> Option<Color> {
        match self {
            Self::Draw => None,
            Self::PerpetualCheck { loser } => Some(loser),
        }
    }
}

impl Position {
    /// How the game ends by repetition: at the third occurrence of a position.
    #[must_use]
    pub fn repetition(&self) -> Option<Repetition> {
        let second = self.occurrences_back().nth(1)?;
        Some(self.judge_cycle(second))
    }

    /// Whether this position occurred before on this line.
    #[must_use]
    #[inline]
    pub fn has_occurred(&self) -> bool {
        self.occurrences_back().next().is_some()
    }

    /// The verdict by repetition in a search whose root is `ply` plies ago: one earlier occurrence
    /// after the root is enough, before the root it takes two, as the rule says.
    #[inline]
    pub(super) fn verdict_by_repetition(&self, ply: usize) -> Verdict {
        if self.reversible_plies() < SHORTEST_CYCLE {
            Verdict::Open
        } else {
            self.find_repetition(ply)
        }
    }

    #[inline(never)]
    fn find_repetition(&self, ply: usize) -> Verdict {
        for (earlier, distance) in self.occurrences_back().enumerate() {
            if distance < ply || earlier == 1 {
                let score = match self.judge_cycle(distance).loser() {
                    None => Score::DRAW,
                    Some(loser) if loser == self.side => Score::mated_in(ply),
                    Some(_) => Score::mate_in(ply),
                };
                return Verdict::Final(score);
            }
        }
        Verdict::Open
    }

    /// Judges the moves of the last `length` plies, after which the position is the same again.
    fn judge_cycle(&self, length: usize) -> Repetition {
        // At even distances the side to move stood here, and the other side had just moved.
        let checks_at = |start: usize| {
            (start..length)
                .step_by(2)
                .all(|distance| self.state_back(distance).checkers.any())
        };
        match (checks_at(0), checks_at(1)) {
            (true, false) => Repetition::PerpetualCheck { loser: !self.side },
            (false, true) => Repetition::PerpetualCheck { loser: self.side },
            _ => Repetition::Draw,
        }
    }

    /// The distances in plies at which this position occurred before, the latest first.
    #[inline]
    fn occurrences_back(&self) -> impl Iterator<Item = usize> {
        (SHORTEST_CYCLE..=self.reversible_plies())
            .step_by(2)
            .filter(|&distance| self.state_back(distance).keys.full == self.state.keys.full)
    }
}
