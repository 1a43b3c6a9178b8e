//! The output right after the first layer.

use crate::architecture::{Activation, Architecture};
use crate::network::{Network, Parameters};
use crate::simd::Isa;
use crate::simd::kernels::{Clipped, Narrow, Paired, Rectified, Squared, Wide, dot_activated};

/// Whether a clipped sum times an output weight always fits 16 bits.
pub(crate) fn is_narrow(architecture: &Architecture, parameters: &Parameters) -> bool {
    let weights = parameters.output_weights.iter();
    let largest = weights.map(|weight| weight.unsigned_abs()).max();
    let largest = i32::from(largest.unwrap_or_default());
    largest * architecture.scales.first <= i32::from(i16::MAX)
}

/// The output without its bias, scaled by the first and the output scale.
#[inline(never)]
pub(super) fn output<I: Isa>(network: &Network, sums: [&[i16]; 2], bucket: usize) -> i64 {
    let architecture = network.architecture();
    let inputs = 2 * architecture.activated_width();
    let weights = &network.parameters().output_weights[bucket * inputs..][..inputs];
    // A scale fits 16 bits.
    let one = architecture.scales.first as i16;
    let products = match (architecture.activation, network.is_narrow()) {
        (Activation::Relu, _) => return dot_activated::<I, Rectified>(sums, one, weights),
        (Activation::ClippedRelu, _) => return dot_activated::<I, Clipped>(sums, one, weights),
        (Activation::SquaredClippedRelu, true) => {
            dot_activated::<I, Squared<Narrow>>(sums, one, weights)
        }
        (Activation::SquaredClippedRelu, false) => {
            dot_activated::<I, Squared<Wide>>(sums, one, weights)
        }
        (Activation::Pairwise, true) => dot_activated::<I, Paired<Narrow>>(sums, one, weights),
        (Activation::Pairwise, false) => dot_activated::<I, Paired<Wide>>(sums, one, weights),
    };
    network.divide_by_first_scale(products)
}
