//! From real numbers to the integers of a network file, and back.

mod comparison;
mod finest;
mod quantize;
mod settle;
#[cfg(test)]
mod tests;

pub use comparison::{Comparison, compare};
pub use finest::{Room, quantize_finest};
pub use quantize::{ExportError, dequantize, quantize};
pub use settle::settle;
