//! The layers after the feature transformer.
//!
//! # Arithmetic
//!
//! Everything is an integer. No step overflows: [`Network::new`](crate::Network::new) proves it for
//! the given parameters or refuses them, so the order of additions does not matter. `>>` is an
//! arithmetic shift (it rounds down); `/` rounds toward zero.
//!
//! Names: `QA` is `scales.qa`, `QB` is `scales.qb`, `W` the feature transformer's width, `P` the
//! number of pieces on the board, kings included.
//!
//! 1. **Feature transformer**, for each perspective: the accumulator `a[n] = ft_biases[n] + sum of
//!    ft_weights[feature][n]` over the active features, in 16 bits.
//! 2. **Output bucket**: `k = min((P - 2) / ceil(32 / buckets), buckets - 1)`. All that follows uses the
//!    parameters of bucket `k`.
//! 3. **Activation**, for each perspective, with `c(a) = clamp(a, 0, QA)`:
//!    * ReLU: `x[n] = max(a[n], 0)`
//!    * CReLU: `x[n] = c(a[n])`
//!    * SCReLU: `x[n] = c(a[n]) * c(a[n])`
//!    * pairwise: `x[n] = c(a[n]) * c(a[n + W/2])` for `n < W/2`
//! 4. `x` of the **side to move comes first**, that of the other side follows.
//!
//! Without hidden layers:
//!
//! 5. `s = sum of x[i] * output_weights[k][i]`; for SCReLU and pairwise then `s = s / QA`.
//! 6. `value = (s + output_biases[k]) * scales.eval / (QA * QB)`.
//!
//! So output biases are quantized by `QA * QB`.
//!
//! With hidden layers:
//!
//! 5. **Bytes**: `b[i] = x[i] >> t`, where `t` is the smallest shift that brings the largest `x`
//!    (`QA` for CReLU, `QA * QA` for SCReLU and pairwise) to 127 or less: with `QA = 255`, 1 for
//!    CReLU and 9 for the others. The scale of a byte is thus `A = largest x / 2^t` (a fraction).
//! 6. **First hidden layer** (8-bit weights): `z[j] = biases[k][j] + sum of b[i] * weights[k][j][i]`.
//!    Its scale is `2^sum_bits`: weights are quantized by `2^sum_bits / A`, biases by `2^sum_bits`.
//! 7. **Its activation**: `v = clamp(z[j] >> (sum_bits - 12), 0, 4096)`; CReLU: `h[j] = v`, SCReLU:
//!    `h[j] = (v * v) >> 12`. The scale of `h` is 4096.
//! 8. **Each later hidden layer** (16-bit weights, quantized by `QB = 2^q`; biases quantized by
//!    `4096 * 2^q`): `z[j] = biases[k][j] + sum of h[i] * weights[k][j][i]`,
//!    `v = clamp(z[j] >> q, 0, 4096)`, then `h` as in step 7.
//! 9. **Output**: `value = (output_biases[k] + sum of h[i] * output_weights[k][i]) * scales.eval /
//!    (4096 * QB)`.
//!
//! `value` is in centipawns for the side to move; products in the last step are 64 bits wide, and the
//! result is clamped to 32 bits.

mod direct;
mod divider;
mod hidden;
mod packed;
#[cfg(test)]
mod tests;

use crate::network::Network;
use crate::simd::Isa;

pub(crate) use direct::{by_activation, is_narrow, output, output_after};
pub(crate) use divider::Divider;
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
pub fn value<I: Isa>(
    network: &Network,
    accumulators: [&[i16]; 2],
    bucket: usize,
    scratch: &mut Scratch,
) -> i32 {
    let output = match &network.architecture().hidden {
        None => by_activation!(network, A => output::<I, A>(network, accumulators, bucket)),
        Some(hidden) => hidden::output::<I>(network, hidden, accumulators, bucket, scratch),
    };
    with_bias(network, output, bucket)
}

/// The value from an output without its bias.
#[inline(always)]
pub(crate) fn with_bias(network: &Network, output: i64, bucket: usize) -> i32 {
    let bias = i64::from(network.parameters().output_biases[bucket]);
    network.rescale(output + bias)
}
