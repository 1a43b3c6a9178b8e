//! Sums kept for each view, so that a king that changes its view costs a few rows only.

use chess::{Color, Position, Square};

use crate::architecture::MAX_PIECES;
use crate::features::Outlooks;
use crate::network::Network;
use crate::pieces::Pieces;
use crate::simd::kernels::refresh;
use crate::simd::{Aligned, Isa};

/// For each side and view, the first layer's sums for some pieces: those that were on the board
/// when the view was last needed.
#[derive(Clone, Debug)]
pub(super) struct RefreshCache {
    /// `[view][side][neuron]`
    sums: Aligned<i16>,
    /// `[view][side]`
    boards: Vec<[Board; Color::COUNT]>,
}

/// Pieces, and for each square the input that the sums have for it.
#[derive(Clone, Copy, Debug)]
struct Board {
    pieces: Pieces,
    inputs: [Option<u16>; Square::COUNT],
}

impl RefreshCache {
    /// A cache of empty boards.
    pub(super) fn new(network: &Network) -> Self {
        let views = network.features().views();
        let biases = &network.parameters().first_biases;
        let mut sums = Aligned::zeroed(views * Color::COUNT * biases.len());
        for entry in sums.chunks_exact_mut(biases.len()) {
            entry.copy_from_slice(biases);
        }
        let empty = Board {
            pieces: Pieces::default(),
            inputs: [None; Square::COUNT],
        };
        Self {
            sums,
            boards: vec![[empty; Color::COUNT]; views],
        }
    }

    /// Computes a side's sums at a position from the kept ones, and keeps the new ones.
    pub(super) fn refresh<I: Isa>(
        &mut self,
        network: &Network,
        (side, outlooks): (Color, Outlooks),
        position: &Position,
        target: &mut [i16],
    ) {
        let width = target.len();
        let features = network.features();
        let view = features.outlook(side, position.king(side)).number();
        let kept = &mut self.boards[view][side.index()];
        let entry = view * Color::COUNT + side.index();
        let (mut added, mut removed) = (Rows::default(), Rows::default());
        let pieces = Pieces::from(position);
        for square in pieces.differences(&kept.pieces) {
            let piece = position
                .piece_on(square)
                .filter(|&piece| features.has(piece));
            let now = piece.map(|piece| outlooks.inputs(features.places(piece, square)).of(side));
            let then = std::mem::replace(&mut kept.inputs[square.index()], now);
            added.push_if_some(now);
            removed.push_if_some(then);
        }
        kept.pieces = pieces;
        refresh::<I>(
            &mut self.sums[entry * width..][..width],
            target,
            &network.parameters().first_weights,
            added.as_slice(),
            removed.as_slice(),
        );
    }
}

/// At most as many inputs as there are pieces, and room for one that does not count.
struct Rows {
    inputs: [u16; MAX_PIECES + 1],
    len: usize,
}

impl Default for Rows {
    #[inline]
    fn default() -> Self {
        Self {
            inputs: [0; MAX_PIECES + 1],
            len: 0,
        }
    }
}

impl Rows {
    /// Written in any case and counted if there is one: this cannot be foreseen.
    #[inline]
    fn push_if_some(&mut self, input: Option<u16>) {
        self.inputs[self.len] = input.unwrap_or_default();
        self.len += usize::from(input.is_some());
    }

    #[inline]
    fn as_slice(&self) -> &[u16] {
        &self.inputs[..self.len]
    }
}
