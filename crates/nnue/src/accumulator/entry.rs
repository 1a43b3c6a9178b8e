//! One entry of the accumulator stack, without the accumulators themselves.

use chess::Color;

use crate::features::{PerColor, Perspectives};

/// What is known about the position after a move: one cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(crate) struct Entry {
    pub(super) perspectives: Perspectives,
    pub(super) dirty: DirtyPieces,
    /// Colors whose perspective the move changed.
    pub(super) needs_refresh: [bool; Color::COUNT],
    pub(super) is_computed: [bool; Color::COUNT],
}

impl Entry {
    /// A move is about to be made. Written in place: a copy would wait for the parts it is made of.
    #[inline(always)]
    pub(super) const fn begin(&mut self, perspectives: Perspectives) {
        self.perspectives = perspectives;
        self.dirty.clear();
        self.needs_refresh = [false; Color::COUNT];
        self.is_computed = [false; Color::COUNT];
    }
}

/// The features that a move adds and removes, as unflipped indices: no move of chess has more than two
/// of either.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DirtyPieces {
    added: [PerColor; 2],
    removed: [PerColor; 2],
    adds: u8,
    subs: u8,
}

impl DirtyPieces {
    #[inline(always)]
    const fn clear(&mut self) {
        (self.adds, self.subs) = (0, 0);
    }

    /// Adds a feature.
    #[inline(always)]
    pub(super) fn add(&mut self, indices: PerColor) {
        self.added[usize::from(self.adds)] = indices;
        self.adds += 1;
    }

    /// Removes a feature.
    #[inline(always)]
    pub(super) fn remove(&mut self, indices: PerColor) {
        self.removed[usize::from(self.subs)] = indices;
        self.subs += 1;
    }

    /// How many features are added and removed.
    #[inline(always)]
    pub(super) const fn counts(&self) -> (usize, usize) {
        (self.adds as usize, self.subs as usize)
    }

    /// An added feature, below the first of [`DirtyPieces::counts`].
    #[inline(always)]
    pub(super) const fn added(&self, n: usize) -> PerColor {
        self.added[n]
    }

    /// A removed feature, below the second of [`DirtyPieces::counts`].
    #[inline(always)]
    pub(super) const fn removed(&self, n: usize) -> PerColor {
        self.removed[n]
    }
}
