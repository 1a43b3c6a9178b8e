//! SIMD: the only module with `unsafe`.
//!
//! [`Isa`] is the interface that the kernels need from an instruction set. Each set has its own
//! file, plain Rust being one of them, and each kernel is written once over the trait. [`Native`] is
//! the best set of the build; the Makefile builds the named levels. All sets are bit-identical.

#[macro_use]
mod macros;
mod aligned;
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
mod avx512;
pub mod kernels;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon;
mod scalar;
#[cfg(all(target_arch = "x86_64", target_feature = "sse4.1"))]
mod sse41;

pub use aligned::{Aligned, Number};
#[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
pub use avx2::Avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
pub use avx512::Avx512;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub use neon::Neon;
pub use scalar::Scalar;
#[cfg(all(target_arch = "x86_64", target_feature = "sse4.1"))]
pub use sse41::Sse41;

/// The best instruction set of this build.
#[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
pub type Native = Avx512;
/// The best instruction set of this build.
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    not(target_feature = "avx512bw")
))]
pub type Native = Avx2;
/// The best instruction set of this build.
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse4.1",
    not(target_feature = "avx2")
))]
pub type Native = Sse41;
/// The best instruction set of this build.
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub type Native = Neon;
/// The best instruction set of this build.
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "sse4.1"),
    all(target_arch = "aarch64", target_feature = "neon")
)))]
pub type Native = Scalar;

/// A SIMD instruction set.
///
/// A vector of words has [`Isa::WORDS`] lanes of 16 bits; one of ints has half as many lanes of 32
/// bits, each of which can also be a group of four bytes. Sums wrap around.
pub trait Isa: Copy + Send + Sync + std::fmt::Debug + 'static {
    /// A vector of 16-bit numbers.
    type Words: Copy;
    /// A vector of 32-bit numbers.
    type Ints: Copy;

    /// The name of the set.
    const NAME: &'static str;
    /// Lanes of [`Isa::Words`]: a divisor of 32 and at least 8.
    const WORDS: usize;
    /// Lanes of [`Isa::Ints`].
    const INTS: usize = Self::WORDS / 2;

    /// Reads a vector of words.
    ///
    /// # Safety
    /// `from` points to as many numbers as the vector has lanes. It need not be aligned.
    unsafe fn load_words(from: *const i16) -> Self::Words;

    /// Writes a vector of words.
    ///
    /// # Safety
    /// `to` points to room for as many numbers as the vector has lanes. It need not be aligned.
    unsafe fn store_words(to: *mut i16, words: Self::Words);

    /// Reads a vector of ints, or of groups of bytes.
    ///
    /// # Safety
    /// `from` points to as many numbers as the vector has lanes. It need not be aligned.
    unsafe fn load_ints(from: *const i32) -> Self::Ints;

    /// Writes a vector of ints.
    ///
    /// # Safety
    /// `to` points to room for as many numbers as the vector has lanes. It need not be aligned.
    unsafe fn store_ints(to: *mut i32, ints: Self::Ints);

    /// Writes two vectors of words, each from 0 to 255, as bytes in their order.
    ///
    /// # Safety
    /// `to` points to room for twice as many bytes as a vector has words. It need not be aligned.
    unsafe fn store_bytes(to: *mut u8, low: Self::Words, high: Self::Words);

    /// The same word in all lanes.
    fn splat_words(word: i16) -> Self::Words;

    /// The same int in all lanes.
    fn splat_ints(int: i32) -> Self::Ints;

    /// `a + b`
    fn add_words(a: Self::Words, b: Self::Words) -> Self::Words;

    /// `a - b`
    fn sub_words(a: Self::Words, b: Self::Words) -> Self::Words;

    /// The smaller one.
    fn min_words(a: Self::Words, b: Self::Words) -> Self::Words;

    /// The larger one.
    fn max_words(a: Self::Words, b: Self::Words) -> Self::Words;

    /// The low 16 bits of the product.
    fn multiply_low(a: Self::Words, b: Self::Words) -> Self::Words;

    /// The high 16 bits of the product of unsigned numbers.
    fn multiply_high(a: Self::Words, b: Self::Words) -> Self::Words;

    fn shift_left<const BITS: i32>(words: Self::Words) -> Self::Words;

    /// Shifts to the right, zeros coming in.
    fn shift_right<const BITS: i32>(words: Self::Words) -> Self::Words;

    /// Adds to each int the products of two neighboring words.
    fn dot_words(sum: Self::Ints, a: Self::Words, b: Self::Words) -> Self::Ints;

    /// Adds to each int the products of four unsigned bytes, at most 127 each, with signed ones.
    fn dot_bytes(sum: Self::Ints, bytes: Self::Ints, weights: Self::Ints) -> Self::Ints;

    /// `a + b`
    fn add_ints(a: Self::Ints, b: Self::Ints) -> Self::Ints;

    /// A vector of ints as one of twice as many words.
    fn as_words(ints: Self::Ints) -> Self::Words;

    /// One bit for each int that is above zero, the first lane lowest.
    fn positive(ints: Self::Ints) -> u32;

    /// The sum of all lanes, of which the four sums of every fourth one fit 32 bits.
    fn sum(ints: Self::Ints) -> i64;
}

/// Runs a generic function once for each instruction set of this build: `each_isa!(check)` calls
/// `check::<Scalar>()` and so on.
#[cfg(test)]
macro_rules! each_isa {
    ($function:ident $(, $argument:expr)*) => {
        $function::<crate::simd::Scalar>($($argument),*);
        #[cfg(all(target_arch = "x86_64", target_feature = "sse4.1"))]
        $function::<crate::simd::Sse41>($($argument),*);
        #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
        $function::<crate::simd::Avx2>($($argument),*);
        #[cfg(all(target_arch = "x86_64", target_feature = "avx512bw"))]
        $function::<crate::simd::Avx512>($($argument),*);
        #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
        $function::<crate::simd::Neon>($($argument),*);
    };
}
#[cfg(test)]
pub(crate) use each_isa;
