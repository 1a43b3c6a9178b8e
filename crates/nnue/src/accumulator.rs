//! The accumulator stack: the feature transformer's output along a search.
//!
//! Updates are lazy. Making a move only records its dirty pieces; evaluating a position applies the
//! updates from its nearest computed ancestor, move by move, each in one pass. Where a king's move
//! changed its color's perspective, that color's accumulator is refreshed from the Finny table.

mod entry;
mod finny;
mod update;

use std::sync::Arc;

use chess::{Chess, Color, Piece, PieceType, Position, Square};
use game::{MAX_PLY, Observer};

use crate::features::Perspectives;
use crate::network::{Dynamic, Network, Width};
use crate::simd::{Aligned, Isa};

use entry::Entry;
use finny::FinnyTable;
pub(crate) use update::PendingUpdate;

const BOTH: [bool; Color::COUNT] = [true; Color::COUNT];
const NONE: [bool; Color::COUNT] = [false; Color::COUNT];

/// The accumulators of all positions from the root of a search to the current one.
#[derive(Clone, Debug)]
pub struct AccumulatorStack {
    network: Arc<Network>,
    width: usize,
    /// `[ply][color][neuron]`
    values: Aligned<i16>,
    /// One for each ply that `values` has room for; those above the top are stale.
    entries: Vec<Entry>,
    /// The current ply.
    top: usize,
    finny: FinnyTable,
}

impl AccumulatorStack {
    /// A stack for a network, without a position yet.
    pub fn new(network: Arc<Network>) -> Self {
        let width = network.architecture().width;
        let entries = vec![Entry::default(); MAX_PLY + 1];
        Self {
            values: Aligned::zeroed(entries.len() * Color::COUNT * width),
            finny: FinnyTable::new(&network),
            entries,
            top: 0,
            width,
            network,
        }
    }

    /// The network.
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Starts over at a position.
    pub fn reset(&mut self, position: &Position) {
        let mut perspectives = Perspectives::default();
        for side in Color::ALL {
            let features = self.network.features();
            perspectives.set(side, features.perspective(side, position.king(side)));
        }
        self.top = 0;
        self.entries[0] = Entry {
            perspectives,
            needs_refresh: BOTH,
            ..Entry::default()
        };
    }

    /// A move is about to be made.
    #[inline(always)]
    pub fn push(&mut self) {
        let perspectives = self.entries[self.top].perspectives;
        self.top += 1;
        if self.top == self.entries.len() {
            self.grow();
        }
        self.entries[self.top].begin(perspectives);
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
    pub fn update<I: Isa>(&mut self, position: &Position) {
        if !self.is_one_update_away() {
            self.catch_up::<I>(position);
        }
        if let Some(update) = self.last_update::<Dynamic>() {
            update.apply::<I>();
        }
    }

    /// The accumulator of a color's perspective as last updated.
    #[inline]
    pub fn accumulator(&self, side: Color) -> &[i16] {
        let start = (self.top * Color::COUNT + side.index()) * self.width;
        &self.values[start..][..self.width]
    }

    /// The update to the current position, if it is the only one missing and neither color needs a
    /// refresh.
    #[inline(always)]
    pub(crate) fn last_update<W: Width>(&mut self) -> Option<PendingUpdate<'_, 2>> {
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
    pub(crate) fn catch_up<I: Isa>(&mut self, position: &Position) {
        let nearest = Color::ALL.map(|side| self.nearest_computed(side));
        match nearest {
            [Some(white), Some(black)] if white == black => {
                for ply in white + 1..self.top {
                    self.pending::<Dynamic>(ply).apply::<I>();
                }
            }
            _ => {
                for side in Color::ALL {
                    self.compute::<I>(position, side, nearest[side.index()]);
                }
            }
        }
    }

    /// The update of both colors from the ply before to this one, which counts as computed from now
    /// on.
    #[inline(always)]
    fn pending<W: Width>(&mut self, ply: usize) -> PendingUpdate<'_, 2> {
        let both = Color::COUNT * W::of(self.width);
        let around = &mut self.values[(ply - 1) * both..][..2 * both];
        let (before, after) = around.split_at_mut(both);
        let entry = &mut self.entries[ply];
        entry.is_computed = BOTH;
        PendingUpdate {
            network: &self.network,
            entry,
            sides: Color::ALL,
            before,
            after,
        }
    }

    /// Computes a color's accumulator at the current ply from its nearest computed ancestor, or from
    /// the Finny table.
    fn compute<I: Isa>(&mut self, position: &Position, side: Color, nearest: Option<usize>) {
        let Some(nearest) = nearest else {
            self.refresh::<I>(position, side);
            return;
        };
        for ply in nearest + 1..=self.top {
            self.update_side::<I>(ply, side);
        }
    }

    /// Updates a color's accumulator from the ply before to this one.
    fn update_side<I: Isa>(&mut self, ply: usize, side: Color) {
        let width = self.width;
        let both = Color::COUNT * width;
        let offset = side.index() * width;
        let around = &mut self.values[(ply - 1) * both..][..2 * both];
        let (before, after) = around.split_at_mut(both);
        let entry = &mut self.entries[ply];
        entry.is_computed[side.index()] = true;
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
    fn nearest_computed(&self, side: Color) -> Option<usize> {
        for (ply, entry) in self.entries[..=self.top].iter().enumerate().rev() {
            if entry.is_computed[side.index()] {
                return Some(ply);
            }
            if entry.needs_refresh[side.index()] {
                return None;
            }
        }
        None
    }

    /// Refreshes a color's accumulator at the current ply from the Finny table.
    fn refresh<I: Isa>(&mut self, position: &Position, side: Color) {
        let start = (self.top * Color::COUNT + side.index()) * self.width;
        let target = &mut self.values[start..][..self.width];
        let entry = &mut self.entries[self.top];
        let perspective = (side, entry.perspectives);
        self.finny
            .refresh::<I>(&self.network, perspective, position, target);
        entry.is_computed[side.index()] = true;
    }

    /// A king moved from one square to another.
    #[inline(never)]
    fn king_moved(&mut self, king: Piece, from: Square, to: Square) {
        let features = self.network.features();
        let side = king.color();
        let entry = &mut self.entries[self.top];
        let before = entry.perspectives;
        entry.perspectives.set(side, features.perspective(side, to));
        entry.needs_refresh[side.index()] = entry.perspectives != before;
        if features.has_kings() {
            self.feature_moved(king, from, to);
        }
    }

    /// A piece that is a feature moved from one square to another.
    #[inline(always)]
    fn feature_moved(&mut self, piece: Piece, from: Square, to: Square) {
        let features = self.network.features();
        let dirty = &mut self.entries[self.top].dirty;
        dirty.remove(features.unflipped_indices(piece, from));
        dirty.add(features.unflipped_indices(piece, to));
    }
}

impl Observer<Chess> for AccumulatorStack {
    #[inline(always)]
    fn appeared(&mut self, piece: Piece, square: Square) {
        let indices = self.network.features().unflipped_indices(piece, square);
        self.entries[self.top].dirty.add(indices);
    }

    #[inline(always)]
    fn vanished(&mut self, piece: Piece, square: Square) {
        let indices = self.network.features().unflipped_indices(piece, square);
        self.entries[self.top].dirty.remove(indices);
    }

    #[inline(always)]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        if piece.kind() == PieceType::King {
            self.king_moved(piece, from, to);
        } else {
            self.feature_moved(piece, from, to);
        }
    }
}
