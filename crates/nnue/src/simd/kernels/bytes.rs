//! Activations as bytes, the inputs of the first hidden layer.

use super::{CHUNK, load};
use crate::activation::Activate;
use crate::simd::Isa;

/// What makes bytes of the values of an activation: clipped to QA, as outputs shifted to the right until
/// they are at most 127.
#[derive(Clone, Copy, Debug)]
pub struct ByteScale {
    pub qa: i16,
    /// 0 or 1 for outputs of one factor, 8 or 9 for products of two.
    pub shift: u32,
}

/// [`ByteScale`] in all lanes.
#[derive(Clone, Copy)]
pub(super) struct ByteConstants<I: Isa> {
    zero: I::Words,
    qa: I::Words,
    /// What a factor is multiplied by, so that the product is 16 bits longer than its byte.
    factor: I::Words,
    shift: u32,
}

impl<I: Isa> ByteConstants<I> {
    /// # Panics
    /// If the shift is not one of the activation.
    #[inline(always)]
    pub(super) fn of<A: Activate>(scale: ByteScale) -> Self {
        let shifts = if A::IS_PRODUCT { [8, 9] } else { [0, 1] };
        assert!(shifts.contains(&scale.shift));
        Self {
            zero: I::splat_words(0),
            qa: I::splat_words(scale.qa),
            factor: I::splat_words(1 << (16 - scale.shift.max(8))),
            shift: scale.shift,
        }
    }

    /// The bytes of a vector of the accumulator, and of its partners if there are any, each in a word.
    #[inline(always)]
    pub(super) fn bytes<A: Activate>(&self, values: I::Words, partners: I::Words) -> I::Words {
        let clip = |values| I::min_words(I::max_words(values, self.zero), self.qa);
        if A::IS_PRODUCT {
            // The high half of a product that is 16 bits too long is the product shifted.
            let a = I::multiply_low(clip(values), self.factor);
            return I::multiply_high(a, clip(partners));
        }
        match self.shift {
            0 => clip(values),
            _ => I::shift_right::<1>(clip(values)),
        }
    }
}

/// The activations of an accumulator as bytes.
///
/// # Panics
/// If there are not as many bytes as the activation has outputs, or not a multiple of 32.
#[inline(always)]
pub fn activate_to_bytes<I: Isa, A: Activate>(
    accumulator: &[i16],
    scale: ByteScale,
    bytes: &mut [u8],
) {
    I::run(|| {
        let outputs = bytes.len();
        assert!(outputs.is_multiple_of(CHUNK) && A::outputs(accumulator.len()) == outputs);
        let constants = ByteConstants::<I>::of::<A>(scale);
        let partner = accumulator.len() - outputs;
        for n in (0..outputs).step_by(2 * I::WORDS) {
            let words = |n: usize| {
                // SAFETY: a vector ends before the outputs do, and so does that of its partners.
                let (values, partners) = unsafe {
                    (
                        load::<I>(accumulator, n),
                        load::<I>(accumulator, n + partner),
                    )
                };
                constants.bytes::<A>(values, partners)
            };
            // Where a vector is a whole chunk, the last one may have none beside it.
            let second = (n + I::WORDS).min(outputs - I::WORDS);
            store::<I>(bytes, n, I::pack_bytes(words(n), words(second)));
        }
    })
}

/// Stores a vector of bytes from `n` on, or as many as there is room for.
#[inline(always)]
fn store<I: Isa>(bytes: &mut [u8], n: usize, packed: I::Ints) {
    if n + 2 * I::WORDS <= bytes.len() {
        // SAFETY: just checked.
        unsafe { I::store_ints(bytes.as_mut_ptr().add(n).cast(), packed) };
    } else {
        let mut all = [0; 2 * CHUNK];
        // SAFETY: a vector has at most as many bytes as the array.
        unsafe { I::store_ints(all.as_mut_ptr().cast(), packed) };
        let rest = bytes.len() - n;
        bytes[n..].copy_from_slice(&all[..rest]);
    }
}
