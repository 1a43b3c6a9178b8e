//! The output right after the first layer.

use chess::Color;

use crate::architecture::Architecture;
use crate::network::{Network, Parameters};
use crate::simd::Isa;
use crate::simd::kernels::{Activate, Step, dot_activated, update_and_dot};

/// Whether a clipped sum times an output weight always fits 16 bits.
pub(crate) fn is_narrow(architecture: &Architecture, parameters: &Parameters) -> bool {
    let weights = parameters.output_weights.iter();
    let largest = weights.map(|weight| weight.unsigned_abs()).max();
    let largest = i32::from(largest.unwrap_or_default());
    largest * architecture.scales.first <= i32::from(i16::MAX)
}

/// Evaluates an expression with a type's name standing for what a network without small layers
/// computes with.
macro_rules! by_activation {
    ($network:expr, $activation:ident => $value:expr) => {{
        use $crate::architecture::Activation::{ClippedRelu, Pairwise, Relu, SquaredClippedRelu};
        use $crate::simd::kernels::{Clipped, Narrow, Paired, Rectified, Squared, Wide};
        let network: &$crate::network::Network = $network;
        match (network.architecture().activation, network.is_narrow()) {
            (Relu, _) => {
                type $activation = Rectified;
                $value
            }
            (ClippedRelu, _) => {
                type $activation = Clipped;
                $value
            }
            (SquaredClippedRelu, true) => {
                type $activation = Squared<Narrow>;
                $value
            }
            (SquaredClippedRelu, false) => {
                type $activation = Squared<Wide>;
                $value
            }
            (Pairwise, true) => {
                type $activation = Paired<Narrow>;
                $value
            }
            (Pairwise, false) => {
                type $activation = Paired<Wide>;
                $value
            }
        }
    }};
}
pub(crate) use by_activation;

/// The output without its bias, scaled by the first and the output scale.
#[inline(always)]
pub(crate) fn output<I: Isa, A: Activate>(
    network: &Network,
    sums: [&[i16]; 2],
    bucket: usize,
) -> i64 {
    let weights = output_weights::<A>(network, sums[0].len(), bucket);
    rescale::<A>(network, dot_activated::<I, A>(sums, one(network), weights))
}

/// [`output`] for white's and black's sums after a move, which are computed at the same time; `own` is
/// the side to move then.
#[inline(always)]
pub(crate) fn output_after<I: Isa, A: Activate, const ADDS: usize, const SUBS: usize>(
    network: &Network,
    step: Step<'_, 2, ADDS, SUBS>,
    own: Color,
    bucket: usize,
) -> i64 {
    let weights = output_weights::<A>(network, step.before.len() / 2, bucket);
    let (first, second) = weights.split_at(weights.len() / 2);
    let weights = match own {
        Color::White => [first, second],
        Color::Black => [second, first],
    };
    let output = update_and_dot::<I, A, ADDS, SUBS>(step, one(network), weights);
    rescale::<A>(network, output)
}

/// Takes the first scale out of products of two sums.
#[inline(always)]
fn rescale<A: Activate>(network: &Network, output: i64) -> i64 {
    match A::IS_PRODUCT {
        true => network.divide_by_first_scale(output),
        false => output,
    }
}

/// A bucket's output weights, for both sides' sums.
#[inline(always)]
fn output_weights<A: Activate>(network: &Network, width: usize, bucket: usize) -> &[i16] {
    let inputs = 2 * A::SHARE.activations(width);
    &network.parameters().output_weights[bucket * inputs..][..inputs]
}

/// The scale of the first layer, which fits 16 bits.
#[inline(always)]
fn one(network: &Network) -> i16 {
    network.architecture().scales.first as i16
}
