//! The values as integers: material and piece-square tables, and features.

mod source;

use std::marker::PhantomData;

use crate::sample::Sample;
use crate::values::{Phase, Values, value_index, visits};
use evaluation::Tunable;

/// The values as in the engine's source: material, and piece-square tables relative to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables<R> {
    /// The tempo value.
    pub tempo: i32,
    /// Material by phase and piece type.
    pub material: [Vec<i32>; 2],
    /// Piece-square tables by phase, piece type, and square of a piece of the first side.
    pub placement: [Vec<Vec<i32>>; 2],
    /// Values by phase and feature.
    pub features: [Vec<i32>; 2],
    game: PhantomData<R>,
}

impl<R: Tunable> Tables<R> {
    /// Rounds to integers. Material is a piece's mean value over the squares it stood on in the
    /// positions. A king has none, because both sides have one.
    pub fn rounded(values: &Values, samples: &[Sample]) -> Self {
        let visits = visits(samples, values.0.len());
        let kinds = R::KINDS.len();
        let origin = |phase: Phase, kind: usize| {
            let indices = (0..R::squares()).map(|square| value_index(phase, R::slot(kind, square)));
            weighted_mean(indices.map(|at| (values.0[at], visits[at]))).round()
        };
        let table = |phase: Phase, kind: usize| -> Vec<i32> {
            let origin = origin(phase, kind);
            let relative = |square: usize| match R::can_stand(kind, square) {
                true => (values.at(phase, R::slot(kind, square)) - origin).round() as i32,
                false => 0,
            };
            (0..R::squares()).map(relative).collect()
        };
        let first_feature = kinds * R::squares();
        Self {
            tempo: values.tempo().round() as i32,
            material: Phase::ALL.map(|phase| {
                let material = |kind| match kind + 1 == kinds {
                    true => 0,
                    false => origin(phase, kind) as i32,
                };
                (0..kinds).map(material).collect()
            }),
            placement: Phase::ALL.map(|phase| (0..kinds).map(|kind| table(phase, kind)).collect()),
            features: Phase::ALL.map(|phase| {
                let slots = first_feature..R::slots();
                slots
                    .map(|slot| values.at(phase, slot).round() as i32)
                    .collect()
            }),
            game: PhantomData,
        }
    }

    /// The values that the engine has with these tables.
    pub fn values(&self) -> Values {
        let mut numbers = vec![0.0; 2 * R::slots() + 1];
        for phase in Phase::ALL {
            let tables = self.placement[phase as usize].iter().enumerate();
            for (kind, squares) in tables {
                let material = self.material[phase as usize][kind];
                for (square, placed) in squares.iter().enumerate() {
                    let at = value_index(phase, R::slot(kind, square));
                    numbers[at] = f64::from(material + placed);
                }
            }
            let features = self.features[phase as usize].iter().enumerate();
            for (feature, value) in features {
                let slot = R::KINDS.len() * R::squares() + feature;
                numbers[value_index(phase, slot)] = f64::from(*value);
            }
        }
        numbers[2 * R::slots()] = f64::from(self.tempo);
        Values(numbers)
    }
}

/// The weighted mean; the plain mean if all weights are zero.
fn weighted_mean(numbers: impl Iterator<Item = (f64, f64)>) -> f64 {
    let numbers: Vec<(f64, f64)> = numbers.collect();
    let weights: f64 = numbers.iter().map(|(_, weight)| weight).sum();
    if weights > 0.0 {
        let sum: f64 = numbers.iter().map(|(number, weight)| number * weight).sum();
        sum / weights
    } else {
        numbers.iter().map(|(number, _)| number).sum::<f64>() / numbers.len() as f64
    }
}

#[cfg(test)]
mod tests {
    use chess::Chess;

    use super::Tables;
    use crate::test_data::{labeled, positions};
    use crate::values::{Phase, Values};
    use evaluation::Tunable;

    #[test]
    fn integers_stay_integers() {
        let current = Values::current::<Chess>();
        let samples = labeled(&positions(200, 4), &current, 200.0);
        let rounded = Tables::<Chess>::rounded(&current, &samples).values();
        assert_eq!(rounded.tempo(), current.tempo());
        for phase in Phase::ALL {
            for kind in 0..6 {
                let at = |values: &Values, square| values.at(phase, Chess::slot(kind, square));
                // Pawns are never on the first rank, and all kings may be worth more or less.
                let shift = at(&rounded, 12) - at(&current, 12);
                assert!(shift == 0.0 || kind == 5, "{shift}");
                for square in 8..56 {
                    assert_eq!(at(&rounded, square), at(&current, square) + shift);
                }
            }
        }
    }
}
