//! A network's word on a position, from scratch.

use chess::{Color, Piece};

use crate::features::Feature;
use crate::layers::{self, Scratch};
use crate::network::Network;
use crate::pieces::Pieces;
use crate::simd::{Aligned, Isa, Native};

impl Network {
    /// The value of pieces for the side to move, in hundredths of a pawn, computed from scratch.
    ///
    /// Slow: a search keeps an [`Evaluator`](crate::Evaluator).
    #[must_use]
    pub fn value(&self, pieces: &Pieces, side_to_move: Color) -> i32 {
        self.value_with::<Native>(pieces, side_to_move)
    }

    /// [`Network::value`] on an instruction set.
    #[must_use]
    pub fn value_with<I: Isa>(&self, pieces: &Pieces, side_to_move: Color) -> i32 {
        let sums = [side_to_move, !side_to_move].map(|side| self.first_layer(pieces, side));
        let bucket = self.bucket(pieces.count());
        let sums = [&*sums[0], &*sums[1]];
        layers::value::<I>(self, sums, bucket, &mut Scratch::default())
    }

    /// A side's sums of the first layer, by the plain definition.
    #[must_use]
    pub fn first_layer(&self, pieces: &Pieces, side: Color) -> Aligned<i16> {
        let outlook = self.features().outlook(side, pieces.king(side));
        let mut sums = self.parameters().first_biases.clone();
        let inputs = Piece::ALL
            .into_iter()
            .filter(|&piece| self.features().has(piece));
        for piece in inputs {
            for square in pieces.of(piece) {
                let input = self
                    .features()
                    .input(side, outlook, Feature::new(piece, square));
                for (sum, weight) in sums.iter_mut().zip(self.row(input)) {
                    *sum = sum.wrapping_add(*weight);
                }
            }
        }
        sums
    }
}
