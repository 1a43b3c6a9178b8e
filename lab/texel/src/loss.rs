//! How far an evaluation is from what happened.

use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;
use records::Record;

use crate::features::Features;
use crate::values::Values;

/// Positions that are summed up together. Fixed, so that sums are the same on any number of cores.
pub(crate) const CHUNK: usize = 1 << 14;

/// What `sigmoid(evaluation / scale)` is to be near to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The share of the game's result; the rest is the sigmoid of the search's score.
    pub result_weight: f64,
    /// The evaluation that expects 73 % of the points, in hundredths of a pawn.
    pub scale: f64,
}

impl Target {
    /// The points that a position ought to expect, for the side to move.
    #[must_use]
    pub fn of(&self, record: &Record) -> f64 {
        let result = f64::from(record.double_points()) / 2.0;
        let score = self.expected(f64::from(record.score()));
        self.result_weight * result + (1.0 - self.result_weight) * score
    }

    /// The points that an evaluation expects.
    #[must_use]
    pub fn expected(&self, evaluation: f64) -> f64 {
        1.0 / (1.0 + (-evaluation / self.scale).exp())
    }
}

/// The mean square of the distance between what evaluations expect and what they ought to; nothing
/// without positions.
#[must_use]
pub fn loss(records: &[Record], values: &Values, target: &Target) -> Option<f64> {
    mean(records, |record| {
        let evaluation = Features::of(record).evaluate(values);
        (target.expected(evaluation) - target.of(record)).powi(2)
    })
}

/// The mean size of the evaluation, whoever is better; nothing without positions.
#[must_use]
pub fn mean_size(records: &[Record], values: &Values) -> Option<f64> {
    mean(records, |record| {
        Features::of(record).evaluate(values).abs()
    })
}

/// The mean of something over positions, on all cores.
pub(crate) fn mean<T: Sync>(records: &[T], of: impl Fn(&T) -> f64 + Sync) -> Option<f64> {
    let sums: Vec<f64> = records
        .par_chunks(CHUNK)
        .map(|chunk| chunk.iter().map(&of).sum())
        .collect();
    (!records.is_empty()).then(|| sums.iter().sum::<f64>() / records.len() as f64)
}
