//! Regularization: a Gaussian prior under which a piece's value changes equally on all squares.

use crate::gauss_newton::NormalEquations;
use crate::values::{Phase, Values, value_index};

/// The weight of the prior on a piece's mean value, relative to that on a square. It is not zero,
/// because the data do not determine all means: each side has one king.
const MEAN_WEIGHT: f64 = 1e-3;

/// Pulls each square's value toward its start value plus the mean change of the piece's squares. So
/// rarely visited squares follow the others, and the others are hardly constrained.
pub(crate) struct Prior<'a> {
    pub(crate) start: &'a Values,
    pub(crate) weight: f64,
    /// The number of squares: slots of one piece are adjacent. The slots after the last piece are
    /// features, which have no others to follow.
    pub(crate) squares: usize,
    /// The number of types of pieces.
    pub(crate) kinds: usize,
}

impl Prior<'_> {
    /// The cost, on the scale of half the sum of squared errors.
    pub(crate) fn cost(&self, values: &Values) -> f64 {
        let gradient = self.gradient(values);
        let products = gradient.iter().enumerate();
        let sum: f64 = products
            .map(|(index, slope)| slope * (values.0[index] - self.start.0[index]))
            .sum();
        sum / 2.0
    }

    /// Adds the prior to the normal equations.
    pub(crate) fn add_to(&self, equations: &mut NormalEquations, values: &Values) {
        for (sum, slope) in equations.gradient.iter_mut().zip(self.gradient(values)) {
            *sum += slope;
        }
        for index in 0..values.0.len() {
            equations
                .hessian
                .add(index, index, self.weight * MEAN_WEIGHT);
        }
        let shared = self.weight / self.squares as f64;
        for squares in self.tables() {
            for (row, &at) in squares.iter().enumerate() {
                equations.hessian.add(at, at, self.weight);
                for &to in &squares[..=row] {
                    equations.hessian.add(at, to, -shared);
                }
            }
        }
    }

    /// The value indices of each piece type and phase, by square.
    fn tables(&self) -> impl Iterator<Item = Vec<usize>> {
        let squares = self.squares;
        let kinds = (0..self.kinds).flat_map(|kind| Phase::ALL.map(|phase| (kind, phase)));
        kinds.map(move |(kind, phase)| {
            let slots = squares * kind..squares * (kind + 1);
            slots.map(|slot| value_index(phase, slot)).collect()
        })
    }

    /// The gradient of the cost.
    fn gradient(&self, values: &Values) -> Vec<f64> {
        let change = |index: usize| values.0[index] - self.start.0[index];
        let mut gradient: Vec<f64> = (0..values.0.len())
            .map(|index| self.weight * MEAN_WEIGHT * change(index))
            .collect();
        for squares in self.tables() {
            let mean = squares.iter().map(|&at| change(at)).sum::<f64>() / self.squares as f64;
            for at in squares {
                gradient[at] += self.weight * (change(at) - mean);
            }
        }
        gradient
    }
}
