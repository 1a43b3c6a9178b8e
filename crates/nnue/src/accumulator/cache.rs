//! Sums kept for each view, so that a king that changes its view costs a few rows only.

use chess::{Color, Piece};

use crate::architecture::MAX_PIECES;
use crate::features::{Feature, Outlook};
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
    pieces: Vec<[Pieces; Color::COUNT]>,
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
        Self {
            sums,
            pieces: vec![[Pieces::default(); Color::COUNT]; views],
        }
    }

    /// Computes a side's sums for these pieces from the kept ones, and keeps the new ones.
    pub(super) fn refresh<I: Isa>(
        &mut self,
        network: &Network,
        (side, outlook): (Color, Outlook),
        pieces: &Pieces,
        target: &mut [i16],
    ) {
        let width = target.len();
        let kept = &mut self.pieces[outlook.number()][side.index()];
        let entry = outlook.number() * Color::COUNT + side.index();
        let (mut added, mut removed) = (Rows::default(), Rows::default());
        let features = network.features();
        for piece in Piece::ALL.into_iter().filter(|&piece| features.has(piece)) {
            let input = |square| features.input(side, outlook, Feature::new(piece, square));
            let (now, then) = (pieces.of(piece), kept.of(piece));
            for square in now & !then {
                added.push(input(square));
            }
            for square in then & !now {
                removed.push(input(square));
            }
        }
        *kept = *pieces;
        refresh::<I>(
            &mut self.sums[entry * width..][..width],
            target,
            &network.parameters().first_weights,
            added.as_slice(),
            removed.as_slice(),
        );
    }
}

/// At most as many inputs as there are pieces.
#[derive(Default)]
struct Rows {
    inputs: [usize; MAX_PIECES],
    len: usize,
}

impl Rows {
    #[inline]
    fn push(&mut self, input: usize) {
        self.inputs[self.len] = input;
        self.len += 1;
    }

    #[inline]
    fn as_slice(&self) -> &[usize] {
        &self.inputs[..self.len]
    }
}
