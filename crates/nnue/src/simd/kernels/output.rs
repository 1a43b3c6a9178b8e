//! From the first layer's sums to the output in one step.

use super::STEP;
use crate::simd::Isa;

/// `sum of a[n] * b[n]`
///
/// # Panics
/// If the slices differ in length or it is not a multiple of 16.
#[inline(always)]
pub fn dot<I: Isa>(a: &[i16], b: &[i16]) -> i64 {
    // A last small layer of 16 neurons is half a vector of AVX-512.
    if a.len().is_multiple_of(STEP) {
        sum_over::<I>(a, b, |_, words, weights| (words, weights))
    } else {
        assert_eq!(a.len(), b.len());
        let products = a.iter().zip(b).map(|(&a, &b)| i64::from(a) * i64::from(b));
        products.sum()
    }
}

/// `sum of max(sums[n], 0) * weights[n]`
///
/// # Panics
/// If the slices differ in length or it is not a multiple of 32.
#[inline(always)]
pub fn dot_rectified<I: Isa>(sums: &[i16], weights: &[i16]) -> i64 {
    let zero = I::splat_words(0);
    sum_over::<I>(sums, weights, |_, words, weights| {
        (I::max_words(words, zero), weights)
    })
}

/// `sum of clamp(sums[n], 0, one) * weights[n]`
///
/// # Panics
/// If the slices differ in length or it is not a multiple of 32.
#[inline(always)]
pub fn dot_clipped<I: Isa>(sums: &[i16], one: i16, weights: &[i16]) -> i64 {
    let (zero, one) = (I::splat_words(0), I::splat_words(one));
    sum_over::<I>(sums, weights, |_, words, weights| {
        (clip::<I>(words, zero, one), weights)
    })
}

/// How a product of two clipped sums and a weight, which needs more than 16 bits, is computed.
pub trait Product {
    /// The sum over vectors of clipped sums `a` and `b` and of weights.
    fn add<I: Isa>(sum: [I::Ints; 2], a: I::Words, b: I::Words, weights: I::Words) -> [I::Ints; 2];

    /// The sum of both parts.
    fn total<I: Isa>(sum: [I::Ints; 2]) -> i64;
}

/// `one` times the largest weight fits 16 bits: the weight is multiplied first.
pub struct Narrow;

impl Product for Narrow {
    #[inline(always)]
    fn add<I: Isa>(sum: [I::Ints; 2], a: I::Words, b: I::Words, weights: I::Words) -> [I::Ints; 2] {
        [I::dot_words(sum[0], I::multiply_low(a, weights), b), sum[1]]
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
    fn add<I: Isa>(sum: [I::Ints; 2], a: I::Words, b: I::Words, weights: I::Words) -> [I::Ints; 2] {
        let product = I::multiply_low(a, b);
        let half = I::shift_right::<1>(product);
        let rest = I::sub_words(product, I::add_words(half, half));
        [
            I::dot_words(sum[0], half, weights),
            I::dot_words(sum[1], rest, weights),
        ]
    }

    #[inline(always)]
    fn total<I: Isa>(sum: [I::Ints; 2]) -> i64 {
        2 * I::sum(sum[0]) + I::sum(sum[1])
    }
}

/// `sum of clamp(a[n], 0, one) * clamp(b[n], 0, one) * weights[n]`; give the same slice twice for
/// squares.
///
/// # Panics
/// If the slices differ in length or it is not a multiple of 32.
#[inline(always)]
pub fn dot_product<I: Isa, P: Product>(a: &[i16], b: &[i16], one: i16, weights: &[i16]) -> i64 {
    let width = a.len();
    assert!(width.is_multiple_of(STEP) && b.len() == width && weights.len() == width);
    let (zero, one) = (I::splat_words(0), I::splat_words(one));
    let mut sums = [[I::splat_ints(0); 2]; 2];
    for n in (0..width).step_by(I::WORDS) {
        // SAFETY: all slices are `width` long, a multiple of the vector's lanes.
        let [a, b, weights] =
            [a, b, weights].map(|slice| unsafe { I::load_words(slice.as_ptr().add(n)) });
        let (a, b) = (clip::<I>(a, zero, one), clip::<I>(b, zero, one));
        // Two sums in turn: one product need not wait for the one before it.
        let sum = &mut sums[n / I::WORDS % 2];
        *sum = P::add::<I>(*sum, a, b, weights);
    }
    P::total::<I>(sums[0]) + P::total::<I>(sums[1])
}

#[inline(always)]
fn clip<I: Isa>(words: I::Words, zero: I::Words, one: I::Words) -> I::Words {
    I::min_words(I::max_words(words, zero), one)
}

/// The sum of products of what `prepare` makes of the vectors of two slices.
#[inline(always)]
fn sum_over<I: Isa>(
    a: &[i16],
    b: &[i16],
    prepare: impl Fn(usize, I::Words, I::Words) -> (I::Words, I::Words),
) -> i64 {
    let width = a.len();
    assert!(width.is_multiple_of(STEP) && b.len() == width);
    let mut sums = [I::splat_ints(0); 2];
    for n in (0..width).step_by(I::WORDS) {
        // SAFETY: both slices are `width` long, a multiple of the vector's lanes.
        let [a, b] = [a, b].map(|slice| unsafe { I::load_words(slice.as_ptr().add(n)) });
        let (a, b) = prepare(n, a, b);
        let sum = &mut sums[n / I::WORDS % 2];
        *sum = I::dot_words(*sum, a, b);
    }
    I::sum(sums[0]) + I::sum(sums[1])
}
