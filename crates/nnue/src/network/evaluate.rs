//! Evaluation from scratch, without an accumulator stack.

use game::Dense;

use crate::features::{ColorOf, Features, Lookup, PieceSets};
use crate::layers::{self, Scratch};
use crate::network::Network;
use crate::simd::{Aligned, Isa};
use crate::{with_activation, with_best_isa};

impl<F: Features> Network<F> {
    /// The value of a placement for the side to move in centipawns, computed from scratch.
    ///
    /// Slow: a search keeps an [`Evaluator`](crate::Evaluator).
    pub fn value(&self, pieces: &F::Pieces, side_to_move: ColorOf<F>) -> i32 {
        with_best_isa!(I => self.value_with::<I>(pieces, side_to_move))
    }

    /// [`Network::value`] on an instruction set.
    pub fn value_with<I: Isa>(&self, pieces: &F::Pieces, side_to_move: ColorOf<F>) -> i32 {
        let us = side_to_move.index();
        let accumulators = [us, 1 - us].map(|side| self.accumulator_of(pieces, side));
        let bucket = self.bucket(F::material_of(pieces));
        let accumulators = [&*accumulators[0], &*accumulators[1]];
        layers::value::<F, I>(self, accumulators, bucket, &mut Scratch::default())
    }

    /// The inputs of the first hidden layer at a placement, if there is one: those of the side to move,
    /// then those of the other.
    pub fn hidden_inputs(&self, pieces: &F::Pieces, side_to_move: ColorOf<F>) -> Option<Vec<u8>> {
        self.architecture().hidden.as_ref()?;
        let us = side_to_move.index();
        let accumulators = [us, 1 - us].map(|side| self.accumulator_of(pieces, side));
        let accumulators = [&*accumulators[0], &*accumulators[1]];
        let mut scratch = Scratch::default();
        with_activation!(self.architecture().activation, A => {
            with_best_isa!(I => scratch.read::<F, I, A>(self, accumulators));
        });
        Some(
            scratch
                .inputs(2 * self.architecture().activated_width())
                .to_vec(),
        )
    }

    /// A color's accumulator by definition: the feature transformer's biases and the weights of all
    /// active features.
    pub fn accumulator(&self, pieces: &F::Pieces, side: ColorOf<F>) -> Aligned<i16> {
        self.accumulator_of(pieces, side.index())
    }

    fn accumulator_of(&self, pieces: &F::Pieces, side: usize) -> Aligned<i16> {
        let features = self.features();
        let views = features.views(pieces);
        let mut active = Vec::new();
        pieces.for_each(|piece, square| {
            if features.has(piece) {
                active.push(features.index(&views, features.feature(piece, square), side));
            }
        });
        if let Some(listed) = self.architecture().features.listed() {
            listed.list(pieces, &views, side, &mut active);
        }
        let mut accumulator = self.parameters().ft_biases.clone();
        for index in active {
            let row = self.row(usize::from(index));
            for (value, weight) in accumulator.iter_mut().zip(row) {
                *value = value.wrapping_add(*weight);
            }
        }
        accumulator
    }
}
