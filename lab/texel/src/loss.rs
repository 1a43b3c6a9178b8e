//! The mean squared error between expected and actual results.

use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

use crate::sample::Sample;
use crate::values::Values;

/// Positions a chunk. Fixed, so that the sums are the same on any number of cores.
pub(crate) const CHUNK: usize = 1 << 14;

/// The target of `sigmoid(evaluation / scale)`: game result and search score, mixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The weight of the game result (lambda); the rest is the sigmoid of the search score.
    pub result_weight: f64,
    /// The scale of the sigmoid in centipawns: this evaluation expects 73 % of the points.
    pub scale: f64,
}

impl Target {
    /// The target of a position, 0 to 1 for the side to move.
    pub fn of(&self, sample: &Sample) -> f64 {
        let score = self.expected(sample.score());
        self.result_weight * sample.points() + (1.0 - self.result_weight) * score
    }

    /// The expected score of an evaluation, 0 to 1.
    pub fn expected(&self, evaluation: f64) -> f64 {
        1.0 / (1.0 + (-evaluation / self.scale).exp())
    }
}

/// The mean squared error (MSE) of the expected scores; `None` without positions.
pub fn loss(samples: &[Sample], values: &Values, target: &Target) -> Option<f64> {
    mean(samples, |sample| {
        let expected = target.expected(sample.evaluate(values));
        (expected - target.of(sample)).powi(2)
    })
}

/// The mean absolute evaluation; `None` without positions.
pub(crate) fn mean_abs_eval(samples: &[Sample], values: &Values) -> Option<f64> {
    mean(samples, |sample| sample.evaluate(values).abs())
}

/// The mean of a function over positions, on all cores.
pub(crate) fn mean<T: Sync>(items: &[T], of: impl Fn(&T) -> f64 + Sync) -> Option<f64> {
    let sums: Vec<f64> = items
        .par_chunks(CHUNK)
        .map(|chunk| chunk.iter().map(&of).sum())
        .collect();
    (!items.is_empty()).then(|| sums.iter().sum::<f64>() / items.len() as f64)
}
