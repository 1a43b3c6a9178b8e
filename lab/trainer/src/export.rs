//! From real numbers to the integers of a network file, and back.

mod comparison;
mod quantize;
#[cfg(test)]
mod tests;

pub use comparison::{Comparison, compare};
pub use quantize::{ExportError, dequantize, quantize};
