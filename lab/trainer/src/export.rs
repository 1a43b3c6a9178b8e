//! From real numbers to the integers of a network file, and back.

mod comparison;
mod quantize;
mod rounding;
#[cfg(test)]
mod tests;

pub use comparison::{Comparison, compare};
pub use quantize::{ExportError, dequantize, quantize};
pub use rounding::improve;
