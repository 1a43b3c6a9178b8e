//! ReLU: `max(a, 0)`

use super::Activate;
use super::formulas::{formulas, relu, relu_slope};
use crate::simd::Isa;
use crate::simd::kernels::Constants;

pub struct Relu;

impl Activate for Relu {
    const NAME: &'static str = "relu";
    const TITLE: &'static str = "ReLU";
    const IS_PRODUCT: bool = false;
    const IS_CLIPPED: bool = false;
    const MEAN_SQUARE: f64 = 0.5;
    formulas!(|a, b| value: relu(a), slope: relu_slope(a));

    type Narrow = Self;
    type Wide = Self;

    #[inline(always)]
    fn add<I: Isa>(
        sum: I::Ints,
        [values, _]: [I::Words; 2],
        _: Constants<I>,
        weights: I::Words,
    ) -> I::Ints {
        I::dot_words(sum, I::max_words(values, I::splat_words(0)), weights)
    }
}

#[cfg(test)]
mod tests {
    use super::{Activate, Relu};

    #[test]
    fn values() {
        assert_eq!(<Relu>::value(-0.5, 2.0), 0.0);
        assert_eq!(<Relu>::value(1.5, 2.0), 1.5);
    }
}
