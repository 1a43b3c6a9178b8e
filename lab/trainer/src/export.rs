//! Quantization: from floating point to the integers of a network file, and back.

mod arrangement;
mod calibrated_rounding;
mod quantization_error;
mod quantize;
mod scale_search;
#[cfg(test)]
mod tests;

pub use arrangement::{Density, arrange};
pub use calibrated_rounding::calibrate;
pub use quantization_error::{QuantizationError, quantization_error};
pub use quantize::{ExportError, dequantize, quantize};
pub use scale_search::{WeightRange, quantize_with_scale_search};
