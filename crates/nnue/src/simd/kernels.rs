//! The inner loops, each written once for all instruction sets.
//!
//! A kernel checks the lengths of its slices before it reads them with pointers. Lengths are
//! multiples of 32 numbers, which all vectors divide.

mod bytes;
mod dense;
mod groups;
mod output;
mod refresh;
#[cfg(test)]
mod tests;
mod update;

pub use bytes::{clip_to_bytes, multiply_to_bytes};
pub use dense::{BLOCK, GROUP, PAIR, dense_bytes, dense_words};
pub use groups::{GROUP_SLACK, positive_groups};
pub use output::{Narrow, Product, Wide, dot, dot_clipped, dot_product, dot_rectified};
pub use refresh::refresh;
pub use update::update;

/// All lengths are multiples of this.
pub const STEP: usize = 32;
