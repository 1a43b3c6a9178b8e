//! The inner loops, each written once for all instruction sets.
//!
//! A kernel checks the lengths of its slices before it reads them with pointers. Lengths are
//! multiples of 32 numbers, which all vectors divide.

mod activate;
mod bytes;
mod dense;
mod groups;
mod output;
mod refresh;
mod step;
#[cfg(test)]
mod tests;

use crate::simd::Isa;

pub use activate::{Clipped, Narrow, Paired, Product, Rectified, Squared, Wide};
pub use bytes::{clip_to_bytes, multiply_to_bytes};
pub use dense::{BLOCK, GROUP, PAIR, dense_bytes, dense_words};
pub use groups::{GROUP_SLACK, positive_groups};
pub use output::{Activate, Share, dot, dot_activated};
pub use refresh::refresh;
pub use step::{Step, update, update_and_dot};

/// All lengths are multiples of this.
pub const STEP: usize = 32;

/// Reads the vector that starts at a place of a slice.
///
/// # Safety
/// The vector ends within the slice.
#[inline(always)]
unsafe fn load<I: Isa>(slice: &[i16], start: usize) -> I::Words {
    debug_assert!(start + I::WORDS <= slice.len());
    // SAFETY: the caller vouches for it.
    unsafe { I::load_words(slice.as_ptr().add(start)) }
}
