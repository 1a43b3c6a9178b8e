//! Sums of the first layer after a move, from those before it.

use super::{STEP, load};
use crate::simd::Isa;

/// `target = source + adds - subs`, in one pass.
///
/// # Panics
/// If the slices are not all of the same length, a multiple of 32.
#[inline(always)]
pub fn update<I: Isa, const ADDS: usize, const SUBS: usize>(
    target: &mut [i16],
    source: &[i16],
    adds: [&[i16]; ADDS],
    subs: [&[i16]; SUBS],
) {
    let width = target.len();
    let is_as_wide = |row: &&[i16]| row.len() == width;
    assert!(width.is_multiple_of(STEP) && is_as_wide(&source));
    assert!(adds.iter().all(is_as_wide) && subs.iter().all(is_as_wide));
    for n in (0..width).step_by(I::WORDS) {
        // SAFETY: all slices are `width` long, a multiple of the vector's lanes.
        unsafe {
            let mut words = load::<I>(source, n);
            for row in adds {
                words = I::add_words(words, load::<I>(row, n));
            }
            for row in subs {
                words = I::sub_words(words, load::<I>(row, n));
            }
            I::store_words(target.as_mut_ptr().add(n), words);
        }
    }
}
