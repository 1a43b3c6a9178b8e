//! One step of Gauss and Newton: the evaluation is linear, so near its values the loss is nearly a
//! bowl, whose lowest place a system of equations gives.

mod cholesky;

use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;
use records::Record;

use crate::features::Features;
use crate::loss::Target;
use crate::values::Phase::Middlegame;
use crate::values::{COUNT, TEMPO, Values, place};

/// Into so many parts the positions go, each with a matrix of its own. Fixed, so that sums are the
/// same on any number of cores.
const PARTS: usize = 16;

/// The equations `matrix * step = -gradient`, of half the sum of squares.
pub(crate) struct Normal {
    /// The lower triangle, row by row.
    matrix: Vec<f64>,
    pub(crate) gradient: Vec<f64>,
}

/// Where an entry of the triangle stands; the row is not above the column.
const fn entry(row: usize, column: usize) -> usize {
    row * (row + 1) / 2 + column
}

impl Normal {
    fn new() -> Self {
        Self {
            matrix: vec![0.0; entry(COUNT, 0)],
            gradient: vec![0.0; COUNT],
        }
    }

    /// The equations of positions.
    pub(crate) fn of(records: &[Record], values: &Values, target: &Target) -> Self {
        let parts: Vec<Self> = records
            .par_chunks(records.len().div_ceil(PARTS).max(1))
            .map(|part| {
                let mut normal = Self::new();
                for record in part {
                    normal.add_position(record, values, target);
                }
                normal
            })
            .collect();
        parts.iter().fold(Self::new(), |mut sum, part| {
            add_all(&mut sum.matrix, &part.matrix);
            add_all(&mut sum.gradient, &part.gradient);
            sum
        })
    }

    fn add_position(&mut self, record: &Record, values: &Values, target: &Target) {
        let features = Features::of(record);
        let expected = target.expected(features.evaluate(values));
        let slope = expected * (1.0 - expected) / target.scale;
        let error = (expected - target.of(record)) * slope;
        let steepness = slope * slope;
        let [middle, end] = features.shares();
        for (index, term) in features.terms().iter().enumerate() {
            let at = place(Middlegame, term.slot);
            self.gradient[at] += error * term.sign * middle;
            self.gradient[at + 1] += error * term.sign * end;
            self.matrix[entry(TEMPO, at)] += steepness * term.sign * middle;
            self.matrix[entry(TEMPO, at + 1)] += steepness * term.sign * end;
            self.add_entry(at, at, steepness * middle * middle);
            self.add_entry(at + 1, at, steepness * middle * end);
            self.add_entry(at + 1, at + 1, steepness * end * end);
            for other in &features.terms()[..index] {
                let both = steepness * term.sign * other.sign;
                let to = place(Middlegame, other.slot);
                let (row, column) = (at.max(to), at.min(to));
                self.add_entry(row, column, both * middle * middle);
                self.add_entry(row, column + 1, both * middle * end);
                self.add_entry(row + 1, column, both * middle * end);
                self.add_entry(row + 1, column + 1, both * end * end);
            }
        }
        self.gradient[TEMPO] += error;
        self.add_entry(TEMPO, TEMPO, steepness);
    }

    /// Adds to the matrix; the row is not above the column.
    #[inline]
    pub(crate) fn add_entry(&mut self, row: usize, column: usize, number: f64) {
        self.matrix[entry(row, column)] += number;
    }

    /// The step to the lowest place.
    pub(crate) fn step(mut self) -> Vec<f64> {
        cholesky::factor(&mut self.matrix, COUNT);
        let wanted = self.gradient.iter().map(|slope| -slope).collect();
        cholesky::solve(&self.matrix, wanted)
    }
}

fn add_all(sums: &mut [f64], numbers: &[f64]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}

#[cfg(test)]
mod tests {
    use super::Normal;
    use crate::loss::{Target, loss};
    use crate::testing::{planted, positions};
    use crate::values::{COUNT, TEMPO, Values};

    /// The matrix needs no such test: with a wrong one planted values would not be found in a few rounds.
    #[test]
    fn gradients_are_those_of_finite_differences() {
        let values = Values::present();
        let records = planted(&positions(300, 7), &values.times(0.7), 150.0);
        let target = Target {
            result_weight: 0.4,
            scale: 150.0,
        };
        let gradient = Normal::of(&records, &values, &target).gradient;
        let half = records.len() as f64 / 2.0;
        let at = |index: usize, step: f64| {
            let mut moved = values.clone();
            moved.0[index] += step;
            half * loss(&records, &moved, &target).unwrap()
        };
        let mut steep = 0;
        for index in (0..COUNT).step_by(3).chain([TEMPO]) {
            let slope = (at(index, 0.01) - at(index, -0.01)) / 0.02;
            let distance = (slope - gradient[index]).abs();
            assert!(
                distance < 1e-6 * (1.0 + slope.abs()),
                "{index}: {slope} {}",
                gradient[index]
            );
            steep += usize::from(slope.abs() > 1e-4);
        }
        assert!(steep > 50, "{steep} slopes are worth comparing");
    }
}
