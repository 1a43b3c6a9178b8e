//! The Finny table (accumulator refresh cache): a move that changes how a color sees the board costs
//! a few weight rows instead of one for each piece.

use game::{Dense, Position};

use super::active_list::ActiveList;
use crate::architecture::MAX_PIECES;
use crate::features::{Features, Listed, Lookup, PieceSets, PositionOf, SquareOf};
use crate::network::Network;
use crate::simd::kernels::refresh;
use crate::simd::{Aligned, Isa};

/// For each color and view, the accumulator of the position in which it was last needed. A refresh
/// applies the difference between that position and the current one.
#[derive(Clone, Debug)]
pub(super) struct FinnyTable<F: Features> {
    /// `[entry][color][neuron]`
    accumulators: Aligned<i16>,
    /// `[entry][color]`: the pieces of the accumulator.
    pieces: Box<[F::Pieces]>,
    /// `[entry][color][square]`: the feature in the accumulator.
    features: Box<[Option<u16>]>,
    /// `[entry][color]`, if the set has listed features.
    lists: Box<[ActiveList]>,
}

impl<F: Features> FinnyTable<F> {
    /// A table of empty boards.
    pub(super) fn new(network: &Network<F>) -> Self {
        let boards = 2 * network.features().entries();
        let biases = &network.parameters().ft_biases;
        let mut accumulators = Aligned::zeroed(boards * biases.len());
        for accumulator in accumulators.chunks_exact_mut(biases.len()) {
            accumulator.copy_from_slice(biases);
        }
        Self {
            accumulators,
            pieces: vec![F::Pieces::default(); boards].into(),
            features: vec![None; boards * SquareOf::<F>::COUNT].into(),
            lists: vec![ActiveList::default(); if network.has_lists() { boards } else { 0 }].into(),
        }
    }

    /// Computes a color's accumulator at a position from the cached one, which it replaces.
    pub(super) fn refresh<I: Isa>(
        &mut self,
        network: &Network<F>,
        side: usize,
        views: F::Views,
        position: &PositionOf<F>,
        target: &mut [i16],
    ) {
        let width = target.len();
        let table = network.features();
        let pieces = F::Pieces::from(position);
        let board = 2 * table.entry(&views, &pieces, side) + side;
        let cached = &mut self.features[board * SquareOf::<F>::COUNT..][..SquareOf::<F>::COUNT];
        let (mut added, mut removed) = (FeatureList::EMPTY, FeatureList::EMPTY);
        for square in pieces.differences(&self.pieces[board]) {
            let piece = position.piece_on(square).filter(|&piece| table.has(piece));
            let now = piece.map(|piece| table.index(&views, table.feature(piece, square), side));
            let then = std::mem::replace(&mut cached[square.index()], now);
            added.push_if_some(now);
            removed.push_if_some(then);
        }
        self.pieces[board] = pieces;
        refresh::<I>(
            &mut self.accumulators[board * width..][..width],
            target,
            &network.parameters().ft_weights,
            added.as_slice(),
            removed.as_slice(),
        );
        if let Some(listed) = network.architecture().features.listed() {
            self.refresh_list::<I>(network, listed, side, views, board, target);
        }
    }

    /// The same for listed features, on the cached accumulator of `board`.
    fn refresh_list<I: Isa>(
        &mut self,
        network: &Network<F>,
        listed: &dyn Listed<F>,
        side: usize,
        views: F::Views,
        board: usize,
        target: &mut [i16],
    ) {
        let width = target.len();
        let list = &mut self.lists[board];
        list.replace(|active| listed.list(&self.pieces[board], &views, side, active));
        refresh::<I>(
            &mut self.accumulators[board * width..][..width],
            target,
            &network.parameters().ft_weights,
            list.added(),
            list.removed(),
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
