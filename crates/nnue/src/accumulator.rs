//! The accumulator stack: the feature transformer's output along a search.
//!
//! Updates are lazy. Making a move only records its dirty pieces; evaluating a position applies the
//! updates from its nearest computed ancestor, move by move, each in one pass. Where a move changed how
//! a color sees the board, that color's accumulator is refreshed from the Finny table. So is every one
//! with listed features.

mod active_list;
mod entry;
mod finny;
mod update;

use std::sync::Arc;

use game::{Dense, MAX_PLY, Observer};

use crate::features::{ColorOf, FeatureSet, Features, Lookup, PieceOf, PositionOf, SquareOf};
use crate::network::{Dynamic, Network, Width};
use crate::simd::{Aligned, Isa};

use entry::Entry;
use finny::FinnyTable;
pub(crate) use update::PendingUpdate;

const BOTH: [bool; 2] = [true; 2];
const NONE: [bool; 2] = [false; 2];

/// The colors by their numbers.
const SIDES: [usize; 2] = [0, 1];

/// The accumulators of all positions from the root of a search to the current one.
#[derive(Clone, Debug)]
pub struct AccumulatorStack<F: Features = FeatureSet> {
    network: Arc<Network<F>>,
    width: usize,
    /// `[ply][color][neuron]`
    values: Aligned<i16>,
    /// One for each ply that `values` has room for; those above the top are stale.
    entries: Vec<Entry<F::Views, F::Feature>>,
    /// The current ply.
    top: usize,
    finny: FinnyTable<F>,
}

impl<F: Features> AccumulatorStack<F> {
    /// A stack for a network, without a position yet.
    pub fn new(network: Arc<Network<F>>) -> Self {
        let width = network.architecture().width;
        let entries = vec![Entry::default(); MAX_PLY + 1];
        Self {
            values: Aligned::zeroed(entries.len() * SIDES.len() * width),
            finny: FinnyTable::new(&network),
            entries,
            top: 0,
            width,
            network,
        }
    }

    pub const fn network(&self) -> &Arc<Network<F>> {
        &self.network
    }

    /// Starts over at a position.
    pub fn reset(&mut self, position: &PositionOf<F>) {
        self.top = 0;
        self.entries[0] = Entry {
            views: self.network.features().views(&F::Pieces::from(position)),
            needs_refresh: BOTH,
            ..Entry::default()
        };
    }

    /// A move is about to be made.
    #[inline(always)]
    pub fn push(&mut self) {
        let views = self.entries[self.top].views;
        self.top += 1;
        if self.top == self.entries.len() {
            self.grow();
        }
        self.entries[self.top].begin(views);
    }

    /// Doubles the number of plies and keeps what is computed.
    #[cold]
    fn grow(&mut self) {
        let mut larger = Aligned::zeroed(2 * self.values.len());
        larger[..self.values.len()].copy_from_slice(&self.values);
        self.values = larger;
        self.entries
            .resize(2 * self.entries.len(), Entry::default());
    }

    /// The last move was unmade.
    ///
    /// # Panics
    /// If there was none.
    #[inline]
    pub fn pop(&mut self) {
        assert!(self.top > 0, "every pop follows a push");
        self.top -= 1;
    }

    /// Computes both accumulators of the current position, which must be the one that the moves led
    /// to.
    #[inline]
    pub fn update<I: Isa>(&mut self, position: &PositionOf<F>) {
        if self.network.has_lists() {
            return self.refresh_both::<I>(position);
        }
        if !self.is_one_update_away() {
            self.catch_up::<I>(position);
        }
        if let Some(update) = self.last_update::<Dynamic>() {
            update.apply::<I>();
        }
    }

    /// The accumulator of a color's perspective as last updated.
    #[inline]
    pub fn accumulator(&self, side: ColorOf<F>) -> &[i16] {
        self.accumulator_of(side.index())
    }

    /// The same of a color by its number.
    #[inline]
    pub(crate) fn accumulator_of(&self, side: usize) -> &[i16] {
        let start = (self.top * SIDES.len() + side) * self.width;
        &self.values[start..][..self.width]
    }

    /// The update to the current position, if it is the only one missing and neither color needs a
    /// refresh.
    #[inline(always)]
    pub(crate) fn last_update<W: Width>(&mut self) -> Option<PendingUpdate<'_, F, 2>> {
        self.is_one_update_away()
            .then(|| self.pending::<W>(self.top))
    }

    /// Whether one update of both colors leads to the current position.
    #[inline(always)]
    fn is_one_update_away(&self) -> bool {
        let [.., before, current] = &self.entries[..=self.top] else {
            return false;
        };
        let is_pending = current.is_computed == NONE && current.needs_refresh == NONE;
        is_pending && before.is_computed == BOTH
    }

    /// Applies all updates but the last one; everything where the colors do not share their nearest
    /// computed ancestor.
    #[inline(never)]
    pub(crate) fn catch_up<I: Isa>(&mut self, position: &PositionOf<F>) {
        let nearest = SIDES.map(|side| self.nearest_computed(side));
        match nearest {
            [Some(white), Some(black)] if white == black => {
                for ply in white + 1..self.top {
                    self.pending::<Dynamic>(ply).apply::<I>();
                }
            }
            _ => {
                for side in SIDES {
                    self.compute::<I>(position, side, nearest[side]);
                }
            }
        }
    }

    /// The update of both colors from the ply before to this one, which counts as computed from now
    /// on.
    #[inline(always)]
    fn pending<W: Width>(&mut self, ply: usize) -> PendingUpdate<'_, F, 2> {
        let both = SIDES.len() * W::of(self.width);
        let around = &mut self.values[(ply - 1) * both..][..2 * both];
        let (before, after) = around.split_at_mut(both);
        let entry = &mut self.entries[ply];
        entry.is_computed = BOTH;
        PendingUpdate {
            network: &self.network,
            entry,
            sides: SIDES,
            before,
            after,
        }
    }

    /// Computes a color's accumulator at the current ply from its nearest computed ancestor, or from
    /// the Finny table.
    fn compute<I: Isa>(&mut self, position: &PositionOf<F>, side: usize, nearest: Option<usize>) {
        let Some(nearest) = nearest else {
            self.refresh::<I>(position, side);
            return;
        };
        for ply in nearest + 1..=self.top {
            self.update_side::<I>(ply, side);
        }
    }

    /// Updates a color's accumulator from the ply before to this one.
    fn update_side<I: Isa>(&mut self, ply: usize, side: usize) {
        let width = self.width;
        let both = SIDES.len() * width;
        let offset = side * width;
        let around = &mut self.values[(ply - 1) * both..][..2 * both];
        let (before, after) = around.split_at_mut(both);
        let entry = &mut self.entries[ply];
        entry.is_computed[side] = true;
        let update = PendingUpdate {
            network: &self.network,
            entry,
            sides: [side],
            before: &before[offset..][..width],
            after: &mut after[offset..][..width],
        };
        update.apply::<I>();
    }

    /// The last ply with a computed accumulator, if no refresh is needed since.
    fn nearest_computed(&self, side: usize) -> Option<usize> {
        for (ply, entry) in self.entries[..=self.top].iter().enumerate().rev() {
            if entry.is_computed[side] {
                return Some(ply);
            }
            if entry.needs_refresh[side] {
                return None;
            }
        }
        None
    }

    /// Refreshes what is not computed yet at the current ply.
    #[inline(never)]
    fn refresh_both<I: Isa>(&mut self, position: &PositionOf<F>) {
        for side in SIDES {
            if !self.entries[self.top].is_computed[side] {
                self.refresh::<I>(position, side);
            }
        }
    }

    /// Refreshes a color's accumulator at the current ply from the Finny table.
    fn refresh<I: Isa>(&mut self, position: &PositionOf<F>, side: usize) {
        let start = (self.top * SIDES.len() + side) * self.width;
        let target = &mut self.values[start..][..self.width];
        let entry = &mut self.entries[self.top];
        self.finny
            .refresh::<I>(&self.network, side, entry.views, position, target);
        entry.is_computed[side] = true;
    }

    /// A piece that can change how a color sees the board moved, vanished or appeared.
    #[inline(never)]
    fn follow(&mut self, piece: PieceOf<F>, from: Option<SquareOf<F>>, to: Option<SquareOf<F>>) {
        let table = self.network.features();
        let [.., before, entry] = &mut self.entries[..=self.top] else {
            unreachable!("every change follows a push");
        };
        table.follow(&mut entry.views, piece, from, to);
        let is_alike = |side| F::Table::is_alike(&before.views, &entry.views, side);
        entry.needs_refresh = SIDES.map(|side| !is_alike(side));
        if !table.has(piece) {
            return;
        }
        if let Some(from) = from {
            entry.dirty.remove(table.feature(piece, from));
        }
        if let Some(to) = to {
            entry.dirty.add(table.feature(piece, to));
        }
    }
}

impl<F: Features> Observer<F::Game> for AccumulatorStack<F> {
    #[inline(always)]
    fn appeared(&mut self, piece: PieceOf<F>, square: SquareOf<F>) {
        if F::Table::FOLLOWS_CAPTURES {
            return self.follow(piece, None, Some(square));
        }
        let feature = self.network.features().feature(piece, square);
        self.entries[self.top].dirty.add(feature);
    }

    #[inline(always)]
    fn vanished(&mut self, piece: PieceOf<F>, square: SquareOf<F>) {
        if F::Table::FOLLOWS_CAPTURES {
            return self.follow(piece, Some(square), None);
        }
        let feature = self.network.features().feature(piece, square);
        self.entries[self.top].dirty.remove(feature);
    }

    #[inline(always)]
    fn moved(&mut self, piece: PieceOf<F>, from: SquareOf<F>, to: SquareOf<F>) {
        let table = self.network.features();
        if table.is_followed(piece) {
            return self.follow(piece, Some(from), Some(to));
        }
        let dirty = &mut self.entries[self.top].dirty;
        dirty.remove(table.feature(piece, from));
        dirty.add(table.feature(piece, to));
    }
}
