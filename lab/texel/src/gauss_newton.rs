//! One Gauss-Newton step: the evaluation is linear in its values, so the loss is nearly quadratic,
//! and the normal equations give the step to its minimum.

use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;
use stats::SymmetricMatrix;

use crate::loss::Target;
use crate::sample::Sample;
use crate::values::Phase::Middlegame;
use crate::values::{Values, tempo_index, value_index};

/// The number of chunks of positions, each summed into its own matrix. Fixed, so that the sums are
/// the same on any number of cores.
const PARTS: usize = 16;

/// The normal equations `hessian * step = -gradient` of half the sum of squared errors, with the
/// Gauss-Newton approximation of the Hessian.
pub(crate) struct NormalEquations {
    pub(crate) hessian: SymmetricMatrix,
    pub(crate) gradient: Vec<f64>,
}

impl NormalEquations {
    fn new(count: usize) -> Self {
        Self {
            hessian: SymmetricMatrix::zero(count),
            gradient: vec![0.0; count],
        }
    }

    /// The equations for some positions.
    pub(crate) fn of(samples: &[Sample], values: &Values, target: &Target) -> Self {
        let count = values.0.len();
        let parts: Vec<Self> = samples
            .par_chunks(samples.len().div_ceil(PARTS).max(1))
            .map(|part| {
                let mut equations = Self::new(count);
                for sample in part {
                    equations.add_position(sample, values, target);
                }
                equations
            })
            .collect();
        parts.iter().fold(Self::new(count), |mut sum, part| {
            sum.hessian += &part.hessian;
            for (sum, slope) in sum.gradient.iter_mut().zip(&part.gradient) {
                *sum += slope;
            }
            sum
        })
    }

    fn add_position(&mut self, sample: &Sample, values: &Values, target: &Target) {
        let tempo = tempo_index(&values.0);
        let expected = target.expected(sample.evaluate(values));
        let slope = expected * (1.0 - expected) / target.scale;
        let error = (expected - target.of(sample)) * slope;
        let weight = slope * slope;
        let [middle, end] = sample.phase_weights();
        for (index, term) in sample.terms().iter().enumerate() {
            let at = value_index(Middlegame, usize::from(term.slot));
            let count = f64::from(term.count);
            let square = weight * count * count;
            self.gradient[at] += error * count * middle;
            self.gradient[at + 1] += error * count * end;
            self.hessian.add(tempo, at, weight * count * middle);
            self.hessian.add(tempo, at + 1, weight * count * end);
            self.hessian.add(at, at, square * middle * middle);
            self.hessian.add(at + 1, at, square * middle * end);
            self.hessian.add(at + 1, at + 1, square * end * end);
            for other in &sample.terms()[..index] {
                let both = weight * count * f64::from(other.count);
                let to = value_index(Middlegame, usize::from(other.slot));
                self.hessian.add(at, to, both * middle * middle);
                self.hessian.add(at, to + 1, both * middle * end);
                self.hessian.add(at + 1, to, both * middle * end);
                self.hessian.add(at + 1, to + 1, both * end * end);
            }
        }
        self.gradient[tempo] += error;
        self.hessian.add(tempo, tempo, weight);
    }

    /// The step to the minimum; `None` if the data do not determine it.
    pub(crate) fn step(self) -> Option<Vec<f64>> {
        let right = self.gradient.iter().map(|slope| -slope).collect();
        self.hessian.solve(right)
    }
}

#[cfg(test)]
mod tests {
    use super::NormalEquations;
    use crate::loss::{Target, loss};
    use crate::test_data::{labeled, positions};
    use chess::Chess;

    use crate::values::Values;

    /// The Hessian needs no such test: with a wrong one known values would not be recovered in a few
    /// iterations.
    #[test]
    fn the_gradient_agrees_with_finite_differences() {
        let values = Values::current::<Chess>();
        let records = labeled(&positions(300, 7), &values.times(0.7), 150.0);
        let target = Target {
            result_weight: 0.4,
            scale: 150.0,
        };
        let gradient = NormalEquations::of(&records, &values, &target).gradient;
        let half = records.len() as f64 / 2.0;
        let at = |index: usize, step: f64| {
            let mut moved = values.clone();
            moved.0[index] += step;
            half * loss(&records, &moved, &target).unwrap()
        };
        let mut steep = 0;
        for index in (0..gradient.len()).step_by(3) {
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
