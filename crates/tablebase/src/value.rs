//! The values of positions: WDL and DTZ.

use std::fmt;
use std::ops::Neg;

/// Win, draw or loss of the side to move, with the fifty-move rule. A cursed win and a blessed loss
/// are decided on the board but drawn by that rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i8)]
pub enum Wdl {
    /// Loss.
    Loss = -2,
    /// Lost, but saved by the fifty-move rule.
    BlessedLoss = -1,
    /// Draw.
    Draw = 0,
    /// Won, but prevented by the fifty-move rule.
    CursedWin = 1,
    /// Win.
    Win = 2,
}

impl Wdl {
    /// All values, the worst first.
    pub(crate) const ALL: [Self; 5] = [
        Self::Loss,
        Self::BlessedLoss,
        Self::Draw,
        Self::CursedWin,
        Self::Win,
    ];

    /// The value as files store it.
    pub(crate) fn from_stored(stored: u16) -> Option<Self> {
        Self::ALL.get(usize::from(stored)).copied()
    }

    /// DTZ of a position that this value is reached from by a zeroing move.
    pub(crate) const fn dtz_of_zeroing(self) -> Dtz {
        Dtz(match self {
            Self::Loss => -1,
            Self::BlessedLoss => -101,
            Self::Draw => 0,
            Self::CursedWin => 101,
            Self::Win => 1,
        })
    }
}

impl Neg for Wdl {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

/// `win`, `cursed win`, `draw`, `blessed loss` or `loss`.
impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::BlessedLoss => "blessed loss",
            Self::Draw => "draw",
            Self::CursedWin => "cursed win",
            Self::Win => "win",
        })
    }
}

/// Distance to zeroing: plies to the next capture, pawn move or mate with best play; positive for
/// the winner, negative for the loser, zero for a draw. Beyond 100 the fifty-move rule prevents the
/// win. Tables may round it by one ply, except where that would decide about the fifty-move rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dtz(pub i32);

impl Dtz {
    /// The WDL that this distance means.
    pub const fn wdl(self) -> Wdl {
        match self.0 {
            ..-100 => Wdl::BlessedLoss,
            -100..0 => Wdl::Loss,
            0 => Wdl::Draw,
            1..=100 => Wdl::Win,
            101.. => Wdl::CursedWin,
        }
    }

    /// The DTZ one ply earlier, seen from the other side.
    pub(crate) const fn before_move(self) -> Self {
        Self(-self.0 - self.0.signum())
    }
}

impl fmt::Display for Dtz {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
