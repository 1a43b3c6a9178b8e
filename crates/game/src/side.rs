//! A side of any game.

use std::ops::Not;

use crate::Dense;

/// A side: White is the one that moves first from the start position, whatever the game calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

impl Side {
    /// Both.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The side with the same number as a color of some game.
    #[inline]
    pub fn of(color: impl Dense) -> Self {
        Self::ALL[color.index()]
    }
}

impl Dense for Side {
    const COUNT: usize = 2;

    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self::ALL[1 - self.index()]
    }
}
