//! The Finny table (accumulator refresh cache): a king move that changes its color's perspective costs
//! a few weight rows instead of one for each piece.

use chess::{Color, Position, Square};

use crate::architecture::MAX_PIECES;
use crate::features::Perspectives;
use crate::network::Network;
use crate::pieces::Pieces;
use crate::simd::kernels::refresh;
use crate::simd::{Aligned, Isa};

/// For each color and perspective, the accumulator of the position in which it was last needed. A
/// refresh applies the difference between that position and the current one.
#[derive(Clone, Debug)]
pub(super) struct FinnyTable {
    /// `[perspective][color][neuron]`
    accumulators: Aligned<i16>,
    /// `[perspective][color]`
    boards: Vec<[Board; Color::COUNT]>,
}

/// The pieces of a cached accumulator, and each square's feature index in it.
#[derive(Clone, Copy, Debug)]
struct Board {
    pieces: Pieces,
    features: [Option<u16>; Square::COUNT],
}

impl FinnyTable {
    /// A table of empty boards.
    pub(super) fn new(network: &Network) -> Self {
        let perspectives = network.features().perspectives();
        let biases = &network.parameters().ft_biases;
        let mut accumulators = Aligned::zeroed(perspectives * Color::COUNT * biases.len());
        for accumulator in accumulators.chunks_exact_mut(biases.len()) {
            accumulator.copy_from_slice(biases);
        }
        let empty = Board {
            pieces: Pieces::default(),
            features: [None; Square::COUNT],
        };
        Self {
            accumulators,
            boards: vec![[empty; Color::COUNT]; perspectives],
        }
    }

    /// Computes a color's accumulator at a position from the cached one, which it replaces.
    pub(super) fn refresh<I: Isa>(
        &mut self,
        network: &Network,
        (side, perspectives): (Color, Perspectives),
        position: &Position,
        target: &mut [i16],
    ) {
        let width = target.len();
        let features = network.features();
        let entry = usize::from(features.perspective(side, position.king(side)).entry);
        let cached = &mut self.boards[entry][side.index()];
        let start = (entry * Color::COUNT + side.index()) * width;
        let (mut added, mut removed) = (FeatureList::EMPTY, FeatureList::EMPTY);
        let pieces = Pieces::from(position);
        for square in pieces.differences(&cached.pieces) {
            let piece = position
                .piece_on(square)
                .filter(|&piece| features.has(piece));
            let now = piece.map(|piece| {
                let unflipped = features.unflipped_indices(piece, square);
                perspectives.indices(unflipped).of(side)
            });
            let then = std::mem::replace(&mut cached.features[square.index()], now);
            added.push_if_some(now);
            removed.push_if_some(then);
        }
        cached.pieces = pieces;
        refresh::<I>(
            &mut self.accumulators[start..][..width],
            target,
            &network.parameters().ft_weights,
            added.as_slice(),
            removed.as_slice(),
        );
    }
}

/// At most as many feature indices as there are pieces, and room for one that does not count.
struct FeatureList {
    indices: [u16; MAX_PIECES + 1],
    len: usize,
}

impl FeatureList {
    const EMPTY: Self = Self {
        indices: [0; MAX_PIECES + 1],
        len: 0,
    };

    /// Branchless, because the branch would be unpredictable: writes always, counts if there is one.
    #[inline]
    fn push_if_some(&mut self, index: Option<u16>) {
        self.indices[self.len] = index.unwrap_or_default();
        self.len += usize::from(index.is_some());
    }

    #[inline]
    fn as_slice(&self) -> &[u16] {
        &self.indices[..self.len]
    }
}
