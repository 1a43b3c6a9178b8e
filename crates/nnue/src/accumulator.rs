//! The first layer's sums along a search.
//!
//! Making a move only notes what it changes. When a position is evaluated, its sums are computed
//! from the nearest ones above it that are, move by move, each in one pass. Where a king's move
//! changed its side's view of the board, the sums of that side come from the refresh cache instead.

mod cache;
mod changes;

use chess::{Chess, Color, Piece, PieceType, Position, Square};
use game::{MAX_PLY, Observer};

use crate::features::View;
use crate::network::Network;
use crate::pieces::Pieces;
use crate::simd::kernels::update;
use crate::simd::{Aligned, Isa};

use cache::RefreshCache;
use changes::{Changes, Few};

/// What is known about the position after a move.
#[derive(Clone, Copy, Debug)]
struct Ply {
    kings: [Square; Color::COUNT],
    changes: Changes,
    is_computed: [bool; Color::COUNT],
}

/// The sums of all positions from the root of a search to the present one.
#[derive(Clone, Debug)]
pub struct Accumulators {
    /// `[ply][side][neuron]`
    sums: Aligned<i16>,
    plies: Vec<Ply>,
    cache: RefreshCache,
    width: usize,
}

impl Accumulators {
    /// Sums for a network, at no position yet.
    #[must_use]
    pub fn new(network: &Network) -> Self {
        let width = network.architecture().width;
        let plies = MAX_PLY + 1;
        let mut accumulators = Self {
            sums: Aligned::zeroed(plies * Color::COUNT * width),
            plies: Vec::with_capacity(plies),
            cache: RefreshCache::new(network),
            width,
        };
        accumulators.start([Square::A1; Color::COUNT]);
        accumulators
    }

    /// Starts over at a position.
    pub fn reset(&mut self, position: &Position) {
        self.start(Color::ALL.map(|color| position.king(color)));
    }

    fn start(&mut self, kings: [Square; Color::COUNT]) {
        self.plies.clear();
        self.plies.push(Ply {
            kings,
            changes: Changes::default(),
            is_computed: [false; Color::COUNT],
        });
    }

    /// A move is about to be made.
    #[inline]
    pub fn push(&mut self) {
        let kings = self.top().kings;
        self.plies.push(Ply {
            kings,
            changes: Changes::default(),
            is_computed: [false; Color::COUNT],
        });
        let needed = self.plies.len() * Color::COUNT * self.width;
        if needed > self.sums.len() {
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

    /// The sums of the side to move and of the other side in the present position, which must be
    /// the one that the moves led to.
    #[inline]
    pub fn sums<I: Isa>(&mut self, network: &Network, position: &Position) -> [&[i16]; 2] {
        for side in Color::ALL {
            self.compute::<I>(network, position, side);
        }
        let own = position.side_to_move();
        [own, !own].map(|side| self.of(self.plies.len() - 1, side))
    }

    #[inline]
    fn of(&self, ply: usize, side: Color) -> &[i16] {
        &self.sums[(ply * Color::COUNT + side.index()) * self.width..][..self.width]
    }

    /// Computes a side's sums at the present ply, if they are not.
    #[inline]
    fn compute<I: Isa>(&mut self, network: &Network, position: &Position, side: Color) {
        let top = self.plies.len() - 1;
        let view = self.view(network, top, side);
        match self.nearest(network, side, view) {
            Some(nearest) => {
                for ply in nearest + 1..=top {
                    self.advance::<I>(network, ply, (side, view));
                    self.plies[ply].is_computed[side.index()] = true;
                }
            }
            None => {
                let start = (top * Color::COUNT + side.index()) * self.width;
                let target = &mut self.sums[start..][..self.width];
                let pieces = Pieces::from(position);
                self.cache
                    .refresh::<I>(network, (side, view), &pieces, target);
                self.plies[top].is_computed[side.index()] = true;
            }
        }
    }

    #[inline]
    fn view(&self, network: &Network, ply: usize, side: Color) -> View {
        network
            .features()
            .view(side, self.plies[ply].kings[side.index()])
    }

    /// The last ply whose sums are computed and since when the side's view did not change.
    #[inline]
    fn nearest(&self, network: &Network, side: Color, view: View) -> Option<usize> {
        for (ply, known) in self.plies.iter().enumerate().rev() {
            let seen = network.features().view(side, known.kings[side.index()]);
            if seen.number != view.number {
                return None;
            }
            if known.is_computed[side.index()] {
                return Some(ply);
            }
        }
        None
    }

    /// Computes the sums of a ply from those of the ply before.
    #[inline]
    fn advance<I: Isa>(&mut self, network: &Network, ply: usize, (side, view): (Color, View)) {
        let width = self.width;
        let (before, after) = self.sums.split_at_mut(ply * Color::COUNT * width);
        let offset = side.index() * width;
        let source = &before[before.len() - Color::COUNT * width + offset..][..width];
        let target = &mut after[offset..][..width];
        let rows = |few: &Few| {
            let mut inputs = few
                .iter()
                .filter_map(|(piece, square)| network.features().input(side, view, piece, square));
            [inputs.next(), inputs.next()].map(|input| input.map(|input| network.row(input)))
        };
        let changes = &self.plies[ply].changes;
        match (rows(&changes.added), rows(&changes.removed)) {
            ([Some(a), None], [Some(b), None]) => update::<I, 1, 1>(target, source, [a], [b]),
            ([Some(a), None], [Some(b), Some(c)]) => {
                update::<I, 1, 2>(target, source, [a], [b, c]);
            }
            ([Some(a), Some(b)], [Some(c), Some(d)]) => {
                update::<I, 2, 2>(target, source, [a, b], [c, d]);
            }
            // Where kings are no inputs: their moves, captures by them.
            ([None, _], [None, _]) => target.copy_from_slice(source),
            ([None, _], [Some(a), None]) => update::<I, 0, 1>(target, source, [], [a]),
            // Not in chess.
            ([None, _], [Some(a), Some(b)]) => update::<I, 0, 2>(target, source, [], [a, b]),
            ([Some(a), None], [None, _]) => update::<I, 1, 0>(target, source, [a], []),
            ([Some(a), Some(b)], [None, _]) => update::<I, 2, 0>(target, source, [a, b], []),
            ([Some(a), Some(b)], [Some(c), None]) => {
                update::<I, 2, 1>(target, source, [a, b], [c]);
            }
        }
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
        let top = self.top();
        top.changes.remove(piece, from);
        top.changes.add(piece, to);
        if piece.kind() == PieceType::King {
            top.kings[piece.color().index()] = to;
        }
    }
}
