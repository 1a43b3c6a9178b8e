//! The values of the evaluation as real numbers: tapered piece-square values and tempo.

use chess::{PieceType, Square};
use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;
use records::Record;

use crate::features::Features;
use crate::loss::CHUNK;
use crate::tables::Tables;

/// The number of pairs of piece type and square.
pub(crate) const SLOTS: usize = 6 * 64;

/// The number of values.
pub(crate) const COUNT: usize = 2 * SLOTS + 1;

/// The index of the tempo value.
pub(crate) const TEMPO: usize = 2 * SLOTS;

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

/// The slot of a piece type on a square, relative to its own side.
pub(crate) const fn slot(kind: usize, square: usize) -> usize {
    64 * kind + square
}

/// Piece-square values, relative to the piece's own side, and tempo, in centipawns.
#[derive(Clone, Debug, PartialEq)]
pub struct Values(pub(crate) Vec<f64>);

impl Values {
    /// The engine's current values.
    #[must_use]
    pub fn current() -> Self {
        Self::from(&Tables::current())
    }

    /// All values times a factor.
    #[must_use]
    pub fn times(&self, factor: f64) -> Self {
        Self(self.0.iter().map(|value| value * factor).collect())
    }

    /// The tempo value.
    #[must_use]
    pub fn tempo(&self) -> f64 {
        self.0[TEMPO]
    }

    /// The value of a piece on a square.
    #[must_use]
    pub fn at(&self, phase: Phase, kind: PieceType, square: Square) -> f64 {
        self.0[value_index(phase, slot(kind.index(), square.index()))]
    }

    /// The evaluation of a position for the side to move.
    #[must_use]
    pub fn evaluate(&self, record: &Record) -> f64 {
        Features::of(record).evaluate(self)
    }
}

impl From<&Tables> for Values {
    fn from(tables: &Tables) -> Self {
        let mut numbers = vec![0.0; COUNT];
        for phase in Phase::ALL {
            let (material, placement) = (
                &tables.material[phase as usize],
                &tables.placement[phase as usize],
            );
            for (kind, squares) in placement.iter().enumerate() {
                for (square, placed) in squares.iter().enumerate() {
                    numbers[value_index(phase, slot(kind, square))] =
                        f64::from(material[kind] + placed);
                }
            }
        }
        numbers[TEMPO] = f64::from(tables.tempo);
        Self(numbers)
    }
}

/// The sum of the phase weights with which each value occurs in positions, for either side.
#[must_use]
pub(crate) fn visits(records: &[Record]) -> Vec<f64> {
    let parts: Vec<Vec<f64>> = records
        .par_chunks(CHUNK)
        .map(|chunk| {
            let mut sums = vec![0.0; COUNT];
            for record in chunk {
                let features = Features::of(record);
                for (piece, square) in record.pieces() {
                    let own = usize::from(if piece < 8 { square } else { square ^ 56 });
                    let slot = slot(usize::from(piece & 7), own);
                    sums[value_index(Phase::Middlegame, slot)] += features.phase;
                    sums[value_index(Phase::Endgame, slot)] += 1.0 - features.phase;
                }
                sums[TEMPO] += 1.0;
            }
            sums
        })
        .collect();
    parts.iter().fold(vec![0.0; COUNT], |sum, part| {
        sum.iter().zip(part).map(|(sum, part)| sum + part).collect()
    })
}
