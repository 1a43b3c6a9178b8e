//! Activation kernels of networks without hidden layers.

use super::output::{Activate, Constants};
use crate::simd::Isa;

/// ReLU: `max(a, 0)`
pub struct Relu;

impl Activate for Relu {
    const IS_PRODUCT: bool = false;

    #[inline(always)]
    fn add<I: Isa>(
        sum: I::Ints,
        [values, _]: [I::Words; 2],
        _: Constants<I>,
        weights: I::Words,
    ) -> I::Ints {
        let activations = I::max_words(values, I::splat_words(0));
        I::dot_words(sum, activations, weights)
    }
}

/// CReLU: `clamp(a, 0, QA)`
pub struct Crelu;

impl Activate for Crelu {
    const IS_PRODUCT: bool = false;

    #[inline(always)]
    fn add<I: Isa>(
        sum: I::Ints,
        [values, _]: [I::Words; 2],
        Constants { qa, .. }: Constants<I>,
        weights: I::Words,
    ) -> I::Ints {
        I::dot_words(sum, clip::<I>(values, qa), weights)
    }
}

/// SCReLU: `clamp(a, 0, QA)` squared.
pub struct Screlu<P>(P);

impl<P: Product> Activate for Screlu<P> {
    const IS_PRODUCT: bool = true;

    #[inline(always)]
    fn offset(qa: i16) -> i16 {
        P::offset(qa)
    }

    #[inline(always)]
    fn add<I: Isa>(
        sum: I::Ints,
        [values, _]: [I::Words; 2],
        Constants { qa, offset }: Constants<I>,
        weights: I::Words,
    ) -> I::Ints {
        let clipped = clip::<I>(values, qa);
        P::add::<I>(sum, [clipped, clipped], offset, weights)
    }
}

/// Pairwise: `clamp(a, 0, QA)` times that of its partner.
pub struct Pairwise<P>(P);

impl<P: Product> Activate for Pairwise<P> {
    const IS_PAIRWISE: bool = true;
    const IS_PRODUCT: bool = true;

    #[inline(always)]
    fn offset(qa: i16) -> i16 {
        P::offset(qa)
    }

    #[inline(always)]
    fn add<I: Isa>(
        sum: I::Ints,
        values: [I::Words; 2],
        Constants { qa, offset }: Constants<I>,
        weights: I::Words,
    ) -> I::Ints {
        let clipped = values.map(|values| clip::<I>(values, qa));
        P::add::<I>(sum, clipped, offset, weights)
    }
}

#[inline(always)]
fn clip<I: Isa>(values: I::Words, qa: I::Words) -> I::Words {
    I::min_words(I::max_words(values, I::splat_words(0)), qa)
}

/// How a product of two clipped values and a weight, which needs more than 16 bits, is computed.
pub trait Product {
    /// [`Activate::offset`].
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
