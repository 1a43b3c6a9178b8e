//! The activation of hidden layers.

use super::CHUNK;
use crate::simd::Isa;

/// The bits of the largest output.
const BITS: u32 = 12;

/// Sums shifted to the right by `shift` and clipped to 0 and 4096; with `squared` their squares, shifted
/// to the right by 12.
///
/// # Panics
/// If there are not as many outputs as sums, or not a multiple of 32.
#[inline(always)]
pub fn activate_to_words<I: Isa>(sums: &[i32], shift: u32, squared: bool, outputs: &mut [i16]) {
    I::run(|| {
        let count = sums.len();
        assert!(outputs.len() == count && count.is_multiple_of(CHUNK));
        let (zero, largest) = (I::splat_words(0), I::splat_words(1 << BITS));
        for n in (0..count).step_by(I::WORDS) {
            // SAFETY: as many sums and outputs from `n` on as a vector has words.
            unsafe {
                let sums = sums.as_ptr().add(n);
                let (low, high) = (I::load_ints(sums), I::load_ints(sums.add(I::INTS)));
                let words = I::shift_to_words(low, high, shift);
                let clipped = I::min_words(I::max_words(words, zero), largest);
                let words = if squared {
                    // The high half of a product that is four bits too long.
                    let factor = I::shift_left::<2>(clipped);
                    I::multiply_high(factor, factor)
                } else {
                    clipped
                };
                I::store_words(outputs.as_mut_ptr().add(n), words);
            }
        }
    })
}
