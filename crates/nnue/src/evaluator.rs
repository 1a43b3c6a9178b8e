//! The evaluation that a search uses.

mod explain;

use std::sync::Arc;

use chess::{Chess, Color, Piece, Position, Square};
use game::{Observer, Score};

use crate::accumulator::Accumulators;
use crate::layers::{self, Scratch, by_activation};
use crate::network::{Any, Network, Usual, Width};
use crate::simd::kernels::Activate;
use crate::simd::{Isa, Native};

pub use explain::{Contribution, Explanation};

/// A network following a search. Clones share the network.
#[derive(Clone, Debug)]
pub struct Evaluator<I: Isa = Native> {
    accumulators: Accumulators,
    scratch: Scratch,
    percent: i32,
    /// Whether a position is worth the same however long nothing happened.
    ignores_clock: bool,
    /// How the network's kind of value is computed.
    compute: fn(&mut Self, &Position) -> i32,
}

impl Evaluator {
    /// An evaluation that stands at no position yet.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Self {
        Self::with_isa(network)
    }
}

impl<I: Isa> Evaluator<I> {
    /// [`Evaluator::new`] on an instruction set.
    #[must_use]
    pub fn with_isa(network: Arc<Network>) -> Self {
        Self {
            compute: Self::way(&network),
            accumulators: Accumulators::new(network),
            scratch: Scratch::default(),
            percent: 100,
            ignores_clock: false,
        }
    }

    /// The network.
    #[must_use]
    pub const fn network(&self) -> &Arc<Network> {
        self.accumulators.network()
    }

    /// Makes evaluations larger or smaller: 100 leaves them as the network gives them.
    pub const fn set_percent(&mut self, percent: i32) {
        self.percent = percent;
    }

    /// Evaluates without regard to the fifty-move rule from here on.
    pub const fn ignore_clock(&mut self) {
        self.ignores_clock = true;
    }

    /// What the network says about the present position, in hundredths of a pawn for the side to
    /// move.
    #[inline]
    pub fn value(&mut self, position: &Position) -> i32 {
        (self.compute)(self, position)
    }

    /// How values by a network are computed: compiled once for each kind, and once more for each of
    /// the usual widths, at which what is not done with vectors weighs most.
    fn way(network: &Network) -> fn(&mut Self, &Position) -> i32 {
        if network.architecture().hidden.is_some() {
            return Self::value_through_layers;
        }
        by_activation!(network, A => match network.architecture().width {
            128 => Self::direct_value::<A, Usual<128>>,
            256 => Self::direct_value::<A, Usual<256>>,
            _ => Self::direct_value::<A, Any>,
        })
    }

    /// The value by a network without small layers: most often, the last step to the first layer's
    /// sums and all that follows is one pass.
    fn direct_value<A: Activate, W: Width>(&mut self, position: &Position) -> i32 {
        let (side, bucket) = self.side_and_bucket(position);
        let at_once = self.output_of_step::<A, W>(side, bucket);
        let output = at_once.unwrap_or_else(|| self.output::<A>(position, side, bucket));
        layers::with_bias(self.accumulators.network(), output, bucket)
    }

    /// The output of a network without small layers, if one step of a common kind leads to it.
    #[inline(always)]
    fn output_of_step<A: Activate, W: Width>(&mut self, side: Color, bucket: usize) -> Option<i64> {
        let step = self.accumulators.last_step::<W>()?;
        step.finish_with_output::<I, A>(side, bucket)
    }

    /// The output of a network without small layers in all other cases.
    #[cold]
    #[inline(never)]
    fn output<A: Activate>(&mut self, position: &Position, side: Color, bucket: usize) -> i64 {
        self.accumulators.approach::<I>(position);
        let at_once = self.output_of_step::<A, Any>(side, bucket);
        at_once.unwrap_or_else(|| {
            let sums = [self.accumulators.sums(side), self.accumulators.sums(!side)];
            layers::output::<I, A>(self.accumulators.network(), sums, bucket)
        })
    }

    /// The value by a network with small layers.
    fn value_through_layers(&mut self, position: &Position) -> i32 {
        let (side, bucket) = self.side_and_bucket(position);
        self.accumulators.update::<I>(position);
        let sums = [self.accumulators.sums(side), self.accumulators.sums(!side)];
        layers::value::<I>(self.accumulators.network(), sums, bucket, &mut self.scratch)
    }

    /// What the value depends on beside the sums.
    #[inline(always)]
    fn side_and_bucket(&self, position: &Position) -> (Color, usize) {
        let pieces = position.occupied().count() as usize;
        (position.side_to_move(), self.network().bucket(pieces))
    }
}

impl<I: Isa> Observer<Chess> for Evaluator<I> {
    #[inline]
    fn appeared(&mut self, piece: Piece, square: Square) {
        self.accumulators.appeared(piece, square);
    }

    #[inline]
    fn vanished(&mut self, piece: Piece, square: Square) {
        self.accumulators.vanished(piece, square);
    }

    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.accumulators.moved(piece, from, to);
    }
}

impl<I: Isa> game::Evaluator<Chess> for Evaluator<I> {
    fn reset(&mut self, position: &Position) {
        self.accumulators.reset(position);
    }

    #[inline]
    fn push(&mut self) {
        self.accumulators.push();
    }

    #[inline]
    fn pop(&mut self) {
        self.accumulators.pop();
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        let value = i64::from(self.value(position));
        // The longer nothing happens, the more it smells of a draw.
        let clock = if self.ignores_clock {
            0
        } else {
            i64::from(position.rule_clock()).min(100)
        };
        let damped = value * i64::from(self.percent) * (200 - clock) / (100 * 200);
        if damped.abs() > i64::from(Score::MAX_EVALUATION.raw()) {
            return saturated(damped);
        }
        Score::evaluation(damped as i32)
    }
}

/// The largest evaluation, or the smallest. Apart, so that others do not wait for the comparisons.
#[cold]
#[inline(never)]
fn saturated(value: i64) -> Score {
    Score::evaluation(if value < 0 { i32::MIN } else { i32::MAX })
}

#[cfg(test)]
mod tests;
