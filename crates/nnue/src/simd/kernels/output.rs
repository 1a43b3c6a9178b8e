//! From sums to the output in one step.

use super::{STEP, load};
use crate::simd::Isa;

/// `sum of a[n] * b[n]`
///
/// # Panics
/// If the slices differ in length.
#[inline(always)]
pub fn dot<I: Isa>(a: &[i16], b: &[i16]) -> i64 {
    assert_eq!(a.len(), b.len());
    // A last small layer of 16 neurons is half a vector of AVX-512.
    if !a.len().is_multiple_of(STEP) {
        let products = a.iter().zip(b).map(|(&a, &b)| i64::from(a) * i64::from(b));
        return products.sum();
    }
    let add = |sum: I::Ints, n: usize| {
        // SAFETY: both slices are of the length that is gone through.
        let (a, b) = unsafe { (load::<I>(a, n), load::<I>(b, n)) };
        I::dot_words(sum, a, b)
    };
    let [first, second] = go_through::<I, _>([I::splat_ints(0); 2], a.len(), add);
    I::sum(I::add_ints(first, second))
}

/// What an activation makes of sums and a vector of weights.
pub trait Activate {
    /// Activations of one side for each sum of that side.
    const SHARE: Share;
    /// Whether activations are products of two sums.
    const IS_PRODUCT: bool;

    /// Adds products of activations and weights: of one vector of sums or, if sums come in pairs,
    /// of two.
    fn add<I: Isa>(
        sum: [I::Ints; 2],
        sums: [I::Words; 2],
        one: I::Words,
        weights: I::Words,
    ) -> [I::Ints; 2];

    /// The sum of both parts.
    #[inline(always)]
    fn total<I: Isa>(sum: [I::Ints; 2]) -> i64 {
        I::sum(sum[0])
    }
}

/// How many activations sums give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// One for each.
    Each,
    /// One for each pair: a sum of the first half and its partner in the second.
    Pair,
}

impl Share {
    /// How many activations so many sums give.
    #[must_use]
    #[inline(always)]
    pub const fn activations(self, sums: usize) -> usize {
        match self {
            Self::Each => sums,
            Self::Pair => sums / 2,
        }
    }
}

/// `sum of activations * weights` over both sides, the activations of the first side coming first.
///
/// # Panics
/// If the sides differ in length, the number of weights does not fit, or the number of a side's
/// activations is not a multiple of 32.
#[inline(always)]
pub fn dot_activated<I: Isa, A: Activate>(sums: [&[i16]; 2], one: i16, weights: &[i16]) -> i64 {
    let width = sums[0].len();
    let activations = A::SHARE.activations(width);
    assert!(sums[1].len() == width && weights.len() == 2 * activations);
    assert!(activations.is_multiple_of(STEP));
    let one = I::splat_words(one);
    let mut totals = [[I::splat_ints(0); 2]; 2];
    for (side, sums) in sums.into_iter().enumerate() {
        let weights = &weights[side * activations..];
        let add = |sum: [I::Ints; 2], n: usize| {
            // SAFETY: there are `activations` weights and as many sums, or twice as many of them
            // where they come in pairs.
            let (first, second, weights) = unsafe {
                let first = load::<I>(sums, n);
                let second = match A::SHARE {
                    Share::Each => first,
                    Share::Pair => load::<I>(sums, n + activations),
                };
                (first, second, load::<I>(weights, n))
            };
            A::add::<I>(sum, [first, second], one, weights)
        };
        totals = go_through::<I, _>(totals, activations, add);
    }
    let [first, second] = totals;
    A::total::<I>([
        I::add_ints(first[0], second[0]),
        I::add_ints(first[1], second[1]),
    ])
}

/// Goes through all vectors with two totals in turn, so that one product need not wait for the one
/// before it.
#[inline(always)]
fn go_through<I: Isa, T: Copy>(
    [mut first, mut second]: [T; 2],
    len: usize,
    add: impl Fn(T, usize) -> T,
) -> [T; 2] {
    let mut n = 0;
    while n + 2 * I::WORDS <= len {
        first = add(first, n);
        second = add(second, n + I::WORDS);
        n += 2 * I::WORDS;
    }
    if n < len {
        first = add(first, n);
    }
    [first, second]
}
