//! Perspectives: how each color sees the board, and both of them packed in one number.

use chess::{Color, Square};

/// How a color with its king on some square sees the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perspective {
    /// The Finny table entry of this perspective, below [`Planes::perspectives`](super::Planes).
    pub entry: u16,
    /// The first feature index of the king bucket.
    pub base: u16,
    /// XORed with a square's index: 56 flips the ranks, 7 the files.
    pub flip: u16,
}

impl Perspective {
    /// A perspective that flips the ranks for Black, and the files if `mirrored`. No feature set has
    /// more inputs or perspectives than 16 bits hold.
    pub(in crate::features) const fn new(
        side: Color,
        entry: usize,
        base: usize,
        mirrored: bool,
    ) -> Self {
        let ranks = match side {
            Color::White => 0,
            Color::Black => 56,
        };
        Self {
            entry: entry as u16,
            base: base as u16,
            flip: if mirrored { ranks ^ 7 } else { ranks },
        }
    }
}

/// A 16-bit number for each color, White's in the low half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerColor(u32);

impl PerColor {
    /// White's number and Black's.
    #[inline(always)]
    pub const fn new([white, black]: [u16; Color::COUNT]) -> Self {
        Self(white as u32 | (black as u32) << 16)
    }

    /// A color's number.
    #[inline(always)]
    pub const fn of(self, side: Color) -> u16 {
        self.of_index(side.index())
    }

    /// The number of a color, 0 or 1.
    #[inline(always)]
    pub(in crate::features) const fn of_index(self, side: usize) -> u16 {
        (self.0 >> (16 * side)) as u16
    }

    /// Replaces a color's number.
    #[inline]
    const fn set(&mut self, side: Color, number: u16) {
        let shift = 16 * side.index();
        self.0 = self.0 & !(0xFFFF << shift) | (number as u32) << shift;
    }

    /// Adds both numbers; neither sum may need more than 16 bits.
    #[inline(always)]
    const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Adds a square's index to both numbers.
    #[inline(always)]
    pub(in crate::features) const fn plus_square(self, square: Square) -> Self {
        // At most 63.
        self.plus(Self::new([square.index() as u16; Color::COUNT]))
    }
}

/// The perspectives of both colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perspectives {
    flips: PerColor,
    bases: PerColor,
}

impl Perspectives {
    /// Replaces a color's perspective.
    #[inline]
    pub const fn set(&mut self, side: Color, perspective: Perspective) {
        self.flips.set(side, perspective.flip);
        self.bases.set(side, perspective.base);
    }

    /// What a color's perspective XORs squares with.
    pub(super) const fn flip(&self, side: Color) -> u16 {
        self.flips.of(side)
    }

    /// Whether a color's perspective is the same.
    #[inline]
    pub(in crate::features) const fn is_alike(&self, other: &Self, side: Color) -> bool {
        self.flips.of(side) == other.flips.of(side) && self.bases.of(side) == other.bases.of(side)
    }

    /// The feature indices of a piece from its
    /// [unflipped ones](super::FeatureTable::unflipped_indices).
    #[inline(always)]
    pub const fn indices(self, unflipped: PerColor) -> PerColor {
        // Flipping the board changes the low six bits, which are the square.
        PerColor(unflipped.0 ^ self.flips.0).plus(self.bases)
    }
}
