//! What a move changes.

use chess::{Piece, Square};

use crate::features::Feature;

/// The pieces that a move puts down and takes up: no move of chess has more than two of either.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Changes {
    added: [Feature; 2],
    removed: [Feature; 2],
    adds: u8,
    subs: u8,
}

impl Changes {
    /// Nothing is put down or taken up yet.
    #[inline(always)]
    pub(super) const fn clear(&mut self) {
        (self.adds, self.subs) = (0, 0);
    }

    /// A piece goes from one square to another.
    #[inline(always)]
    pub(super) fn replace(&mut self, piece: Piece, from: Square, to: Square) {
        self.remove(piece, from);
        self.add(piece, to);
    }

    #[inline(always)]
    pub(super) fn add(&mut self, piece: Piece, square: Square) {
        self.added[usize::from(self.adds)] = Feature::new(piece, square);
        self.adds += 1;
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, piece: Piece, square: Square) {
        self.removed[usize::from(self.subs)] = Feature::new(piece, square);
        self.subs += 1;
    }

    /// How many pieces are put down and taken up.
    #[inline(always)]
    pub(super) const fn counts(&self) -> (usize, usize) {
        (self.adds as usize, self.subs as usize)
    }

    /// A piece put down, of those that there are by [`Changes::counts`].
    #[inline(always)]
    pub(super) const fn added(&self, n: usize) -> Feature {
        self.added[n]
    }

    /// A piece taken up, of those that there are by [`Changes::counts`].
    #[inline(always)]
    pub(super) const fn removed(&self, n: usize) -> Feature {
        self.removed[n]
    }
}
