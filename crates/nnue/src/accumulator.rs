//! The first layer's sums along a search.
//!
//! Making a move only notes what it changes. When a position is evaluated, its sums are computed
//! from the nearest ones above it that are, move by move, each in one pass. Where a king's move
//! changed its side's view of the board, the sums of that side come from the refresh cache instead.

mod cache;
mod changes;
mod ply;
mod step;

use std::sync::Arc;

use chess::{Chess, Color, Piece, PieceType, Position, Square};
use game::{MAX_PLY, Observer};

use crate::features::Outlooks;
use crate::network::{Any, Network, Width};
use crate::simd::{Aligned, Isa};

use cache::RefreshCache;
use ply::Ply;
pub(crate) use step::Pending;

const BOTH: [bool; Color::COUNT] = [true; Color::COUNT];
const NONE: [bool; Color::COUNT] = [false; Color::COUNT];

/// The sums of all positions from the root of a search to the present one.
#[derive(Clone, Debug)]
pub struct Accumulators {
    network: Arc<Network>,
    width: usize,
    /// `[ply][side][neuron]`
    sums: Aligned<i16>,
    /// As many as there are sums for; those beyond the present one are left over.
    plies: Vec<Ply>,
    /// The present ply.
    top: usize,
    cache: RefreshCache,
}

impl Accumulators {
    /// Sums for a network, at no position yet.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Self {
        let width = network.architecture().width;
        let plies = vec![Ply::default(); MAX_PLY + 1];
        Self {
            sums: Aligned::zeroed(plies.len() * Color::COUNT * width),
            cache: RefreshCache::new(&network),
            plies,
            top: 0,
            width,
            network,
        }
    }

    /// The network.
    #[must_use]
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Starts over at a position.
    pub fn reset(&mut self, position: &Position) {
        let mut outlooks = Outlooks::default();
        for side in Color::ALL {
            let features = self.network.features();
            outlooks.set(side, features.outlook(side, position.king(side)));
        }
        self.top = 0;
        self.plies[0] = Ply {
            outlooks,
            has_turned: BOTH,
            ..Ply::default()
        };
    }

    /// A move is about to be made.
    #[inline(always)]
    pub fn push(&mut self) {
        let outlooks = self.plies[self.top].outlooks;
        self.top += 1;
        if self.top == self.plies.len() {
            self.grow();
        }
        self.plies[self.top].begin(outlooks);
    }

    /// Room for twice as many plies; what was computed stays.
    #[cold]
    fn grow(&mut self) {
        let mut larger = Aligned::zeroed(2 * self.sums.len());
        larger[..self.sums.len()].copy_from_slice(&self.sums);
        self.sums = larger;
        self.plies.resize(2 * self.plies.len(), Ply::default());
    }

    /// The last move was taken back.
    ///
    /// # Panics
    /// If there was none.
    #[inline]
    pub fn pop(&mut self) {
        assert!(self.top > 0, "every pop follows a push");
        self.top -= 1;
    }

    /// Computes the sums of the present position, which must be the one that the moves led to.
    #[inline]
    pub fn update<I: Isa>(&mut self, position: &Position) {
        if !self.is_one_step() {
            self.approach::<I>(position);
        }
        if let Some(step) = self.last_step::<Any>() {
            step.finish::<I>();
        }
    }

    /// A side's sums as last updated.
    #[must_use]
    #[inline]
    pub fn sums(&self, side: Color) -> &[i16] {
        let entry = self.top * Color::COUNT + side.index();
        &self.sums[entry * self.width..][..self.width]
    }

    /// The step to the present position, if it is the only one to compute and both sides take it.
    #[inline(always)]
    pub(crate) fn last_step<W: Width>(&mut self) -> Option<Pending<'_, 2>> {
        self.is_one_step().then(|| self.pending::<W>(self.top))
    }

    /// Whether one step that both sides take leads to the present position.
    #[inline(always)]
    fn is_one_step(&self) -> bool {
        let [.., before, known] = &self.plies[..=self.top] else {
            return false;
        };
        let is_open = known.is_computed == NONE && known.has_turned == NONE;
        is_open && before.is_computed == BOTH
    }

    /// Computes what lies before the last step, or everything where the sides do not have it in
    /// common.
    #[inline(never)]
    pub(crate) fn approach<I: Isa>(&mut self, position: &Position) {
        let nearest = Color::ALL.map(|side| self.nearest(side));
        match nearest {
            [Some(white), Some(black)] if white == black => {
                for ply in white + 1..self.top {
                    self.pending::<Any>(ply).finish::<I>();
                }
            }
            _ => {
                for side in Color::ALL {
                    self.compute::<I>(position, side, nearest[side.index()]);
                }
            }
        }
    }

    /// The step to both sides' sums at a ply from those of the ply before. They count as computed.
    #[inline(always)]
    fn pending<W: Width>(&mut self, ply: usize) -> Pending<'_, 2> {
        let both = Color::COUNT * W::of(self.width);
        let around = &mut self.sums[(ply - 1) * both..][..2 * both];
        let (before, after) = around.split_at_mut(both);
        let known = &mut self.plies[ply];
        known.is_computed = BOTH;
        Pending {
            network: &self.network,
            ply: known,
            sides: Color::ALL,
            before,
            after,
        }
    }

    /// Computes a side's sums at the present ply from the nearest ones, or else from the cache.
    fn compute<I: Isa>(&mut self, position: &Position, side: Color, nearest: Option<usize>) {
        let Some(nearest) = nearest else {
            self.refresh::<I>(position, side);
            return;
        };
        for ply in nearest + 1..=self.top {
            self.advance::<I>(ply, side);
        }
    }

    /// Computes a side's sums at a ply from those of the ply before.
    fn advance<I: Isa>(&mut self, ply: usize, side: Color) {
        let width = self.width;
        let both = Color::COUNT * width;
        let offset = side.index() * width;
        let around = &mut self.sums[(ply - 1) * both..][..2 * both];
        let (before, after) = around.split_at_mut(both);
        let known = &mut self.plies[ply];
        known.is_computed[side.index()] = true;
        let step = Pending {
            network: &self.network,
            ply: known,
            sides: [side],
            before: &before[offset..][..width],
            after: &mut after[offset..][..width],
        };
        step.finish::<I>();
    }

    /// The last ply whose sums are computed and since when the side's view did not change.
    fn nearest(&self, side: Color) -> Option<usize> {
        for (ply, known) in self.plies[..=self.top].iter().enumerate().rev() {
            if known.is_computed[side.index()] {
                return Some(ply);
            }
            if known.has_turned[side.index()] {
                return None;
            }
        }
        None
    }

    /// Computes a side's sums at the present ply from those in the cache.
    fn refresh<I: Isa>(&mut self, position: &Position, side: Color) {
        let start = (self.top * Color::COUNT + side.index()) * self.width;
        let target = &mut self.sums[start..][..self.width];
        let known = &mut self.plies[self.top];
        let view = (side, known.outlooks);
        self.cache
            .refresh::<I>(&self.network, view, position, target);
        known.is_computed[side.index()] = true;
    }

    /// A king went from one square to another.
    #[inline(never)]
    fn king_moved(&mut self, king: Piece, from: Square, to: Square) {
        let features = self.network.features();
        let side = king.color();
        let known = &mut self.plies[self.top];
        let before = known.outlooks;
        known.outlooks.set(side, features.outlook(side, to));
        known.has_turned[side.index()] = known.outlooks != before;
        if features.has_kings() {
            self.replace(king, from, to);
        }
    }

    /// A piece that is an input went from one square to another.
    #[inline(always)]
    fn replace(&mut self, piece: Piece, from: Square, to: Square) {
        let features = self.network.features();
        let changes = &mut self.plies[self.top].changes;
        changes.remove(features.places(piece, from));
        changes.add(features.places(piece, to));
    }
}

impl Observer<Chess> for Accumulators {
    #[inline(always)]
    fn appeared(&mut self, piece: Piece, square: Square) {
        let places = self.network.features().places(piece, square);
        self.plies[self.top].changes.add(places);
    }

    #[inline(always)]
    fn vanished(&mut self, piece: Piece, square: Square) {
        let places = self.network.features().places(piece, square);
        self.plies[self.top].changes.remove(places);
    }

    #[inline(always)]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        if piece.kind() == PieceType::King {
            self.king_moved(piece, from, to);
        } else {
            self.replace(piece, from, to);
        }
    }
}
