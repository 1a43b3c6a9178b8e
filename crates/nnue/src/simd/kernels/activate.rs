//! The activations that lead to the output directly.

use super::output::{Activate, Share};
use crate::simd::Isa;

/// `max(sum, 0)`
pub struct Rectified;

impl Activate for Rectified {
    const SHARE: Share = Share::Each;
    const IS_PRODUCT: bool = false;

    #[inline(always)]
    fn add<I: Isa>(
        [sum, rest]: [I::Ints; 2],
        [sums, _]: [I::Words; 2],
        _one: I::Words,
        weights: I::Words,
    ) -> [I::Ints; 2] {
        let activations = I::max_words(sums, I::splat_words(0));
        [I::dot_words(sum, activations, weights), rest]
    }
}

/// `clamp(sum, 0, one)`
pub struct Clipped;

impl Activate for Clipped {
    const SHARE: Share = Share::Each;
    const IS_PRODUCT: bool = false;

    #[inline(always)]
    fn add<I: Isa>(
        [sum, rest]: [I::Ints; 2],
        [sums, _]: [I::Words; 2],
        one: I::Words,
        weights: I::Words,
    ) -> [I::Ints; 2] {
        [I::dot_words(sum, clip::<I>(sums, one), weights), rest]
    }
}

/// `clamp(sum, 0, one)` squared.
pub struct Squared<P>(P);

impl<P: Product> Activate for Squared<P> {
    const SHARE: Share = Share::Each;
    const IS_PRODUCT: bool = true;

    #[inline(always)]
    fn add<I: Isa>(
        sum: [I::Ints; 2],
        [sums, _]: [I::Words; 2],
        one: I::Words,
        weights: I::Words,
    ) -> [I::Ints; 2] {
        let clipped = clip::<I>(sums, one);
        P::add::<I>(sum, [clipped, clipped], weights)
    }

    #[inline(always)]
    fn total<I: Isa>(sum: [I::Ints; 2]) -> i64 {
        P::total::<I>(sum)
    }
}

/// `clamp(sum, 0, one)` times that of its partner.
pub struct Paired<P>(P);

impl<P: Product> Activate for Paired<P> {
    const SHARE: Share = Share::Pair;
    const IS_PRODUCT: bool = true;

    #[inline(always)]
    fn add<I: Isa>(
        sum: [I::Ints; 2],
        [sums, partners]: [I::Words; 2],
        one: I::Words,
        weights: I::Words,
    ) -> [I::Ints; 2] {
        P::add::<I>(
            sum,
            [clip::<I>(sums, one), clip::<I>(partners, one)],
            weights,
        )
    }

    #[inline(always)]
    fn total<I: Isa>(sum: [I::Ints; 2]) -> i64 {
        P::total::<I>(sum)
    }
}

#[inline(always)]
fn clip<I: Isa>(sums: I::Words, one: I::Words) -> I::Words {
    I::min_words(I::max_words(sums, I::splat_words(0)), one)
}

/// How a product of two clipped sums and a weight, which needs more than 16 bits, is computed.
pub trait Product {
    /// Adds the products of two vectors of clipped sums and of weights.
    fn add<I: Isa>(sum: [I::Ints; 2], clipped: [I::Words; 2], weights: I::Words) -> [I::Ints; 2];

    /// The sum of both parts.
    fn total<I: Isa>(sum: [I::Ints; 2]) -> i64;
}

/// `one` times the largest weight fits 16 bits: the weight is multiplied first.
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

/// Any weights: the product of the sums, which fits 16 bits without a sign, is split into its
/// half and the bit that is left over.
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
