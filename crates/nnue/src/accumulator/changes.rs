//! What a move changes.

use crate::features::Both;

/// The places of the pieces that a move puts down and takes up: no move of chess has more than two of
/// either.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Changes {
    added: [Both; 2],
    removed: [Both; 2],
    adds: u8,
    subs: u8,
}

impl Changes {
    /// Nothing is put down or taken up yet.
    #[inline(always)]
    pub(super) const fn clear(&mut self) {
        (self.adds, self.subs) = (0, 0);
    }

    /// A piece is put down.
    #[inline(always)]
    pub(super) fn add(&mut self, places: Both) {
        self.added[usize::from(self.adds)] = places;
        self.adds += 1;
    }

    /// A piece is taken up.
    #[inline(always)]
    pub(super) fn remove(&mut self, places: Both) {
        self.removed[usize::from(self.subs)] = places;
        self.subs += 1;
    }

    /// How many pieces are put down and taken up.
    #[inline(always)]
    pub(super) const fn counts(&self) -> (usize, usize) {
        (self.adds as usize, self.subs as usize)
    }

    /// A piece put down, of those that there are by [`Changes::counts`].
    #[inline(always)]
    pub(super) const fn added(&self, n: usize) -> Both {
        self.added[n]
    }

    /// A piece taken up, of those that there are by [`Changes::counts`].
    #[inline(always)]
    pub(super) const fn removed(&self, n: usize) -> Both {
        self.removed[n]
    }
}
