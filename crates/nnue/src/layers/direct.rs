//! The output layer of a network without hidden layers.

use crate::activation::Activate;
use crate::architecture::Architecture;
use crate::features::Features;
use crate::network::{Network, Parameters};
use crate::simd::Isa;
use crate::simd::kernels::{Update, dot_activated, update_and_dot};

/// Whether a clipped activation times an output weight always fits 16 bits.
pub(crate) fn is_narrow<F: Features>(
    architecture: &Architecture<F>,
    parameters: &Parameters,
) -> bool {
    let weights = parameters.output_weights.iter();
    let largest = weights.map(|weight| weight.unsigned_abs()).max();
    let largest = i32::from(largest.unwrap_or_default());
    largest * architecture.scales.qa <= i32::from(i16::MAX)
}

/// Evaluates an expression with a type's name standing for the activation kernel of a network without
/// hidden layers.
macro_rules! by_activation {
    ($network:expr, $kernel:ident => $value:expr) => {{
        let network = $network;
        $crate::with_activation!(network.architecture().activation, Described => {
            if network.is_narrow() {
                type $kernel = <Described as $crate::activation::Activate>::Narrow;
                $value
            } else {
                type $kernel = <Described as $crate::activation::Activate>::Wide;
                $value
            }
        })
    }};
}
pub(crate) use by_activation;

/// The output without its bias, scaled by QA * QB.
#[inline(always)]
pub(crate) fn output<F: Features, I: Isa, A: Activate>(
    network: &Network<F>,
    accumulators: [&[i16]; 2],
    bucket: usize,
) -> i64 {
    let weights = output_weights::<F, A>(network, accumulators[0].len(), bucket);
    let output = dot_activated::<I, A>(accumulators, qa(network), weights);
    rescale::<F, A>(network, output, bucket)
}

/// [`output`] fused with the update of both accumulators; `side_to_move` is that after the move.
#[inline(always)]
pub(crate) fn output_after<F, I, A, const ADDS: usize, const SUBS: usize>(
    network: &Network<F>,
    update: Update<'_, 2, ADDS, SUBS>,
    side_to_move: usize,
    bucket: usize,
) -> i64
where
    F: Features,
    I: Isa,
    A: Activate,
{
    let weights = output_weights::<F, A>(network, update.before.len() / 2, bucket);
    let (first, second) = weights.split_at(weights.len() / 2);
    let weights = match side_to_move {
        0 => [first, second],
        _ => [second, first],
    };
    let output = update_and_dot::<I, A, ADDS, SUBS>(update, qa(network), weights);
    rescale::<F, A>(network, output, bucket)
}

/// Adds what the activation's offset took away, and divides out the extra QA factor of products of two
/// activations.
#[inline(always)]
fn rescale<F: Features, A: Activate>(network: &Network<F>, output: i64, bucket: usize) -> i64 {
    let offset = i64::from(A::offset(qa(network)));
    match A::IS_PRODUCT {
        true => network.divide_by_qa(output + offset * network.output_weight_sum(bucket)),
        false => output,
    }
}

/// An output bucket's weights, for both perspectives.
#[inline(always)]
fn output_weights<F: Features, A: Activate>(
    network: &Network<F>,
    width: usize,
    bucket: usize,
) -> &[i16] {
    let inputs = 2 * A::outputs(width);
    &network.parameters().output_weights[bucket * inputs..][..inputs]
}

/// QA, which fits 16 bits.
#[inline(always)]
fn qa<F: Features>(network: &Network<F>) -> i16 {
    network.architecture().scales.qa as i16
}
