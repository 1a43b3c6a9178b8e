//! The quantization error: the quantized network against the floating-point one.

use nnue::Network;
use records::Record;
use serde::{Deserialize, Serialize};

use crate::cpu::{Activations, Forward};
use crate::model::Model;
use crate::trained::Trained;

/// Absolute differences between the values of the quantized and the floating-point network, in
/// centipawns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct QuantizationError {
    /// The number of positions.
    pub positions: usize,
    /// The mean error.
    pub mean: f64,
    /// The largest error.
    pub worst: f64,
    /// The mean absolute floating-point value, for scale.
    pub mean_value: f64,
}

impl QuantizationError {
    /// Whether the error is too small for a search to notice.
    pub const fn is_small(&self) -> bool {
        const MEAN: f64 = 2.0;
        const WORST: f64 = 30.0;
        self.mean <= MEAN && self.worst <= WORST
    }
}

/// The quantization error over at most `limit` positions, spread evenly over all.
pub fn quantization_error<F: Trained>(
    model: &Model<F>,
    parameters: &[f32],
    network: &Network<F>,
    records: &[Record],
    limit: usize,
) -> QuantizationError {
    let mut merged = Vec::new();
    let forward = Forward::new(model, parameters, &mut merged);
    let mut activations = Activations::new(model);
    let scale = f64::from(model.architecture.scales.eval);
    let count = records.len().min(limit);
    let mut total = QuantizationError {
        positions: count,
        ..QuantizationError::default()
    };
    for number in 0..count {
        let record = &records[number * records.len() / count];
        let output = forward.run(&forward.inputs(record), &mut activations);
        let real = f64::from(output) * scale;
        let on_square = |(code, square): (u8, u8)| F::placed(code, square);
        let pieces: F::Pieces = record.board().pieces().map(on_square).collect();
        let error = (real - f64::from(network.value(&pieces, F::FIRST))).abs();
        total.mean += error / count as f64;
        total.worst = total.worst.max(error);
        total.mean_value += real.abs() / count as f64;
    }
    total
}
