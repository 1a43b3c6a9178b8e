//! Pairwise multiplication: `clamp(a, 0, QA)` times that of its partner

use std::marker::PhantomData;

use super::formulas::{clip, clip_slope, formulas};
use super::{Activate, Narrow, Product, Wide};
use crate::simd::Isa;
use crate::simd::kernels::Constants;

/// Pairwise multiplication.
pub struct Pairwise<P = Narrow>(PhantomData<P>);

impl<P: Product> Activate for Pairwise<P> {
    const NAME: &'static str = "pairwise";
    const TITLE: &'static str = "pairwise";
    const NEURONS: usize = 2;
    const IS_PRODUCT: bool = true;
    const IS_CLIPPED: bool = true;
    const MEAN_SQUARE: f64 = 0.25;
    formulas!(|a, b| value: clip(a) * clip(b), slope: clip_slope(a) * clip(b));

    type Narrow = Pairwise<Narrow>;
    type Wide = Pairwise<Wide>;

    #[inline(always)]
    fn offset(qa: i16) -> i16 {
        P::offset(qa)
    }

    #[inline(always)]
    fn add<I: Isa>(
        sum: I::Ints,
        values: [I::Words; 2],
        constants: Constants<I>,
        weights: I::Words,
    ) -> I::Ints {
        let clipped = values.map(|values| constants.clip(values));
        P::add::<I>(sum, clipped, constants.offset, weights)
    }
}

#[cfg(test)]
mod tests {
    use super::{Activate, Pairwise};

    #[test]
    fn values() {
        assert_eq!(<Pairwise>::value(-0.5, 2.0), 0.0);
        assert_eq!(<Pairwise>::value(0.5, 0.25), 0.125);
        assert_eq!(<Pairwise>::value(1.5, 0.25), 0.25);
    }
}
