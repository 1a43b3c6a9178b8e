//! SCReLU, squared clipped ReLU: `clamp(a, 0, QA)` squared

use std::marker::PhantomData;

use super::formulas::{clip, clip_slope, formulas};
use super::{Activate, Narrow, Product, Wide};
use crate::simd::Isa;
use crate::simd::kernels::Constants;

pub struct Screlu<P = Narrow>(PhantomData<P>);

impl<P: Product> Activate for Screlu<P> {
    const NAME: &'static str = "screlu";
    const TITLE: &'static str = "SCReLU";
    const IS_PRODUCT: bool = true;
    const IS_CLIPPED: bool = true;
    const MEAN_SQUARE: f64 = 1.5;
    formulas!(|a, b| value: clip(a) * clip(a), slope: (a + a) * clip_slope(a));

    type Narrow = Screlu<Narrow>;
    type Wide = Screlu<Wide>;

    #[inline(always)]
    fn offset(qa: i16) -> i16 {
        P::offset(qa)
    }

    #[inline(always)]
    fn add<I: Isa>(
        sum: I::Ints,
        [values, _]: [I::Words; 2],
        constants: Constants<I>,
        weights: I::Words,
    ) -> I::Ints {
        let clipped = constants.clip(values);
        P::add::<I>(sum, [clipped, clipped], constants.offset, weights)
    }
}

#[cfg(test)]
mod tests {
    use super::{Activate, Screlu};

    #[test]
    fn values() {
        assert_eq!(<Screlu>::value(-0.5, 2.0), 0.0);
        assert_eq!(<Screlu>::value(0.5, 2.0), 0.25);
        assert_eq!(<Screlu>::value(1.5, 2.0), 1.0);
    }
}
