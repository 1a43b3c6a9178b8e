//! The activations of the feature transformer; clipped ones follow hidden layers, too.
//!
//! Each has a file here, which is all that describes it: its names, its shape, the formulas of its
//! value and its slope, and its kernel. The rest of the project asks [`Activate`], so a new one is a
//! file, a variant and a row of [`with_activation!`](crate::with_activation).

mod crelu;
mod formulas;
mod pairwise;
mod product;
mod relu;
mod screlu;
#[cfg(test)]
mod tests;

use crate::simd::Isa;
use crate::simd::kernels::Constants;

pub use crelu::Crelu;
pub use pairwise::Pairwise;
pub use product::{Narrow, Product, Wide};
pub use relu::Relu;
pub use screlu::Screlu;

/// The activation of the feature transformer. With `a` as a value of the accumulator:
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// ReLU: `max(a, 0)`
    Relu,
    /// CReLU (clipped): `clamp(a, 0, QA)`
    Crelu,
    /// SCReLU (squared clipped): `clamp(a, 0, QA)` squared
    Screlu,
    /// Pairwise multiplication: CReLU of a neuron in the first half times that of its partner in the
    /// second half, so half as many outputs as neurons
    Pairwise,
}

/// Evaluates an expression with a type's name standing for what [describes](crate::activation::Activate)
/// an activation.
#[macro_export]
macro_rules! with_activation {
    ($activation:expr, $described:ident => $value:expr) => {
        match $activation {
            $crate::Activation::Relu => {
                type $described = $crate::activation::Relu;
                $value
            }
            $crate::Activation::Crelu => {
                type $described = $crate::activation::Crelu;
                $value
            }
            $crate::Activation::Screlu => {
                type $described = $crate::activation::Screlu;
                $value
            }
            $crate::Activation::Pairwise => {
                type $described = $crate::activation::Pairwise;
                $value
            }
        }
    };
}

/// The description of an activation.
pub trait Activate {
    /// Its name in files and configurations.
    const NAME: &'static str;
    /// Its name in text.
    const TITLE: &'static str;
    /// Neurons that make one output. With two, the partner of a neuron is half the width further, and
    /// there are half as many outputs.
    const NEURONS: usize = 1;
    /// Whether outputs are products of two factors, each scaled by QA; else they have one.
    const IS_PRODUCT: bool;
    /// Whether the factors are clipped to QA.
    const IS_CLIPPED: bool;
    /// The mean square of outputs without clipping, if sums are normal with variance one.
    const MEAN_SQUARE: f64;
    /// [`Activate::value`] and [`Activate::slope`] as C expressions of `a` and `b`.
    const FORMULAS: [&'static str; 2];

    /// The kernel where QA times any output weight fits 16 bits.
    type Narrow: Activate;
    /// The kernel for all weights.
    type Wide: Activate;

    /// The output of a neuron's sum, and of that of its partner if it has one.
    fn value(a: f32, b: f32) -> f32;

    /// The derivative of the output by `a`. By `b` it is the same with both in each other's place.
    fn slope(a: f32, b: f32) -> f32;

    /// What [`Activate::add`] subtracts from every output to make it fit 16 bits.
    #[inline(always)]
    fn offset(_qa: i16) -> i16 {
        0
    }

    /// Adds products of outputs, less the offset, and weights: of a vector of the accumulator, and of
    /// the partners' if there are any.
    fn add<I: Isa>(
        sum: I::Ints,
        values: [I::Words; 2],
        constants: Constants<I>,
        weights: I::Words,
    ) -> I::Ints;

    /// Outputs of an accumulator of some width.
    #[inline(always)]
    fn outputs(width: usize) -> usize {
        width / Self::NEURONS
    }
}

impl Activation {
    /// Every activation.
    pub const ALL: [Self; 4] = [Self::Relu, Self::Crelu, Self::Screlu, Self::Pairwise];

    /// The activation of a name.
    pub fn of_name(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|activation| activation.name() == name)
    }

    /// [`Activate::NAME`]
    pub const fn name(self) -> &'static str {
        with_activation!(self, A => A::NAME)
    }

    /// [`Activate::TITLE`]
    pub const fn title(self) -> &'static str {
        with_activation!(self, A => A::TITLE)
    }

    /// [`Activate::NEURONS`]
    pub const fn neurons(self) -> usize {
        with_activation!(self, A => A::NEURONS)
    }

    /// [`Activate::IS_PRODUCT`]
    pub const fn is_product(self) -> bool {
        with_activation!(self, A => A::IS_PRODUCT)
    }

    /// [`Activate::IS_CLIPPED`]
    pub const fn is_clipped(self) -> bool {
        with_activation!(self, A => A::IS_CLIPPED)
    }

    /// [`Activate::MEAN_SQUARE`]
    pub const fn mean_square(self) -> f64 {
        with_activation!(self, A => A::MEAN_SQUARE)
    }

    /// [`Activate::FORMULAS`]
    pub const fn formulas(self) -> [&'static str; 2] {
        with_activation!(self, A => A::FORMULAS)
    }

    /// Whether hidden layers can have it: each output is of one neuron, and clipped.
    pub const fn fits_hidden_layers(self) -> bool {
        self.neurons() == 1 && self.is_clipped()
    }

    /// The scale of outputs: a power of QA.
    pub const fn scale(self, qa: i64) -> i64 {
        if self.is_product() { qa * qa } else { qa }
    }
}
