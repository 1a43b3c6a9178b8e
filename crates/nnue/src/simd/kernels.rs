//! The inner loops, each written once for all instruction sets.
//!
//! A kernel checks the lengths of its slices before it reads them with pointers. Lengths are
//! multiples of 32 numbers, which all vectors divide.

mod bytes;
mod dense;
mod nnz;
mod output;
mod refresh;
#[cfg(test)]
mod tests;
mod update;
mod words;

use crate::simd::Isa;

pub use bytes::{ByteScale, activate_to_bytes};
pub use dense::{BLOCK, GROUP, PAIR, dense_bytes, dense_words};
pub use nnz::{NNZ_SLACK, find_nnz};
pub use output::{Constants, dot, dot_activated};
pub use refresh::refresh;
pub use update::{Update, divides_into_parts, update, update_and_activate, update_and_dot};
pub use words::activate_to_words;

/// All lengths are multiples of this, which is a multiple of every vector's lanes.
pub const CHUNK: usize = 32;

/// Loads the vector that starts at an index of a slice.
///
/// # Safety
/// The vector ends within the slice.
#[inline(always)]
unsafe fn load<I: Isa>(slice: &[i16], start: usize) -> I::Words {
    debug_assert!(start + I::WORDS <= slice.len());
    // SAFETY: the caller vouches for it.
    unsafe { I::load_words(slice.as_ptr().add(start)) }
}
