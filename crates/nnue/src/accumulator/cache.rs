//! Sums kept for each view, so that a king that changes its view costs a few rows only.

use chess::{Color, Piece, Position, Square};

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
    boards: Vec<[Board; Color::COUNT]>,
}

/// Pieces by kind and by square.
#[derive(Clone, Copy, Debug)]
struct Board {
    pieces: Pieces,
    squares: [Option<Piece>; Square::COUNT],
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
            squares: [None; Square::COUNT],
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
        (side, outlook): (Color, Outlook),
        position: &Position,
        target: &mut [i16],
    ) {
        let width = target.len();
        let kept = &mut self.boards[outlook.number()][side.index()];
        let entry = outlook.number() * Color::COUNT + side.index();
        let (mut added, mut removed) = (Rows::default(), Rows::default());
        let features = network.features();
        let pieces = Pieces::from(position);
        for square in pieces.differences(&kept.pieces) {
            let now = position.piece_on(square);
            let then = std::mem::replace(&mut kept.squares[square.index()], now);
            for (rows, piece) in [(&mut added, now), (&mut removed, then)] {
                // Written in any case and counted if there is a piece: this cannot be foreseen.
                let is_input = piece.is_some_and(|piece| features.has(piece));
                let feature = Feature::new(piece.unwrap_or(Piece::WhitePawn), square);
                // No feature set has more inputs than fit.
                rows.push_if(is_input, features.input(side, outlook, feature) as u32);
            }
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
    inputs: [u32; MAX_PIECES + 1],
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
    #[inline]
    fn push_if(&mut self, counts: bool, input: u32) {
        self.inputs[self.len] = input;
        self.len += usize::from(counts);
    }

    #[inline]
    fn as_slice(&self) -> &[u32] {
        &self.inputs[..self.len]
    }
}
