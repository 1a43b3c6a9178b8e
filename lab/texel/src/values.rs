//! The values of the evaluation as real numbers: tapered values of all slots, and tempo.

use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;

use crate::loss::CHUNK;
use crate::sample::Sample;
use evaluation::Tunable;

/// The two ends of the tapered evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// With all pieces on the board.
    Middlegame,
    /// With kings and pawns only.
    Endgame,
}

impl Phase {
    /// Both phases.
    pub const ALL: [Self; 2] = [Self::Middlegame, Self::Endgame];
}

/// The index of a value: the middlegame and endgame values of a slot are adjacent.
pub(crate) const fn value_index(phase: Phase, slot: usize) -> usize {
    2 * slot + phase as usize
}

/// Piece-square values, relative to the piece's own side, values of features, and tempo as the last,
/// in centipawns.
#[derive(Clone, Debug, PartialEq)]
pub struct Values(pub(crate) Vec<f64>);

impl Values {
    /// The engine's current values.
    pub fn current<R: Tunable>() -> Self {
        let squares = R::squares();
        let mut numbers = Vec::with_capacity(2 * R::slots() + 1);
        for slot in 0..R::slots() {
            let value = match slot.checked_sub(R::KINDS.len() * squares) {
                None => R::value_of(R::piece(slot / squares), R::square(slot % squares)),
                Some(feature) => R::feature_value(feature),
            };
            numbers.extend([value.middlegame, value.endgame].map(f64::from));
        }
        numbers.push(f64::from(R::TEMPO));
        Self(numbers)
    }

    /// All values times a factor.
    pub fn times(&self, factor: f64) -> Self {
        Self(self.0.iter().map(|value| value * factor).collect())
    }

    /// The tempo value.
    pub fn tempo(&self) -> f64 {
        self.0[tempo_index(&self.0)]
    }

    /// The value of a slot.
    pub fn at(&self, phase: Phase, slot: usize) -> f64 {
        self.0[value_index(phase, slot)]
    }
}

/// The index of the tempo value.
pub(crate) const fn tempo_index(numbers: &[f64]) -> usize {
    numbers.len() - 1
}

/// The sum of the phase weights with which each value occurs in positions, for either side.
pub(crate) fn visits(samples: &[Sample], count: usize) -> Vec<f64> {
    let parts: Vec<Vec<f64>> = samples
        .par_chunks(CHUNK)
        .map(|chunk| {
            let mut sums = vec![0.0; count];
            for sample in chunk {
                let weights = sample.phase_weights();
                for term in sample.all_terms() {
                    for (phase, weight) in Phase::ALL.into_iter().zip(weights) {
                        let at = value_index(phase, usize::from(term.slot));
                        sums[at] += weight * f64::from(term.pieces);
                    }
                }
            }
            sums
        })
        .collect();
    parts.iter().fold(vec![0.0; count], |sum, part| {
        sum.iter().zip(part).map(|(sum, part)| sum + part).collect()
    })
}
