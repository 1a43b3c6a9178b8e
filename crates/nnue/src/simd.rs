//! SIMD: the only module with `unsafe`.
//!
//! [`Isa`] is the interface that the kernels need from an instruction set. Each set has its own
//! file, plain Rust being one of them, and each kernel is written once over the trait. A build has all
//! sets of its architecture; [`with_best_isa!`](crate::with_best_isa) chooses one when the program
//! runs. All sets are bit-identical.

#[macro_use]
mod macros;
mod aligned;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub mod kernels;
#[cfg(target_arch = "aarch64")]
mod neon;
mod scalar;
mod set_bits;
#[cfg(target_arch = "x86_64")]
mod sse41;

pub use aligned::{Aligned, Number};
#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
#[cfg(target_arch = "aarch64")]
pub use neon::Neon;
pub use scalar::Scalar;
#[cfg(target_arch = "x86_64")]
pub use sse41::Sse41;

/// Evaluates an expression with a type's name standing for the best instruction set of this CPU.
#[cfg(target_arch = "x86_64")]
#[macro_export]
macro_rules! with_best_isa {
    ($isa:ident => $value:expr) => {
        $crate::first_available!($isa => $value;
            $crate::simd::Avx512<true>, $crate::simd::Avx512<false>,
            $crate::simd::Avx2<true>, $crate::simd::Avx2<false>,
            $crate::simd::Sse41, $crate::simd::Scalar)
    };
}

/// Evaluates an expression with a type's name standing for the best instruction set of this CPU.
#[cfg(target_arch = "aarch64")]
#[macro_export]
macro_rules! with_best_isa {
    ($isa:ident => $value:expr) => {
        $crate::first_available!($isa => $value; $crate::simd::Neon)
    };
}

/// Evaluates an expression with a type's name standing for the best instruction set of this CPU.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
#[macro_export]
macro_rules! with_best_isa {
    ($isa:ident => $value:expr) => {
        $crate::first_available!($isa => $value; $crate::simd::Scalar)
    };
}

/// [`with_best_isa!`] of a list. The last one is for all CPUs.
#[doc(hidden)]
#[macro_export]
macro_rules! first_available {
    ($isa:ident => $value:expr; $last:ty) => {{
        type $isa = $last;
        $value
    }};
    ($isa:ident => $value:expr; $first:ty, $($others:ty),+) => {
        if <$first as $crate::simd::Isa>::is_available() {
            type $isa = $first;
            $value
        } else {
            $crate::first_available!($isa => $value; $($others),+)
        }
    };
}

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

    /// Whether this CPU has it; one that all CPUs have says nothing.
    #[inline(always)]
    fn is_available() -> bool {
        true
    }

    /// Runs what is compiled for this set. The operations below are for use within it alone.
    ///
    /// # Panics
    /// If the set is not available.
    #[inline(always)]
    fn run<R>(work: impl FnOnce() -> R) -> R {
        work()
    }

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

    /// Writes `first` plus the number of each bit that is set in a mask of eight bits, or of as many as
    /// there are ints if these are more. What follows them in `to` is overwritten.
    ///
    /// # Safety
    /// `to` points to room for as many numbers as the mask has bits.
    #[inline(always)]
    unsafe fn store_set_bits(to: *mut u16, first: u16, mask: u32) {
        // SAFETY: the caller vouches for room for eight.
        unsafe { set_bits::store(to, first, mask) }
    }

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

    /// Two vectors of words, each from 0 to 255, as bytes in their order, four of them in an int.
    fn pack_bytes(low: Self::Words, high: Self::Words) -> Self::Ints;

    /// Two vectors of ints, shifted to the right by some bits with their signs coming in, as words in
    /// their order. What does not fit 16 bits becomes the nearest word.
    fn shift_to_words(low: Self::Ints, high: Self::Ints, bits: u32) -> Self::Words;

    /// A vector of ints as one of twice as many words.
    fn as_words(ints: Self::Ints) -> Self::Words;

    /// One bit for each int that is above zero, the first lane lowest.
    fn positive(ints: Self::Ints) -> u32;

    /// The sum of all lanes, of which the four sums of every fourth one fit 32 bits.
    fn sum(ints: Self::Ints) -> i64;
}

/// Runs a generic function once for each instruction set of this CPU: `each_isa!(check)` calls
/// `check::<Scalar>()` and so on.
#[cfg(test)]
macro_rules! each_isa {
    ($function:ident $(, $argument:expr)*) => {
        $function::<$crate::simd::Scalar>($($argument),*);
        #[cfg(target_arch = "x86_64")]
        {
            $crate::simd::each_isa!(@ $crate::simd::Sse41, $function, $($argument),*);
            $crate::simd::each_isa!(@ $crate::simd::Avx2<false>, $function, $($argument),*);
            $crate::simd::each_isa!(@ $crate::simd::Avx2<true>, $function, $($argument),*);
            $crate::simd::each_isa!(@ $crate::simd::Avx512<false>, $function, $($argument),*);
            $crate::simd::each_isa!(@ $crate::simd::Avx512<true>, $function, $($argument),*);
        }
        #[cfg(target_arch = "aarch64")]
        $function::<$crate::simd::Neon>($($argument),*);
    };
    (@ $isa:ty, $function:ident, $($argument:expr),*) => {
        if <$isa as $crate::simd::Isa>::is_available() {
            $function::<$isa>($($argument),*);
        }
    };
}
#[cfg(test)]
pub(crate) use each_isa;
