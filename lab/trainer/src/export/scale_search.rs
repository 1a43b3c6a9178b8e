//! Quantization scale search: the largest QB that fits the output weights.
//!
//! Output weights are mostly small: with the usual QB of 64 they become a few units, and the rounding
//! errors of hundreds of them add up to several centipawns. QB is free, so it is made as large as the
//! engine's arithmetic allows.

use nnue::{Network, NetworkError};

use super::quantize::{ExportError, quantize};
use crate::model::Model;
use crate::trained::Trained;

/// How large quantized output weights may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightRange {
    /// The product with a clipped activation, up to 255, fits 16 bits: the fastest.
    Narrow,
    /// Four times as large, for networks with a few weights far larger than the others, which would
    /// have only a handful of units in the narrow range.
    Wide,
}

impl WeightRange {
    const fn largest_weight(self) -> f32 {
        match self {
            Self::Narrow => 128.0,
            Self::Wide => 512.0,
        }
    }
}

/// The largest QB: finer than this gains nothing.
const MAX_QB: f32 = 1024.0;

/// QB with hidden layers, where it must be a power of two and weights have 16 bits.
const HIDDEN_QB: i32 = 512;

/// The network rounded to nearest, with the largest QB that fits.
pub fn quantize_with_scale_search<F: Trained>(
    model: &Model<F>,
    parameters: &[f32],
    range: WeightRange,
) -> Result<Network<F>, ExportError> {
    let mut model = model.clone();
    let weights = parameters[model.output.weights.clone()].iter();
    let largest = weights.fold(0.0_f32, |largest, weight| largest.max(weight.abs()));
    let mut qb = match model.architecture.hidden {
        Some(_) => HIDDEN_QB,
        None => (range.largest_weight() / largest).clamp(1.0, MAX_QB) as i32,
    };
    loop {
        model.architecture.scales.qb = qb;
        match quantize(&model, parameters) {
            // Each weight fits, but their sum could overflow.
            Err(ExportError::Network(NetworkError::Output { .. })) if qb > 1 => qb /= 2,
            done => return done,
        }
    }
}
