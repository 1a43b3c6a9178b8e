//! The output right after the first layer.

use crate::architecture::{Activation, Architecture};
use crate::network::{Network, Parameters};
use crate::simd::Isa;
use crate::simd::kernels::{Narrow, Wide, dot_clipped, dot_product, dot_rectified};

/// Whether a clipped sum times an output weight always fits 16 bits.
pub(crate) fn is_narrow(architecture: &Architecture, parameters: &Parameters) -> bool {
    let weights = parameters.output_weights.iter();
    let largest = weights.map(|weight| weight.unsigned_abs()).max();
    let largest = i32::from(largest.unwrap_or_default());
    largest * architecture.scales.first <= i32::from(i16::MAX)
}

/// The output without its bias, scaled by the first and the output scale.
#[inline(always)]
pub(super) fn output<I: Isa>(network: &Network, sums: [&[i16]; 2], bucket: usize) -> i64 {
    let architecture = network.architecture();
    let inputs = architecture.activated_width();
    let weights = &network.parameters().output_weights[bucket * 2 * inputs..][..2 * inputs];
    let (own, other) = weights.split_at(inputs);
    let sum = side::<I>(network, sums[0], own) + side::<I>(network, sums[1], other);
    if architecture.activation.is_product() {
        sum / i64::from(architecture.scales.first)
    } else {
        sum
    }
}

/// The part of one side.
#[inline(always)]
fn side<I: Isa>(network: &Network, sums: &[i16], weights: &[i16]) -> i64 {
    let architecture = network.architecture();
    // A scale fits 16 bits.
    let one = architecture.scales.first as i16;
    let (a, b) = match architecture.activation {
        Activation::Relu => return dot_rectified::<I>(sums, weights),
        Activation::ClippedRelu => return dot_clipped::<I>(sums, one, weights),
        Activation::SquaredClippedRelu => (sums, sums),
        Activation::Pairwise => sums.split_at(sums.len() / 2),
    };
    if network.is_narrow() {
        dot_product::<I, Narrow>(a, b, one, weights)
    } else {
        dot_product::<I, Wide>(a, b, one, weights)
    }
}
