//! The layers after the feature transformer.
//!
//! `docs/reference/net-format.md` defines every step of the arithmetic. All numbers are integers, and
//! [`Network::new`](crate::Network::new) refuses parameters with which a sum could overflow, so the
//! order of additions does not matter.

mod direct;
mod divider;
mod head;
mod hidden;
mod packed;
#[cfg(test)]
mod tests;

use crate::features::Features;
use crate::network::Network;
use crate::simd::Isa;
use crate::with_activation;

pub(crate) use direct::{by_activation, is_narrow, output, output_after};
pub(crate) use divider::Divider;
pub(crate) use head::Head;
pub(crate) use hidden::output as hidden_output;
pub use hidden::{Scratch, byte_scale};
pub(crate) use packed::PackedLayers;

/// The quantization scale of hidden layers' outputs.
pub const HIDDEN_SCALE: i32 = 1 << HIDDEN_BITS;

/// The power of two of [`HIDDEN_SCALE`].
pub const HIDDEN_BITS: u32 = 12;

/// The largest input of the first hidden layer: two products of such a byte and a weight fit 16
/// bits.
pub const MAX_BYTE: u8 = 127;

/// The value of a position for the side to move in centipawns, from the accumulators of the side to
/// move and of the other side.
#[inline(always)]
pub fn value<F: Features, I: Isa>(
    network: &Network<F>,
    accumulators: [&[i16]; 2],
    bucket: usize,
    scratch: &mut Scratch,
) -> i32 {
    let output = match &network.architecture().hidden {
        None => by_activation!(network, A => output::<F, I, A>(network, accumulators, bucket)),
        Some(hidden) => {
            with_activation!(network.architecture().activation, A => {
                scratch.read::<F, I, A>(network, accumulators);
            });
            hidden_output::<F, I>(network, hidden, bucket, scratch)
        }
    };
    with_bias(network, output, bucket)
}

/// The value from an output without its bias.
#[inline(always)]
pub(crate) fn with_bias<F: Features>(network: &Network<F>, output: i64, bucket: usize) -> i32 {
    let bias = i64::from(network.parameters().output_biases[bucket]);
    network.head().value(output + bias)
}
