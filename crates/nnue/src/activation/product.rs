//! Products of two clipped values and a weight, which need more than 16 bits.

use crate::simd::Isa;

/// How such a product is computed.
pub trait Product {
    /// [`Activate::offset`](super::Activate::offset)
    fn offset(qa: i16) -> i16;

    /// Adds the products of two vectors of clipped values, less the offset, and of weights.
    fn add<I: Isa>(
        sum: I::Ints,
        clipped: [I::Words; 2],
        offset: I::Words,
        weights: I::Words,
    ) -> I::Ints;
}

/// QA times the largest weight fits 16 bits: the weight is multiplied first.
pub struct Narrow;

impl Product for Narrow {
    #[inline(always)]
    fn offset(_qa: i16) -> i16 {
        0
    }

    #[inline(always)]
    fn add<I: Isa>(
        sum: I::Ints,
        [a, b]: [I::Words; 2],
        _offset: I::Words,
        weights: I::Words,
    ) -> I::Ints {
        I::dot_words(sum, I::multiply_low(a, weights), b)
    }
}

/// Any weights: the product of the values fits 16 bits unsigned, and signed once half of its largest
/// value is subtracted.
pub struct Wide;

impl Product for Wide {
    #[inline(always)]
    fn offset(qa: i16) -> i16 {
        (i32::from(qa) * i32::from(qa) / 2) as i16
    }

    #[inline(always)]
    fn add<I: Isa>(
        sum: I::Ints,
        [a, b]: [I::Words; 2],
        offset: I::Words,
        weights: I::Words,
    ) -> I::Ints {
        let product = I::sub_words(I::multiply_low(a, b), offset);
        I::dot_words(sum, product, weights)
    }
}
