//! CReLU, clipped ReLU: `clamp(a, 0, QA)`

use super::Activate;
use super::formulas::{clip, clip_slope, formulas};
use crate::simd::Isa;
use crate::simd::kernels::Constants;

pub struct Crelu;

impl Activate for Crelu {
    const NAME: &'static str = "crelu";
    const TITLE: &'static str = "CReLU";
    const IS_PRODUCT: bool = false;
    const IS_CLIPPED: bool = true;
    const MEAN_SQUARE: f64 = 0.5;
    formulas!(|a, b| value: clip(a), slope: clip_slope(a));

    type Narrow = Self;
    type Wide = Self;

    #[inline(always)]
    fn add<I: Isa>(
        sum: I::Ints,
        [values, _]: [I::Words; 2],
        constants: Constants<I>,
        weights: I::Words,
    ) -> I::Ints {
        I::dot_words(sum, constants.clip(values), weights)
    }
}

#[cfg(test)]
mod tests {
    use super::{Activate, Crelu};

    #[test]
    fn values() {
        assert_eq!(<Crelu>::value(-0.5, 2.0), 0.0);
        assert_eq!(<Crelu>::value(0.5, 2.0), 0.5);
        assert_eq!(<Crelu>::value(1.5, 2.0), 1.0);
    }
}
