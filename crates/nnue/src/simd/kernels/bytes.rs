//! Activations as bytes, the inputs of the first hidden layer.

use super::{CHUNK, load};
use crate::simd::Isa;

/// CReLU: `bytes[n] = clamp(accumulator[n], 0, qa) >> shift`, for a shift of 0 or 1.
///
/// # Panics
/// If the slices differ in length or it is not a multiple of 32.
#[inline(always)]
pub fn clip_to_bytes<I: Isa>(accumulator: &[i16], qa: i16, shift: u32, bytes: &mut [u8]) {
    I::run(|| {
        let width = accumulator.len();
        assert!(width.is_multiple_of(CHUNK) && bytes.len() == width && shift <= 1);
        let (zero, qa) = (I::splat_words(0), I::splat_words(qa));
        // Where a vector is a whole chunk, the last one may have no partner.
        for n in (0..width).step_by(2 * I::WORDS) {
            let second = (n + I::WORDS).min(width - I::WORDS);
            let load = |n: usize| {
                // SAFETY: a vector from `n` or `second` on ends within the slice.
                let words = unsafe { load::<I>(accumulator, n) };
                let clipped = I::min_words(I::max_words(words, zero), qa);
                if shift == 0 {
                    clipped
                } else {
                    I::shift_right::<1>(clipped)
                }
            };
            store::<I>(bytes, n, load(n), load(second));
        }
    })
}

/// `bytes[n] = (clamp(a[n], 0, qa) * clamp(b[n], 0, qa)) >> shift`, for a shift of 8 or 9 and
/// products below 128 after it. Both may be the same slice.
///
/// # Panics
/// If the slices differ in length or it is not a multiple of 32.
#[inline(always)]
pub fn multiply_to_bytes<I: Isa>(a: &[i16], b: &[i16], qa: i16, shift: u32, bytes: &mut [u8]) {
    I::run(|| {
        let width = a.len();
        assert!(width.is_multiple_of(CHUNK) && b.len() == width && bytes.len() == width);
        assert!(shift == 8 || shift == 9);
        let (zero, qa) = (I::splat_words(0), I::splat_words(qa));
        for n in (0..width).step_by(2 * I::WORDS) {
            let second = (n + I::WORDS).min(width - I::WORDS);
            let load = |n: usize| {
                // SAFETY: a vector from `n` or `second` on ends within the slices.
                let (a, b) = unsafe { (load::<I>(a, n), load::<I>(b, n)) };
                let a = I::min_words(I::max_words(a, zero), qa);
                let b = I::min_words(I::max_words(b, zero), qa);
                // The high half of a product that is 16 bits too long is the product shifted.
                let a = if shift == 9 {
                    I::shift_left::<7>(a)
                } else {
                    I::shift_left::<8>(a)
                };
                I::multiply_high(a, b)
            };
            store::<I>(bytes, n, load(n), load(second));
        }
    })
}

/// Stores two vectors as bytes from `n` on, or only the first one where the second would not fit.
#[inline(always)]
fn store<I: Isa>(bytes: &mut [u8], n: usize, low: I::Words, high: I::Words) {
    if n + 2 * I::WORDS <= bytes.len() {
        // SAFETY: just checked.
        unsafe { I::store_bytes(bytes.as_mut_ptr().add(n), low, high) };
    } else {
        let mut both = [0; 2 * CHUNK];
        // SAFETY: two vectors are at most as long as the array.
        unsafe { I::store_bytes(both.as_mut_ptr(), low, high) };
        let rest = bytes.len() - n;
        bytes[n..].copy_from_slice(&both[..rest]);
    }
}
