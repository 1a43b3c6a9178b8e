//! Activation kernels of networks without hidden layers.

use super::output::Activate;
use crate::simd::Isa;

/// ReLU: `max(a, 0)`
pub struct Relu;

impl Activate for Relu {
    const IS_PRODUCT: bool = false;

    #[inline(always)]
    fn add<I: Isa>(
        [sum, rest]: [I::Ints; 2],
        [values, _]: [I::Words; 2],
        _one: I::Words,
        weights: I::Words,
    ) -> [I::Ints; 2] {
        let activations = I::max_words(values, I::splat_words(0));
        [I::dot_words(sum, activations, weights), rest]
    }
}

/// CReLU: `clamp(a, 0, QA)`
pub struct Crelu;

impl Activate for Crelu {
    const IS_PRODUCT: bool = false;

    #[inline(always)]
    fn add<I: Isa>(
        [sum, rest]: [I::Ints; 2],
        [values, _]: [I::Words; 2],
        qa: I::Words,
        weights: I::Words,
    ) -> [I::Ints; 2] {
        [I::dot_words(sum, clip::<I>(values, qa), weights), rest]
    }
}

/// SCReLU: `clamp(a, 0, QA)` squared.
pub struct Screlu<P>(P);

impl<P: Product> Activate for Screlu<P> {
    const IS_PRODUCT: bool = true;

    #[inline(always)]
    fn add<I: Isa>(
        sum: [I::Ints; 2],
        [values, _]: [I::Words; 2],
        qa: I::Words,
        weights: I::Words,
    ) -> [I::Ints; 2] {
        let clipped = clip::<I>(values, qa);
        P::add::<I>(sum, [clipped, clipped], weights)
    }

    #[inline(always)]
    fn total<I: Isa>(sum: [I::Ints; 2]) -> i64 {
        P::total::<I>(sum)
    }
}

/// Pairwise: `clamp(a, 0, QA)` times that of its partner.
pub struct Pairwise<P>(P);

impl<P: Product> Activate for Pairwise<P> {
    const IS_PAIRWISE: bool = true;
    const IS_PRODUCT: bool = true;

    #[inline(always)]
    fn add<I: Isa>(
        sum: [I::Ints; 2],
        [values, partners]: [I::Words; 2],
        qa: I::Words,
        weights: I::Words,
    ) -> [I::Ints; 2] {
        P::add::<I>(
            sum,
            [clip::<I>(values, qa), clip::<I>(partners, qa)],
            weights,
        )
    }

    #[inline(always)]
    fn total<I: Isa>(sum: [I::Ints; 2]) -> i64 {
        P::total::<I>(sum)
    }
}

#[inline(always)]
fn clip<I: Isa>(values: I::Words, qa: I::Words) -> I::Words {
    I::min_words(I::max_words(values, I::splat_words(0)), qa)
}

/// How a product of two clipped values and a weight, which needs more than 16 bits, is computed.
pub trait Product {
    /// Adds the products of two vectors of clipped values and of weights.
    fn add<I: Isa>(sum: [I::Ints; 2], clipped: [I::Words; 2], weights: I::Words) -> [I::Ints; 2];

    /// The sum of both parts.
    fn total<I: Isa>(sum: [I::Ints; 2]) -> i64;
}

/// QA times the largest weight fits 16 bits: the weight is multiplied first.
pub struct Narrow;

impl Product for Narrow {
    #[inline(always)]
    fn add<I: Isa>(
        [sum, rest]: [I::Ints; 2],
        [a, b]: [I::Words; 2],
        weights: I::Words,
    ) -> [I::Ints; 2] {
        [I::dot_words(sum, I::multiply_low(a, weights), b), rest]
    }

    #[inline(always)]
    fn total<I: Isa>(sum: [I::Ints; 2]) -> i64 {
        I::sum(sum[0])
    }
}

/// Any weights: the product of the values, which fits 16 bits unsigned, is split into its half and the
/// bit that is left over.
pub struct Wide;

impl Product for Wide {
    #[inline(always)]
    fn add<I: Isa>(
        [halves, rests]: [I::Ints; 2],
        [a, b]: [I::Words; 2],
        weights: I::Words,
    ) -> [I::Ints; 2] {
        let product = I::multiply_low(a, b);
        let half = I::shift_right::<1>(product);
        let rest = I::sub_words(product, I::add_words(half, half));
        [
            I::dot_words(halves, half, weights),
            I::dot_words(rests, rest, weights),
        ]
    }

    #[inline(always)]
    fn total<I: Isa>(sum: [I::Ints; 2]) -> i64 {
        2 * I::sum(sum[0]) + I::sum(sum[1])
    }
}
