//! One entry of the accumulator stack, without the accumulators themselves.

/// What is known about the position after a move: one cache line. `V` is how both colors see the board,
/// `T` a piece on a square.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(crate) struct Entry<V, T> {
    pub(super) views: V,
    pub(super) dirty: DirtyPieces<T>,
    /// Colors whose view the move changed.
    pub(super) needs_refresh: [bool; 2],
    pub(super) is_computed: [bool; 2],
}

impl<V: Copy, T: Copy> Entry<V, T> {
    /// A move is about to be made. Written in place: a copy would wait for the parts it is made of.
    #[inline(always)]
    pub(super) const fn begin(&mut self, views: V) {
        self.views = views;
        self.dirty.clear();
        self.needs_refresh = [false; 2];
        self.is_computed = [false; 2];
    }
}

/// The features that a move adds and removes: no move of any game has more than two of either.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DirtyPieces<T> {
    added: [T; 2],
    removed: [T; 2],
    adds: u8,
    subs: u8,
}

impl<T: Copy> DirtyPieces<T> {
    #[inline(always)]
    const fn clear(&mut self) {
        (self.adds, self.subs) = (0, 0);
    }

    /// Adds a feature.
    #[inline(always)]
    pub(super) fn add(&mut self, feature: T) {
        self.added[usize::from(self.adds)] = feature;
        self.adds += 1;
    }

    /// Removes a feature.
    #[inline(always)]
    pub(super) fn remove(&mut self, feature: T) {
        self.removed[usize::from(self.subs)] = feature;
        self.subs += 1;
    }

    /// How many features are added and removed.
    #[inline(always)]
    pub(super) const fn counts(&self) -> (usize, usize) {
        (self.adds as usize, self.subs as usize)
    }

    /// An added feature, below the first of [`DirtyPieces::counts`].
    #[inline(always)]
    pub(super) const fn added(&self, n: usize) -> T {
        self.added[n]
    }

    /// A removed feature, below the second of [`DirtyPieces::counts`].
    #[inline(always)]
    pub(super) const fn removed(&self, n: usize) -> T {
        self.removed[n]
    }
}
