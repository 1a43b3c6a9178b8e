//! What is believed before any game is seen: that a piece changes by the same on all squares.

use crate::normal::Normal;
use crate::values::{COUNT, Phase, Values, place, slot};

/// How much less the value of a piece as a whole is held than that of a square. It must be held a
/// little, because some sums do not matter: each side has one king.
const WHOLE: f64 = 1e-3;

/// A pull of each square's value toward the start, moved by the mean change of all squares of the piece.
/// So squares that are rarely visited go with the others, and the others are hardly held at all.
pub(crate) struct Prior<'a> {
    pub(crate) start: &'a Values,
    pub(crate) weight: f64,
}

impl Prior<'_> {
    /// What a departure costs, like half a sum of squared errors.
    pub(crate) fn cost(&self, values: &Values) -> f64 {
        let pull = self.pull(values);
        let products = pull.iter().enumerate();
        let sum: f64 = products
            .map(|(index, pull)| pull * (values.0[index] - self.start.0[index]))
            .sum();
        sum / 2.0
    }

    /// Adds the pull to the equations.
    pub(crate) fn add_to(&self, normal: &mut Normal, values: &Values) {
        for (sum, pull) in normal.gradient.iter_mut().zip(self.pull(values)) {
            *sum += pull;
        }
        for index in 0..COUNT {
            normal.add_entry(index, index, self.weight * WHOLE);
        }
        let shared = self.weight / 64.0;
        for squares in tables() {
            for (row, &at) in squares.iter().enumerate() {
                normal.add_entry(at, at, self.weight);
                for &to in &squares[..=row] {
                    normal.add_entry(at, to, -shared);
                }
            }
        }
    }

    /// The slope of the cost.
    fn pull(&self, values: &Values) -> Vec<f64> {
        let change = |index: usize| values.0[index] - self.start.0[index];
        let mut pull: Vec<f64> = (0..COUNT)
            .map(|index| self.weight * WHOLE * change(index))
            .collect();
        for squares in tables() {
            let mean = squares.iter().map(|&at| change(at)).sum::<f64>() / 64.0;
            for at in squares {
                pull[at] += self.weight * (change(at) - mean);
            }
        }
        pull
    }
}

/// The places of the values of each type and phase, square by square.
fn tables() -> impl Iterator<Item = [usize; 64]> {
    let kinds = (0..6).flat_map(|kind| Phase::ALL.map(|phase| (kind, phase)));
    kinds.map(|(kind, phase)| std::array::from_fn(|square| place(phase, slot(kind, square))))
}
