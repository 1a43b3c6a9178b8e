//! Repetitions: the one place that judges them, for engine, arena and data.
//!
//! A side that checked on every move of the cycle, while the other did not, loses; so does a side
//! that chased one and the same piece on every move. Everything else is a draw. Tests go from cheap
//! to dear: keys, check flags, and only then the chases.

use std::cmp::Ordering;

use game::{Score, Verdict};

use super::Position;
use crate::types::color::Color;

/// From how many plies ago a position can come back.
const SHORTEST_CYCLE: usize = 4;

/// Which repetitions lose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RepetitionRule {
    /// As engines play it among themselves: a check within the cycle makes chases allowed.
    #[default]
    Computer,
    /// As the World and the Asian Xiangqi Federation have it: chases count whether or not there
    /// are checks, and one that attacks a rook pinned by a horse is worse than others.
    Wxf,
}

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
    /// One side chased the same piece on each of its moves and loses.
    PerpetualChase {
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
            Self::PerpetualCheck { loser } | Self::PerpetualChase { loser } => Some(loser),
        }
    }
}

impl Position {
    /// How the game ends by repetition: at the third occurrence of a position, judged by all moves
    /// since the first.
    #[must_use]
    pub fn repetition(&self) -> Option<Repetition> {
        let first = self.occurrences_back().nth(1)?;
        Some(self.judge_cycle(first))
    }

    /// Whether this position occurred before on this line.
    #[must_use]
    #[inline]
    pub fn has_occurred(&self) -> bool {
        self.occurrences_back().next().is_some()
    }

    /// The rule by which repetitions are judged.
    #[must_use]
    pub const fn repetition_rule(&self) -> RepetitionRule {
        self.repetition_rule
    }

    /// Chooses the rule by which repetitions are judged from now on.
    pub const fn set_repetition_rule(&mut self, rule: RepetitionRule) {
        self.repetition_rule = rule;
    }

    /// The verdict by repetition in a search whose root is `ply` plies ago.
    #[inline]
    pub(super) fn verdict_by_repetition(&self, ply: usize) -> Verdict {
        if self.reversible_plies() < SHORTEST_CYCLE {
            Verdict::Open
        } else {
            self.find_repetition(ply)
        }
    }

    /// A third occurrence ends the game. A second one after the root counts as a draw if the cycle
    /// is one. A cycle that loses can still be left, which then is at best a draw for the other
    /// side: only a bound, unless the line would just go round again.
    #[inline(never)]
    fn find_repetition(&self, ply: usize) -> Verdict {
        let mut occurrences = self.occurrences_back();
        let Some(latest) = occurrences.next() else {
            return Verdict::Open;
        };
        let mut loser = None;
        if latest < ply {
            loser = self.judge_cycle(latest).loser();
            if loser.is_none() {
                return Verdict::Final(Score::DRAW);
            }
        }
        if let Some(first) = occurrences.next() {
            let score = self.score_of(self.judge_cycle(first).loser(), ply);
            return Verdict::Final(score);
        }
        match loser {
            None => Verdict::Open,
            Some(_) if self.is_settled(latest) => Verdict::Final(self.score_of(loser, ply)),
            Some(loser) if loser == self.side => Verdict::AtMost(Score::DRAW),
            Some(_) => Verdict::AtLeast(Score::DRAW),
        }
    }

    /// The score for the side to move if this side loses by rule, `ply` plies below the root.
    fn score_of(&self, loser: Option<Color>, ply: usize) -> Score {
        match loser {
            None => Score::DRAW,
            Some(loser) if loser == self.side => Score::mated_in(ply),
            Some(_) => Score::mate_in(ply),
        }
    }

    /// Whether a second occurrence after a cycle of this length is as good as a third: the position
    /// before it occurred twice as well, so that the same move closed the cycle both times, and no
    /// other position of the cycle did, so that going round again ends the game here and nowhere
    /// else.
    fn is_settled(&self, length: usize) -> bool {
        let reach = self.reversible_plies();
        let key = |distance: usize| self.state_back(distance).keys.full;
        let occurs_twice = |distance: usize| {
            let same_side = (2 - distance % 2..=reach).step_by(2);
            same_side
                .filter(|&other| other != distance)
                .any(|other| key(other) == key(distance))
        };
        self.halfmove_clock() < self.move_limit()
            && length < reach
            && key(1) == key(length + 1)
            && !(2..length).any(occurs_twice)
    }

    /// Judges the moves of the last `length` plies, after which the position is the same again.
    fn judge_cycle(&self, length: usize) -> Repetition {
        // At even distances the side to move stood here, and the other side had just moved.
        let is_check = |&distance: &usize| self.state_back(distance).checkers.any();
        let checks_at = |start: usize| (start..length).step_by(2).all(|at| is_check(&at));
        match (checks_at(0), checks_at(1)) {
            (true, true) => return Repetition::Draw,
            (true, false) => return Repetition::PerpetualCheck { loser: !self.side },
            (false, true) => return Repetition::PerpetualCheck { loser: self.side },
            (false, false) => (),
        }
        let ignores_chases = self.repetition_rule == RepetitionRule::Computer;
        if ignores_chases && (0..length).any(|at| is_check(&at)) {
            return Repetition::Draw;
        }
        let [red, black] = self.perpetual_chases(length);
        match red.cmp(&black) {
            Ordering::Greater => Repetition::PerpetualChase { loser: Color::Red },
            Ordering::Less => Repetition::PerpetualChase {
                loser: Color::Black,
            },
            Ordering::Equal => Repetition::Draw,
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
