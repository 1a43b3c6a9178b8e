//! The output scale that suits the weights.
//!
//! Output weights are mostly small: with the usual scale of 64 they become a few units, and what
//! rounding takes from hundreds of them adds up to several hundredths of a pawn. The scale is free, so
//! let it be as large as the engine's arithmetic has room for.

use nnue::{Network, NetworkError};

use super::quantize::{ExportError, quantize};
use crate::model::Model;

/// How large output weights may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// As long as the product with a clipped sum, up to 255, fits 16 bits: the fastest.
    Narrow,
    /// Four times as large. A few weights far larger than the others leave these only a handful of
    /// units in narrow room.
    Wide,
}

impl Room {
    const fn largest_weight(self) -> f32 {
        match self {
            Self::Narrow => 128.0,
            Self::Wide => 512.0,
        }
    }
}

/// The largest scale: finer than this is of no use.
const LARGEST_SCALE: f32 = 1024.0;

/// The scale with small layers, where it must be a power of two and weights have 16 bits.
const HIDDEN_SCALE: i32 = 512;

/// The network of the nearest integers, with the finest output scale that has room.
///
/// # Errors
/// As [`quantize`].
pub fn quantize_finest(
    model: &Model,
    parameters: &[f32],
    room: Room,
) -> Result<Network, ExportError> {
    let mut model = model.clone();
    let weights = parameters[model.output.weights.clone()].iter();
    let largest = weights.fold(0.0_f32, |largest, weight| largest.max(weight.abs()));
    let mut scale = match model.architecture.hidden {
        Some(_) => HIDDEN_SCALE,
        None => (room.largest_weight() / largest).clamp(1.0, LARGEST_SCALE) as i32,
    };
    loop {
        model.architecture.scales.qb = scale;
        match quantize(&model, parameters) {
            // Many large weights: their sum has no room, though each of them has.
            Err(ExportError::Network(NetworkError::Output { .. })) if scale > 1 => scale /= 2,
            done => return done,
        }
    }
}
