//! The hidden layers and the output layer after them.

use super::packed::Packed;
use super::{HIDDEN_BITS, HIDDEN_SCALE, MAX_BYTE};
use crate::activation::Activation;
use crate::architecture::{Architecture, Hidden, MAX_HIDDEN, MAX_WIDTH};
use crate::features::Features;
use crate::network::Network;
use crate::simd::kernels::{
    BLOCK, GROUP, NNZ_SLACK, clip_to_bytes, dense_bytes, dense_words, dot, find_nnz,
    multiply_to_bytes,
};
use crate::simd::{Aligned, Isa};

/// Working memory, kept so that it need not be cleared for each evaluation.
#[derive(Clone, Debug)]
pub struct Scratch {
    /// The first hidden layer's inputs.
    bytes: Aligned<u8>,
    /// The groups of inputs that are not all zero.
    nnz: Aligned<u16>,
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            bytes: Aligned::zeroed(2 * MAX_WIDTH),
            nnz: Aligned::zeroed(2 * MAX_WIDTH / GROUP + NNZ_SLACK),
        }
    }
}

/// The output without its bias, scaled by [`HIDDEN_SCALE`] * QB.
#[inline(never)]
pub(super) fn output<F: Features, I: Isa>(
    network: &Network<F>,
    hidden: &Hidden,
    accumulators: [&[i16]; 2],
    bucket: usize,
    scratch: &mut Scratch,
) -> i64 {
    let parameters = network.parameters();
    let layers = network.packed_layers();
    let (Some(dense), Some(packed)) = (&parameters.dense, &layers.dense) else {
        unreachable!("a network with hidden layers has a first one");
    };
    let mut words = [0_i16; MAX_HIDDEN];
    let mut ints = [0_i32; MAX_HIDDEN];

    let mut size = packed.neurons();
    let biases = &dense.biases[bucket * size..][..size];
    ints[..size].copy_from_slice(biases);
    let sums = &mut ints[..size];
    first_hidden::<F, I>(network, packed, accumulators, bucket, scratch, sums);
    activate(
        hidden.activation,
        hidden.sum_bits - HIDDEN_BITS,
        &ints[..size],
        &mut words,
    );

    let weight_bits = network.architecture().scales.qb.trailing_zeros();
    for (layer, packed) in parameters.later.iter().zip(&layers.later) {
        size = packed.neurons();
        ints[..size].copy_from_slice(&layer.biases[bucket * size..][..size]);
        let blocks = packed.blocks(bucket).zip(ints.chunks_exact_mut(BLOCK));
        for (weights, sums) in blocks {
            dense_words::<I>(&words[..packed.inputs()], weights, sums);
        }
        activate(hidden.activation, weight_bits, &ints[..size], &mut words);
    }
    dot::<I>(
        &words[..size],
        &parameters.output_weights[bucket * size..][..size],
    )
}

/// Adds the first hidden layer's products to its biases, skipping inputs that are zero.
#[inline(always)]
fn first_hidden<F: Features, I: Isa>(
    network: &Network<F>,
    packed: &Packed<i8>,
    accumulators: [&[i16]; 2],
    bucket: usize,
    scratch: &mut Scratch,
    sums: &mut [i32],
) {
    let architecture = network.architecture();
    let bytes = &mut scratch.bytes[..packed.inputs()];
    let (own, other) = bytes.split_at_mut(packed.inputs() / 2);
    to_bytes::<F, I>(architecture, accumulators[0], own);
    to_bytes::<F, I>(architecture, accumulators[1], other);
    let count = find_nnz::<I>(bytes, &mut scratch.nnz);
    let nnz = &scratch.nnz[..count];
    for (weights, sums) in packed.blocks(bucket).zip(sums.chunks_exact_mut(BLOCK)) {
        dense_bytes::<I>(bytes, nnz, weights, sums);
    }
}

/// The activation of one accumulator, as bytes.
#[inline(always)]
fn to_bytes<F: Features, I: Isa>(
    architecture: &Architecture<F>,
    accumulator: &[i16],
    bytes: &mut [u8],
) {
    let shift = byte_shift(architecture);
    // QA fits 16 bits.
    let qa = architecture.scales.qa as i16;
    if !architecture.activation.is_product() {
        clip_to_bytes::<I>(accumulator, qa, shift, bytes);
        return;
    }
    let (a, b) = match architecture.activation.neurons() {
        1 => (accumulator, accumulator),
        _ => accumulator.split_at(accumulator.len() / 2),
    };
    multiply_to_bytes::<I>(a, b, qa, shift, bytes);
}

/// The quantization scale of the first hidden layer's inputs.
pub fn byte_scale<F: Features>(architecture: &Architecture<F>) -> f64 {
    let shift = 1_u64 << byte_shift(architecture);
    largest_activation(architecture) as f64 / shift as f64
}

/// The quantization scale, and so the largest value, of the feature transformer's activations.
const fn largest_activation<F: Features>(architecture: &Architecture<F>) -> i64 {
    let qa = architecture.scales.qa as i64;
    architecture.activation.scale(qa)
}

/// The smallest shift that brings the largest activation to [`MAX_BYTE`] or less.
fn byte_shift<F: Features>(architecture: &Architecture<F>) -> u32 {
    let largest = largest_activation(architecture);
    let is_byte = |shift: &u32| largest >> shift <= i64::from(MAX_BYTE);
    (0..32).find(is_byte).unwrap_or_default()
}

/// The activation of a hidden layer.
#[inline(always)]
fn activate(activation: Activation, shift: u32, sums: &[i32], words: &mut [i16]) {
    let clip = |sum: i32| (sum >> shift).clamp(0, HIDDEN_SCALE);
    // At most 4096: 16 bits are enough.
    if activation.is_product() {
        for (word, &sum) in words.iter_mut().zip(sums) {
            *word = ((clip(sum) * clip(sum)) >> HIDDEN_BITS) as i16;
        }
    } else {
        for (word, &sum) in words.iter_mut().zip(sums) {
            *word = clip(sum) as i16;
        }
    }
}
