//! The output layer.

use super::{CHUNK, load};
use crate::activation::Activate;
use crate::simd::Isa;

/// `sum of a[n] * b[n]`
///
/// # Panics
/// If the slices differ in length.
#[inline(always)]
pub fn dot<I: Isa>(a: &[i16], b: &[i16]) -> i64 {
    I::run(|| {
        assert_eq!(a.len(), b.len());
        // A last hidden layer of 16 neurons is half a vector of AVX-512.
        if !a.len().is_multiple_of(CHUNK) {
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
    })
}

/// QA and [`Activate::offset`] in all lanes.
#[derive(Clone, Copy, Debug)]
pub struct Constants<I: Isa> {
    qa: I::Words,
    pub(crate) offset: I::Words,
}

impl<I: Isa> Constants<I> {
    /// The constants of an activation.
    #[inline(always)]
    pub(super) fn of<A: Activate>(qa: i16) -> Self {
        Self {
            qa: I::splat_words(qa),
            offset: I::splat_words(A::offset(qa)),
        }
    }

    /// Values clipped to the range from zero to QA.
    #[inline(always)]
    pub(crate) fn clip(&self, values: I::Words) -> I::Words {
        I::min_words(I::max_words(values, I::splat_words(0)), self.qa)
    }
}

/// `sum of (activations - offset) * weights` over both perspectives, in the order of the accumulators.
///
/// # Panics
/// If the accumulators differ in length, the number of weights does not fit, or the number of an
/// accumulator's activations is not a multiple of 32.
#[inline(always)]
pub fn dot_activated<I: Isa, A: Activate>(
    accumulators: [&[i16]; 2],
    qa: i16,
    weights: &[i16],
) -> i64 {
    I::run(|| {
        let width = accumulators[0].len();
        let activations = A::outputs(width);
        assert!(accumulators[1].len() == width && weights.len() == 2 * activations);
        assert!(activations.is_multiple_of(CHUNK));
        let constants = Constants::<I>::of::<A>(qa);
        let mut totals = [I::splat_ints(0); 2];
        for (side, accumulator) in accumulators.into_iter().enumerate() {
            let weights = &weights[side * activations..];
            let add = |sum: I::Ints, n: usize| {
                // SAFETY: there are `activations` weights and as many neurons for each of an output's.
                let (first, second, weights) = unsafe {
                    let first = load::<I>(accumulator, n);
                    let second = if A::NEURONS == 2 {
                        load::<I>(accumulator, n + activations)
                    } else {
                        first
                    };
                    (first, second, load::<I>(weights, n))
                };
                A::add::<I>(sum, [first, second], constants, weights)
            };
            totals = go_through::<I, _>(totals, activations, add);
        }
        let [first, second] = totals;
        I::sum(I::add_ints(first, second))
    })
}

/// Goes through all vectors with two alternating totals, so that a product need not wait for the one
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
