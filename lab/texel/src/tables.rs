//! The values as integers: material and piece-square tables.

mod source;

use chess::{PieceType, Square};
use records::Record;

use crate::values::{Phase, Values, slot, value_index, visits};

/// The values as in the engine's source: material, and piece-square tables relative to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// The tempo value.
    pub tempo: i32,
    /// Material by phase and piece type.
    pub material: [[i32; 6]; 2],
    /// Piece-square tables by phase, piece type, and square of a white piece.
    pub placement: [[[i32; 64]; 6]; 2],
}

impl Tables {
    /// The engine's current values.
    #[must_use]
    pub fn current() -> Self {
        let mut tables = Self {
            tempo: evaluation::handcrafted::TEMPO,
            material: [[0; 6]; 2],
            placement: [[[0; 64]; 6]; 2],
        };
        for kind in PieceType::ALL {
            let material = evaluation::handcrafted::material(kind);
            tables.material[0][kind.index()] = material.middlegame;
            tables.material[1][kind.index()] = material.endgame;
            for square in Square::ALL {
                let value = evaluation::handcrafted::psqt(kind, square);
                tables.placement[0][kind.index()][square.index()] = value.middlegame;
                tables.placement[1][kind.index()][square.index()] = value.endgame;
            }
        }
        tables
    }

    /// Rounds to integers. Material is a piece's mean value over the squares it stood on in the
    /// positions. A king has none, because both sides have one.
    #[must_use]
    pub fn rounded(values: &Values, records: &[Record]) -> Self {
        let visits = visits(records);
        let mut tables = Self {
            tempo: values.tempo().round() as i32,
            material: [[0; 6]; 2],
            placement: [[[0; 64]; 6]; 2],
        };
        for phase in Phase::ALL {
            for kind in PieceType::ALL {
                let indices = Square::ALL
                    .map(|square| value_index(phase, slot(kind.index(), square.index())));
                let mean = weighted_mean(&indices.map(|at| (values.0[at], visits[at])));
                let origin = mean.round();
                let relative = |square: Square| {
                    let never = kind == PieceType::Pawn && [0, 7].contains(&square.rank().index());
                    let value = values.at(phase, kind, square) - origin;
                    if never { 0 } else { value.round() as i32 }
                };
                tables.placement[phase as usize][kind.index()] = Square::ALL.map(relative);
                if kind != PieceType::King {
                    tables.material[phase as usize][kind.index()] = origin as i32;
                }
            }
        }
        tables
    }
}

/// The weighted mean; the plain mean if all weights are zero.
fn weighted_mean(numbers: &[(f64, f64)]) -> f64 {
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
    use chess::PieceType;

    use super::Tables;
    use crate::test_data::{labeled, positions};
    use crate::values::Values;

    #[test]
    fn integers_stay_integers() {
        let records = labeled(&positions(200, 4), &Values::current(), 200.0);
        let current = Tables::current();
        let rounded = Tables::rounded(&Values::current(), &records);
        assert_eq!(rounded.tempo, current.tempo);
        for phase in 0..2 {
            for kind in PieceType::ALL.map(PieceType::index) {
                let total = |tables: &Tables, square: usize| {
                    tables.material[phase][kind] + tables.placement[phase][kind][square]
                };
                // Pawns are never on the first rank, and all kings may be worth more or less.
                let shift = total(&rounded, 12) - total(&current, 12);
                assert!(shift == 0 || kind == 5, "{shift}");
                for square in 8..56 {
                    assert_eq!(total(&rounded, square), total(&current, square) + shift);
                }
            }
        }
    }
}
