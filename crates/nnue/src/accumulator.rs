//! The first layer's sums along a search.
//!
//! Making a move only notes what it changes. When a position is evaluated, its sums are computed
//! from the nearest ones above it that are, move by move, each in one pass. Where a king's move
//! changed its side's view of the board, the sums of that side come from the refresh cache instead.

mod cache;
mod changes;
mod step;

use std::sync::Arc;

use chess::{Chess, Color, Piece, PieceType, Position, Square};
use game::{MAX_PLY, Observer};

use crate::features::Outlook;
use crate::network::Network;
use crate::pieces::Pieces;
use crate::simd::{Aligned, Isa};

use cache::RefreshCache;
use changes::Changes;
use step::step;

/// What is known about the position after a move.
#[derive(Clone, Copy, Debug, Default)]
struct Ply {
    outlooks: [Outlook; Color::COUNT],
    changes: Changes,
    is_computed: [bool; Color::COUNT],
}

/// The sums of all positions from the root of a search to the present one.
#[derive(Clone, Debug)]
pub struct Accumulators {
    network: Arc<Network>,
    width: usize,
    /// `[ply][side][neuron]`
    sums: Aligned<i16>,
    plies: Vec<Ply>,
    cache: RefreshCache,
}

impl Accumulators {
    /// Sums for a network, at no position yet.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Self {
        let width = network.architecture().width;
        let mut plies = Vec::with_capacity(MAX_PLY + 1);
        plies.push(Ply::default());
        Self {
            sums: Aligned::zeroed(plies.capacity() * Color::COUNT * width),
            cache: RefreshCache::new(&network),
            plies,
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
        let features = self.network.features();
        let outlook = |side| features.outlook(side, position.king(side));
        let outlooks = [outlook(Color::White), outlook(Color::Black)];
        self.plies.clear();
        self.plies.push(Ply {
            outlooks,
            ..Ply::default()
        });
    }

    /// A move is about to be made.
    #[inline]
    pub fn push(&mut self) {
        let outlooks = self.top().outlooks;
        self.plies.push(Ply {
            outlooks,
            ..Ply::default()
        });
        if self.plies.len() * Color::COUNT * self.width > self.sums.len() {
            self.grow();
        }
    }

    /// Room for twice as many plies; what was computed stays.
    #[cold]
    fn grow(&mut self) {
        let mut larger = Aligned::zeroed(2 * self.sums.len());
        larger[..self.sums.len()].copy_from_slice(&self.sums);
        self.sums = larger;
    }

    /// The last move was taken back.
    ///
    /// # Panics
    /// If there was none.
    #[inline]
    pub fn pop(&mut self) {
        assert!(self.plies.len() > 1, "every pop follows a push");
        self.plies.pop();
    }

    #[inline]
    fn top(&mut self) -> &mut Ply {
        self.plies.last_mut().expect("the first ply always stays")
    }

    /// Computes the sums of the present position, which must be the one that the moves led to.
    #[inline]
    pub fn update<I: Isa>(&mut self, position: &Position) {
        let nearest = [self.nearest(Color::White), self.nearest(Color::Black)];
        match nearest {
            [Some(white), Some(black)] if white == black => {
                for ply in white + 1..self.plies.len() {
                    self.advance_both::<I>(ply);
                }
            }
            _ => {
                for side in Color::ALL {
                    self.compute::<I>(position, side, nearest[side.index()]);
                }
            }
        }
    }

    /// A side's sums as last updated.
    #[must_use]
    #[inline]
    pub fn sums(&self, side: Color) -> &[i16] {
        let entry = (self.plies.len() - 1) * Color::COUNT + side.index();
        &self.sums[entry * self.width..][..self.width]
    }

    /// Computes a side's sums at the present ply from the nearest ones, or else from the cache.
    #[inline(never)]
    fn compute<I: Isa>(&mut self, position: &Position, side: Color, nearest: Option<usize>) {
        let Some(nearest) = nearest else {
            self.refresh::<I>(position, side);
            return;
        };
        for ply in nearest + 1..self.plies.len() {
            self.advance::<I>(ply, side);
        }
    }

    /// Computes both sides' sums at a ply from those of the ply before.
    #[inline(never)]
    fn advance_both<I: Isa>(&mut self, ply: usize) {
        self.advance::<I>(ply, Color::White);
        self.advance::<I>(ply, Color::Black);
    }

    /// Computes a side's sums at a ply from those of the ply before.
    #[inline(always)]
    fn advance<I: Isa>(&mut self, ply: usize, side: Color) {
        let width = self.width;
        let both = Color::COUNT * width;
        let offset = side.index() * width;
        let around = &mut self.sums[(ply - 1) * both..][..2 * both];
        let (before, after) = around.split_at_mut(both);
        let known = &mut self.plies[ply];
        known.is_computed[side.index()] = true;
        step::<I>(
            &self.network,
            &known.changes,
            (side, known.outlooks[side.index()]),
            &before[offset..][..width],
            &mut after[offset..][..width],
        );
    }

    /// The last ply whose sums are computed and since when the side's view did not change.
    #[inline(always)]
    fn nearest(&self, side: Color) -> Option<usize> {
        let top = self.plies.len() - 1;
        let outlook = self.plies[top].outlooks[side.index()];
        for (ply, known) in self.plies.iter().enumerate().rev() {
            if known.outlooks[side.index()] != outlook {
                return None;
            }
            if known.is_computed[side.index()] {
                return Some(ply);
            }
        }
        None
    }

    /// Computes a side's sums at the present ply from those in the cache.
    #[inline(never)]
    fn refresh<I: Isa>(&mut self, position: &Position, side: Color) {
        let ply = self.plies.len() - 1;
        let start = (ply * Color::COUNT + side.index()) * self.width;
        let target = &mut self.sums[start..][..self.width];
        let outlook = self.plies[ply].outlooks[side.index()];
        let pieces = Pieces::from(position);
        self.cache
            .refresh::<I>(&self.network, (side, outlook), &pieces, target);
        self.plies[ply].is_computed[side.index()] = true;
    }
}

impl Observer<Chess> for Accumulators {
    #[inline]
    fn appeared(&mut self, piece: Piece, square: Square) {
        self.top().changes.add(piece, square);
    }

    #[inline]
    fn vanished(&mut self, piece: Piece, square: Square) {
        self.top().changes.remove(piece, square);
    }

    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        let outlook = (piece.kind() == PieceType::King)
            .then(|| self.network.features().outlook(piece.color(), to));
        let top = self.top();
        top.changes.remove(piece, from);
        top.changes.add(piece, to);
        if let Some(outlook) = outlook {
            top.outlooks[piece.color().index()] = outlook;
        }
    }
}
