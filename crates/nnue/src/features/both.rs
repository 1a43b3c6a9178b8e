//! What differs between the sides, for both of them in one number.

use chess::Color;

use super::Outlook;

/// A number for each side: white's in the low half, black's in the high one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Both(u32);

impl Both {
    /// White's number and black's.
    #[must_use]
    #[inline(always)]
    pub const fn new([white, black]: [u16; Color::COUNT]) -> Self {
        Self(white as u32 | (black as u32) << 16)
    }

    /// A side's number.
    #[must_use]
    #[inline(always)]
    pub const fn of(self, side: Color) -> u16 {
        (self.0 >> (16 * side.index())) as u16
    }

    /// Another number for a side.
    #[inline]
    const fn set(&mut self, side: Color, number: u16) {
        let shift = 16 * side.index();
        self.0 = self.0 & !(0xFFFF << shift) | (number as u32) << shift;
    }

    /// The sums, neither of which may need more than 16 bits.
    #[inline(always)]
    pub(super) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

/// How both sides see the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlooks {
    turns: Both,
    bases: Both,
}

impl Outlooks {
    /// A side sees the board in another way from now on.
    #[inline]
    pub const fn set(&mut self, side: Color, outlook: Outlook) {
        self.turns.set(side, outlook.turn);
        self.bases.set(side, outlook.base);
    }

    /// The inputs of a piece that is one, from its [places](super::FeatureTable::places).
    #[must_use]
    #[inline(always)]
    pub const fn inputs(self, places: Both) -> Both {
        // Turning the board changes the low bits, which are the square.
        Both(places.0 ^ self.turns.0).plus(self.bases)
    }
}
