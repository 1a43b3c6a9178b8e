//! How far the integers are from the real numbers.

use chess::{Color, Square};
use nnue::{Network, Pieces};
use records::Record;
use serde::{Deserialize, Serialize};

use crate::cpu::{Activations, Forward, piece};
use crate::model::Model;

/// Differences between the values of a network file and those of the real numbers it was made from,
/// in hundredths of a pawn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// How many positions were compared.
    pub positions: usize,
    /// The mean distance.
    pub mean: f64,
    /// The largest distance.
    pub worst: f64,
    /// The mean size of the real values: what a distance is to be compared with.
    pub size: f64,
}

impl Comparison {
    /// Whether the integers do what was trained: nothing that a search would notice is lost.
    #[must_use]
    pub const fn is_near(&self) -> bool {
        const MEAN: f64 = 2.0;
        const WORST: f64 = 30.0;
        self.mean <= MEAN && self.worst <= WORST
    }
}

/// Compares values over at most `limit` positions, spread evenly over all.
#[must_use]
pub fn compare(
    model: &Model,
    parameters: &[f32],
    network: &Network,
    records: &[Record],
    limit: usize,
) -> Comparison {
    let mut merged = Vec::new();
    let forward = Forward::new(model, parameters, &mut merged);
    let mut activations = Activations::new(model);
    let scale = f64::from(model.architecture.scales.eval);
    let count = records.len().min(limit);
    let mut comparison = Comparison {
        positions: count,
        ..Comparison::default()
    };
    for number in 0..count {
        let record = &records[number * records.len() / count];
        let output = forward.run(&forward.inputs(record), &mut activations);
        let real = f64::from(output) * scale;
        let on_square =
            |(code, square): (u8, u8)| (piece(code), Square::from_index(usize::from(square)));
        let pieces: Pieces = record.pieces().map(on_square).collect();
        let distance = (real - f64::from(network.value(&pieces, Color::White))).abs();
        comparison.mean += distance / count as f64;
        comparison.worst = comparison.worst.max(distance);
        comparison.size += real.abs() / count as f64;
    }
    comparison
}
