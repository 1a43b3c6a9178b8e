//! The mean squared error between expected and actual results.

use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;
use records::Record;

use crate::features::Features;
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
    #[must_use]
    pub fn of(&self, record: &Record) -> f64 {
        let result = f64::from(record.double_points()) / 2.0;
        let score = self.expected(f64::from(record.score()));
        self.result_weight * result + (1.0 - self.result_weight) * score
    }

    /// The expected score of an evaluation, 0 to 1.
    #[must_use]
    pub fn expected(&self, evaluation: f64) -> f64 {
        1.0 / (1.0 + (-evaluation / self.scale).exp())
    }
}

/// The mean squared error (MSE) of the expected scores; `None` without positions.
#[must_use]
pub fn loss(records: &[Record], values: &Values, target: &Target) -> Option<f64> {
    mean(records, |record| {
        let evaluation = Features::of(record).evaluate(values);
        (target.expected(evaluation) - target.of(record)).powi(2)
    })
}

/// The mean absolute evaluation; `None` without positions.
#[must_use]
pub fn mean_abs_eval(records: &[Record], values: &Values) -> Option<f64> {
    mean(records, |record| {
        Features::of(record).evaluate(values).abs()
    })
}

/// The mean of a function over positions, on all cores.
pub(crate) fn mean<T: Sync>(records: &[T], of: impl Fn(&T) -> f64 + Sync) -> Option<f64> {
    let sums: Vec<f64> = records
        .par_chunks(CHUNK)
        .map(|chunk| chunk.iter().map(&of).sum())
        .collect();
    (!records.is_empty()).then(|| sums.iter().sum::<f64>() / records.len() as f64)
}
