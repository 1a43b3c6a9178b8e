//! The NNUE evaluation of a search.

mod explain;

use std::sync::Arc;

use chess::{Chess, Color, Piece, Position, Square};
use game::{Observer, Score};

use crate::accumulator::AccumulatorStack;
use crate::activation::Activate;
use crate::layers::{self, Scratch, by_activation};
use crate::network::{Dynamic, Fixed, Network, Width};
use crate::simd::{Isa, Native};

pub use explain::{Contribution, Explanation};

/// A network with its accumulator stack. Clones share the network.
#[derive(Clone, Debug)]
pub struct Evaluator<I: Isa = Native> {
    stack: AccumulatorStack,
    scratch: Scratch,
    percent: i32,
    /// Whether the halfmove clock leaves the evaluation as it is.
    ignores_clock: bool,
    /// The forward pass that fits the network.
    compute: fn(&mut Self, &Position) -> i32,
}

impl Evaluator {
    /// An evaluation without a position yet.
    pub fn new(network: Arc<Network>) -> Self {
        Self::with_isa(network)
    }
}

impl<I: Isa> Evaluator<I> {
    /// [`Evaluator::new`] on an instruction set.
    pub fn with_isa(network: Arc<Network>) -> Self {
        Self {
            compute: Self::forward(&network),
            stack: AccumulatorStack::new(network),
            scratch: Scratch::default(),
            percent: 100,
            ignores_clock: false,
        }
    }

    /// The network.
    pub const fn network(&self) -> &Arc<Network> {
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
    pub fn value(&mut self, position: &Position) -> i32 {
        (self.compute)(self, position)
    }

    /// The forward pass of a network: compiled once for each activation, and once more for common
    /// small widths, where scalar overhead weighs most.
    fn forward(network: &Network) -> fn(&mut Self, &Position) -> i32 {
        if network.architecture().hidden.is_some() {
            return Self::hidden_value;
        }
        by_activation!(network, A => match network.architecture().width {
            128 => Self::direct_value::<A, Fixed<128>>,
            256 => Self::direct_value::<A, Fixed<256>>,
            _ => Self::direct_value::<A, Dynamic>,
        })
    }

    /// The value by a network without hidden layers: most often, the last accumulator update and the
    /// output layer are one pass.
    fn direct_value<A: Activate, W: Width>(&mut self, position: &Position) -> i32 {
        let (side, bucket) = self.side_and_bucket(position);
        let fused = self.fused_output::<A, W>(side, bucket);
        let output = fused.unwrap_or_else(|| self.output::<A>(position, side, bucket));
        layers::with_bias(self.stack.network(), output, bucket)
    }

    /// The output of a network without hidden layers, if one update of a common kind leads to it.
    #[inline(always)]
    fn fused_output<A: Activate, W: Width>(&mut self, side: Color, bucket: usize) -> Option<i64> {
        let update = self.stack.last_update::<W>()?;
        update.apply_with_output::<I, A>(side, bucket)
    }

    /// The output of a network without hidden layers in all other cases.
    #[cold]
    #[inline(never)]
    fn output<A: Activate>(&mut self, position: &Position, side: Color, bucket: usize) -> i64 {
        self.stack.catch_up::<I>(position);
        let fused = self.fused_output::<A, Dynamic>(side, bucket);
        fused.unwrap_or_else(|| {
            let accumulators = [side, !side].map(|side| self.stack.accumulator(side));
            layers::output::<I, A>(self.stack.network(), accumulators, bucket)
        })
    }

    /// The value by a network with hidden layers.
    fn hidden_value(&mut self, position: &Position) -> i32 {
        let (side, bucket) = self.side_and_bucket(position);
        self.stack.update::<I>(position);
        let accumulators = [side, !side].map(|side| self.stack.accumulator(side));
        let network = self.stack.network();
        layers::value::<I>(network, accumulators, bucket, &mut self.scratch)
    }

    /// The side to move and the output bucket.
    #[inline(always)]
    fn side_and_bucket(&self, position: &Position) -> (Color, usize) {
        let pieces = position.occupied().count() as usize;
        (position.side_to_move(), self.network().bucket(pieces))
    }
}

impl<I: Isa> Observer<Chess> for Evaluator<I> {
    #[inline]
    fn appeared(&mut self, piece: Piece, square: Square) {
        self.stack.appeared(piece, square);
    }

    #[inline]
    fn vanished(&mut self, piece: Piece, square: Square) {
        self.stack.vanished(piece, square);
    }

    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.stack.moved(piece, from, to);
    }
}

impl<I: Isa> game::Evaluator<Chess> for Evaluator<I> {
    fn reset(&mut self, position: &Position) {
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

    fn evaluate(&mut self, position: &Position) -> Score {
        let value = i64::from(self.value(position));
        // Scale the evaluation down by the halfmove clock.
        let clock = if self.ignores_clock {
            0
        } else {
            i64::from(position.halfmove_clock()).min(100)
        };
        let damped = value * i64::from(self.percent) * (200 - clock) / (100 * 200);
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
