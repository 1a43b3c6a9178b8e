//! The NNUE evaluation of a search.

mod explain;

use std::sync::Arc;

use game::{Dense, Observer, Position, Score};

use crate::accumulator::AccumulatorStack;
use crate::activation::Activate;
use crate::features::{FeatureSet, Features, PieceOf, PositionOf, SquareOf};
use crate::layers::{self, Scratch, by_activation};
use crate::network::{Dynamic, Fixed, Network, Width};
use crate::simd::Isa;
use crate::{with_activation, with_best_isa};

pub use explain::{Contribution, Explanation};

/// A network with its accumulator stack. Clones share the network.
#[derive(Clone, Debug)]
pub struct Evaluator<F: Features = FeatureSet> {
    stack: AccumulatorStack<F>,
    scratch: Scratch,
    percent: i32,
    /// Whether the halfmove clock leaves the evaluation as it is.
    ignores_clock: bool,
    /// The forward pass that fits network and CPU.
    compute: fn(&mut Self, &PositionOf<F>) -> i32,
}

impl<F: Features> Evaluator<F> {
    /// An evaluation without a position yet.
    pub fn new(network: Arc<Network<F>>) -> Self {
        with_best_isa!(I => Self::with_isa::<I>(network))
    }

    /// [`Evaluator::new`] on an instruction set.
    pub fn with_isa<I: Isa>(network: Arc<Network<F>>) -> Self {
        Self {
            compute: Self::forward::<I>(&network),
            stack: AccumulatorStack::new(network),
            scratch: Scratch::default(),
            percent: 100,
            ignores_clock: false,
        }
    }

    pub const fn network(&self) -> &Arc<Network<F>> {
        self.stack.network()
    }

    /// Scales evaluations: 100 leaves them as the network gives them.
    pub const fn set_percent(&mut self, percent: i32) {
        self.percent = percent;
    }

    /// Ignores the halfmove clock from here on.
    pub const fn ignore_clock(&mut self) {
        self.ignores_clock = true;
    }

    /// The network's output for the current position, in centipawns for the side to move.
    #[inline]
    pub fn value(&mut self, position: &PositionOf<F>) -> i32 {
        (self.compute)(self, position)
    }

    /// The forward pass of a network: compiled once for each activation, and once more for common
    /// small widths, where scalar overhead weighs most.
    fn forward<I: Isa>(network: &Network<F>) -> fn(&mut Self, &PositionOf<F>) -> i32 {
        if network.has_lists() {
            return Self::listed_value::<I>;
        }
        if network.architecture().hidden.is_some() {
            let activation = network.architecture().activation;
            return with_activation!(activation, A => Self::layered_value::<I, A>);
        }
        by_activation!(network, A => match network.architecture().width {
            128 => Self::direct_value::<I, A, Fixed<128>>,
            256 => Self::direct_value::<I, A, Fixed<256>>,
            _ => Self::direct_value::<I, A, Dynamic>,
        })
    }

    /// The value by a network without hidden layers: most often, the last accumulator update and the
    /// output layer are one pass.
    fn direct_value<I: Isa, A: Activate, W: Width>(&mut self, position: &PositionOf<F>) -> i32 {
        let (side, bucket) = self.side_and_bucket(position);
        let fused = self.fused_output::<I, A, W>(side, bucket);
        let output = fused.unwrap_or_else(|| self.output::<I, A>(position, side, bucket));
        layers::with_bias(self.stack.network(), output, bucket)
    }

    /// The output of a network without hidden layers, if one update of a common kind leads to it.
    #[inline(always)]
    fn fused_output<I: Isa, A: Activate, W: Width>(
        &mut self,
        side: usize,
        bucket: usize,
    ) -> Option<i64> {
        let update = self.stack.last_update::<W>()?;
        update.apply_with_output::<I, A>(side, bucket)
    }

    /// The output of a network without hidden layers in all other cases.
    #[cold]
    #[inline(never)]
    fn output<I: Isa, A: Activate>(
        &mut self,
        position: &PositionOf<F>,
        side: usize,
        bucket: usize,
    ) -> i64 {
        self.stack.catch_up::<I>(position);
        let fused = self.fused_output::<I, A, Dynamic>(side, bucket);
        fused.unwrap_or_else(|| {
            let accumulators = [side, 1 - side].map(|side| self.stack.accumulator_of(side));
            layers::output::<F, I, A>(self.stack.network(), accumulators, bucket)
        })
    }

    /// The value by a network with hidden layers: most often, the last accumulator update and the first
    /// layer's inputs are one pass.
    fn layered_value<I: Isa, A: Activate>(&mut self, position: &PositionOf<F>) -> i32 {
        let (side, bucket) = self.side_and_bucket(position);
        if !self.fused_inputs::<I, A>(side) {
            self.inputs::<I, A>(position, side);
        }
        let network = self.stack.network();
        let Some(hidden) = &network.architecture().hidden else {
            unreachable!("a network that this was chosen for");
        };
        let output = layers::hidden_output::<F, I>(network, hidden, bucket, &mut self.scratch);
        layers::with_bias(network, output, bucket)
    }

    /// The first hidden layer's inputs, if one update of a common kind leads to them.
    #[inline(always)]
    fn fused_inputs<I: Isa, A: Activate>(&mut self, side: usize) -> bool {
        let update = self.stack.last_update::<Dynamic>();
        update.is_some_and(|update| update.apply_with_inputs::<I, A>(side, &mut self.scratch))
    }

    /// The first hidden layer's inputs in all other cases.
    #[cold]
    #[inline(never)]
    fn inputs<I: Isa, A: Activate>(&mut self, position: &PositionOf<F>, side: usize) {
        self.stack.catch_up::<I>(position);
        if !self.fused_inputs::<I, A>(side) {
            let accumulators = [side, 1 - side].map(|side| self.stack.accumulator_of(side));
            self.scratch
                .read::<F, I, A>(self.stack.network(), accumulators);
        }
    }

    /// The value by a network with listed features: update and layers apart.
    fn listed_value<I: Isa>(&mut self, position: &PositionOf<F>) -> i32 {
        let (side, bucket) = self.side_and_bucket(position);
        self.stack.update::<I>(position);
        let accumulators = [side, 1 - side].map(|side| self.stack.accumulator_of(side));
        let network = self.stack.network();
        layers::value::<F, I>(network, accumulators, bucket, &mut self.scratch)
    }

    /// The side to move and the output bucket.
    #[inline(always)]
    fn side_and_bucket(&self, position: &PositionOf<F>) -> (usize, usize) {
        let bucket = self.network().bucket(F::material(position));
        (position.side_to_move().index(), bucket)
    }
}

impl<F: Features> Observer<F::Game> for Evaluator<F> {
    #[inline]
    fn appeared(&mut self, piece: PieceOf<F>, square: SquareOf<F>) {
        self.stack.appeared(piece, square);
    }

    #[inline]
    fn vanished(&mut self, piece: PieceOf<F>, square: SquareOf<F>) {
        self.stack.vanished(piece, square);
    }

    #[inline]
    fn moved(&mut self, piece: PieceOf<F>, from: SquareOf<F>, to: SquareOf<F>) {
        self.stack.moved(piece, from, to);
    }
}

impl<F: Features> game::Evaluator<F::Game> for Evaluator<F> {
    fn reset(&mut self, position: &PositionOf<F>) {
        self.stack.reset(position);
    }

    #[inline]
    fn push(&mut self) {
        self.stack.push();
    }

    #[inline]
    fn pop(&mut self) {
        self.stack.pop();
    }

    fn evaluate(&mut self, position: &PositionOf<F>) -> Score {
        let value = i64::from(self.value(position));
        // Scale the evaluation down by the halfmove clock.
        let limit = i64::from(position.clock_limit());
        let clock = if self.ignores_clock {
            0
        } else {
            i64::from(position.halfmove_clock()).min(limit)
        };
        let scaled = value * i64::from(self.percent);
        let damped = scaled * (2 * limit - clock) / (100 * 2 * limit);
        if damped.abs() > i64::from(Score::MAX_EVALUATION.raw()) {
            return saturated(damped);
        }
        Score::evaluation(damped as i32)
    }
}

/// Clamps to the range of evaluations. Out of line, to keep the comparisons off the common path.
#[cold]
#[inline(never)]
fn saturated(value: i64) -> Score {
    Score::evaluation(if value < 0 { i32::MIN } else { i32::MAX })
}

#[cfg(test)]
mod tests;
