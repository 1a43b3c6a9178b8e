//! Scores in centipawns, from the side to move.
//!
//! Three disjoint ranges: evaluations, then tablebase wins and losses, then mates. All fit 16 bits,
//! as the TT stores them.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// The maximum ply of a search.
pub const MAX_PLY: usize = 246;

/// A score from the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// Above every score that a position can have.
    pub const INFINITE: Self = Self(32_001);
    /// Mate on the board, delivered by the side to move's last move.
    const MATE: Self = Self(32_000);
    /// The slowest mate that can be found.
    const SLOWEST_MATE: Self = Self(Self::MATE.0 - MAX_PLY as i32);
    /// A tablebase win at the root: below every mate.
    const TABLEBASE: Self = Self(Self::SLOWEST_MATE.0 - 1);
    /// The most distant tablebase win.
    const SLOWEST_TABLEBASE: Self = Self(Self::TABLEBASE.0 - MAX_PLY as i32);
    /// The largest evaluation: below every proven win.
    pub const MAX_EVALUATION: Self = Self(Self::SLOWEST_TABLEBASE.0 - 1);

    /// An evaluation, brought into the range of evaluations.
    #[inline]
    pub const fn evaluation(centipawns: i32) -> Self {
        let max = Self::MAX_EVALUATION.0;
        if centipawns > max {
            Self(max)
        } else if centipawns < -max {
            Self(-max)
        } else {
            Self(centipawns)
        }
    }

    /// The side to move mates, `ply` moves below the root.
    #[inline]
    pub const fn mate_in(ply: usize) -> Self {
        Self(Self::MATE.0 - ply as i32)
    }

    /// The side to move is mated, `ply` moves below the root.
    #[inline]
    pub const fn mated_in(ply: usize) -> Self {
        Self(ply as i32 - Self::MATE.0)
    }

    /// A tablebase win, entered `ply` moves below the root.
    #[inline]
    pub const fn tablebase_win(ply: usize) -> Self {
        Self(Self::TABLEBASE.0 - ply as i32)
    }

    /// A tablebase loss, entered `ply` moves below the root.
    #[inline]
    pub const fn tablebase_loss(ply: usize) -> Self {
        Self(ply as i32 - Self::TABLEBASE.0)
    }

    /// From the raw value, as the TT stores it.
    #[inline]
    pub const fn from_raw(raw: i32) -> Self {
        Self(raw)
    }

    /// The raw value.
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// Whether this is a mate for either side.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() >= Self::SLOWEST_MATE.0
    }

    /// Whether this is proven won or lost: a mate or a tablebase result.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.0.abs() >= Self::SLOWEST_TABLEBASE.0
    }

    /// Whether the side to move has a proven win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::SLOWEST_TABLEBASE.0
    }

    /// Whether the side to move has a proven loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::SLOWEST_TABLEBASE.0
    }

    /// Plies from the root to the mate, if this is one.
    #[inline]
    pub const fn plies_to_mate(self) -> Option<usize> {
        if self.is_mate() {
            Some((Self::MATE.0 - self.0.abs()) as usize)
        } else {
            None
        }
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    #[inline]
    fn add(self, centipawns: i32) -> Self {
        Self(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    #[inline]
    fn sub(self, centipawns: i32) -> Self {
        Self(self.0 - centipawns)
    }
}

/// `+0.31`, `-12.00`, `mate 3`, `mated 2` (in full moves).
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_mate() {
            Some(plies) if self.0 > 0 => write!(f, "mate {}", plies.div_ceil(2)),
            Some(plies) => write!(f, "mated {}", plies / 2),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_PLY, Score};

    #[test]
    fn ranges_are_disjoint_and_ordered() {
        let best_evaluation = Score::evaluation(i32::MAX);
        assert!(!best_evaluation.is_decisive());
        assert!(best_evaluation < Score::tablebase_win(MAX_PLY));
        assert!(Score::tablebase_win(MAX_PLY) < Score::tablebase_win(0));
        assert!(Score::tablebase_win(0) < Score::mate_in(MAX_PLY));
        assert!(Score::mate_in(MAX_PLY) < Score::mate_in(1));
        assert!(Score::mate_in(0) < Score::INFINITE);
        for ply in 0..=MAX_PLY {
            assert!(Score::tablebase_win(ply).is_win() && !Score::tablebase_win(ply).is_mate());
            assert!(Score::mate_in(ply).is_win() && Score::mate_in(ply).is_mate());
            assert_eq!(-Score::mate_in(ply), Score::mated_in(ply));
            assert_eq!(-Score::tablebase_win(ply), Score::tablebase_loss(ply));
            assert_eq!(Score::mated_in(ply).plies_to_mate(), Some(ply));
        }
        assert!(i16::try_from(Score::INFINITE.raw()).is_ok());
    }

    #[test]
    fn arithmetic_and_text() {
        assert_eq!((Score::DRAW + 31).to_string(), "+0.31");
        assert_eq!((Score::DRAW - 1200).to_string(), "-12.00");
        assert_eq!(Score::mate_in(5).to_string(), "mate 3");
        assert_eq!(Score::mated_in(4).to_string(), "mated 2");
    }
}
