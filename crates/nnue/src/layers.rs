//! What follows the first layer.
//!
//! # Arithmetic
//!
//! Everything is an integer. No step overflows: [`Network::new`](crate::Network::new) proves it for
//! the given parameters or refuses them, so the order of additions does not matter. `>>` is an
//! arithmetic shift (it rounds down); `/` rounds toward zero.
//!
//! Names: `one` is `scales.first`, `W` the first layer's width, `P` the number of pieces on the
//! board, kings included.
//!
//! 1. **First layer**, for each side: `a[n] = first_biases[n] + sum of first_weights[input][n]` over
//!    the side's active inputs, in 16 bits.
//! 2. **Bucket**: `k = min((P - 2) / ceil(32 / buckets), buckets - 1)`. All that follows uses the
//!    parameters of bucket `k`.
//! 3. **Activation**, for each side, with `c(a) = clamp(a, 0, one)`:
//!    * ReLU: `x[n] = max(a[n], 0)`
//!    * CReLU: `x[n] = c(a[n])`
//!    * SCReLU: `x[n] = c(a[n]) * c(a[n])`
//!    * pairwise: `x[n] = c(a[n]) * c(a[n + W/2])` for `n < W/2`
//! 4. `x` of the **side to move comes first**, that of the other side follows.
//!
//! Without small layers:
//!
//! 5. `s = sum of x[i] * output_weights[k][i]`; for SCReLU and pairwise then `s = s / one`.
//! 6. `value = (s + output_biases[k]) * scales.evaluation / (one * scales.output)`.
//!
//! So output biases are scaled by `one * scales.output`.
//!
//! With small layers:
//!
//! 5. **Bytes**: `b[i] = x[i] >> t`, where `t` is the smallest shift that brings the largest `x`
//!    (`one` for CReLU, `one * one` for SCReLU and pairwise) to 127 or less: with `one = 255`, 1 for
//!    CReLU and 9 for the others. A real one is thus `A = largest x / 2^t` (a fraction) in a byte.
//! 6. **First small layer** (8-bit weights): `z[j] = biases[k][j] + sum of b[i] * weights[k][j][i]`. A
//!    real one is `2^sum_bits` in `z`: weights are scaled by `2^sum_bits / A`, biases by `2^sum_bits`.
//! 7. **Its activation**: `v = clamp(z[j] >> (sum_bits - 12), 0, 4096)`; CReLU: `h[j] = v`, SCReLU:
//!    `h[j] = (v * v) >> 12`. A real one is 4096 in `h`.
//! 8. **Each later small layer** (16-bit weights, scaled by `scales.output = 2^q`; biases scaled by
//!    `4096 * 2^q`): `z[j] = biases[k][j] + sum of h[i] * weights[k][j][i]`,
//!    `v = clamp(z[j] >> q, 0, 4096)`, then `h` as in step 7.
//! 9. **Output**: `value = (output_biases[k] + sum of h[i] * output_weights[k][i]) *
//!    scales.evaluation / (4096 * scales.output)`.
//!
//! `value` is in hundredths of a pawn for the side to move; products in the last step are 64 bits
//! wide, and what does not fit 32 bits in the end is clamped to them.

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
pub use hidden::{Scratch, byte_one};
pub(crate) use packed::PackedLayers;

/// What a real one is in the outputs of small layers.
pub const HIDDEN_ONE: i32 = 1 << HIDDEN_BITS;

/// The power of two of [`HIDDEN_ONE`].
pub const HIDDEN_BITS: u32 = 12;

/// The largest byte that enters the first small layer: two products of such a byte and a weight
/// fit 16 bits.
pub const MAX_BYTE: u8 = 127;

/// The value of a position for the side to move, in hundredths of a pawn, from the first layer's
/// sums of the side to move and of the other side.
#[inline(always)]
pub fn value<I: Isa>(
    network: &Network,
    sums: [&[i16]; 2],
    bucket: usize,
    scratch: &mut Scratch,
) -> i32 {
    let output = match &network.architecture().hidden {
        None => by_activation!(network, A => output::<I, A>(network, sums, bucket)),
        Some(hidden) => hidden::output::<I>(network, hidden, sums, bucket, scratch),
    };
    with_bias(network, output, bucket)
}

/// The value from an output without its bias.
#[inline(always)]
pub(crate) fn with_bias(network: &Network, output: i64, bucket: usize) -> i32 {
    let bias = i64::from(network.parameters().output_biases[bucket]);
    network.rescale(output + bias)
}
