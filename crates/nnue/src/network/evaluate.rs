//! Evaluation from scratch, without an accumulator stack.

use chess::{Color, Piece};

use crate::layers::{self, Scratch};
use crate::network::Network;
use crate::pieces::Pieces;
use crate::simd::{Aligned, Isa, Native};

impl Network {
    /// The value of a placement for the side to move in centipawns, computed from scratch.
    ///
    /// Slow: a search keeps an [`Evaluator`](crate::Evaluator).
    pub fn value(&self, pieces: &Pieces, side_to_move: Color) -> i32 {
        self.value_with::<Native>(pieces, side_to_move)
    }

    /// [`Network::value`] on an instruction set.
    pub fn value_with<I: Isa>(&self, pieces: &Pieces, side_to_move: Color) -> i32 {
        let accumulators = [side_to_move, !side_to_move].map(|side| self.accumulator(pieces, side));
        let bucket = self.bucket(pieces.count());
        let accumulators = [&*accumulators[0], &*accumulators[1]];
        layers::value::<I>(self, accumulators, bucket, &mut Scratch::default())
    }

    /// A color's accumulator by definition: the feature transformer's biases and the weights of all
    /// active features.
    pub fn accumulator(&self, pieces: &Pieces, side: Color) -> Aligned<i16> {
        let features = self.features();
        let perspective = features.perspective(side, pieces.king(side));
        let mut accumulator = self.parameters().ft_biases.clone();
        for piece in Piece::ALL.into_iter().filter(|&piece| features.has(piece)) {
            for square in pieces.of(piece) {
                let index = features.index((side, perspective), piece, square);
                for (value, weight) in accumulator.iter_mut().zip(self.row(index)) {
                    *value = value.wrapping_add(*weight);
                }
            }
        }
        accumulator
    }
}
