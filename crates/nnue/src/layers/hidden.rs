//! The output through small layers.

use super::packed::Packed;
use super::{HIDDEN_BITS, HIDDEN_ONE, MAX_BYTE};
use crate::architecture::{
    Activation, Architecture, Hidden, HiddenActivation, MAX_HIDDEN, MAX_WIDTH,
};
use crate::network::Network;
use crate::simd::kernels::{
    BLOCK, GROUP, GROUP_SLACK, clip_to_bytes, dense_bytes, dense_words, dot, multiply_to_bytes,
    positive_groups,
};
use crate::simd::{Aligned, Isa};

/// Memory to work in, kept so that it need not be cleared for each evaluation.
#[derive(Clone, Debug)]
pub struct Scratch {
    bytes: Aligned<u8>,
    groups: Aligned<u16>,
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            bytes: Aligned::zeroed(2 * MAX_WIDTH),
            groups: Aligned::zeroed(2 * MAX_WIDTH / GROUP + GROUP_SLACK),
        }
    }
}

/// The output without its bias, scaled by [`HIDDEN_ONE`] and the output scale.
#[inline(never)]
pub(super) fn output<I: Isa>(
    network: &Network,
    hidden: &Hidden,
    sums: [&[i16]; 2],
    bucket: usize,
    scratch: &mut Scratch,
) -> i64 {
    let parameters = network.parameters();
    let layers = network.packed_layers();
    let (Some(dense), Some(packed)) = (&parameters.dense, &layers.dense) else {
        unreachable!("a network with small layers has a first one");
    };
    let mut words = [0_i16; MAX_HIDDEN];
    let mut ints = [0_i32; MAX_HIDDEN];

    let mut size = packed.neurons();
    let biases = &dense.biases[bucket * size..][..size];
    ints[..size].copy_from_slice(biases);
    first::<I>(network, packed, sums, bucket, (scratch, &mut ints[..size]));
    activate(
        hidden.activation,
        hidden.sum_bits - HIDDEN_BITS,
        &ints[..size],
        &mut words,
    );

    let weight_bits = network.architecture().scales.output.trailing_zeros();
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

/// Adds the first small layer's products to its sums.
#[inline(always)]
fn first<I: Isa>(
    network: &Network,
    packed: &Packed<i8>,
    sums: [&[i16]; 2],
    bucket: usize,
    (scratch, ints): (&mut Scratch, &mut [i32]),
) {
    let architecture = network.architecture();
    let bytes = &mut scratch.bytes[..packed.inputs()];
    let (own, other) = bytes.split_at_mut(packed.inputs() / 2);
    to_bytes::<I>(architecture, sums[0], own);
    to_bytes::<I>(architecture, sums[1], other);
    let count = positive_groups::<I>(bytes, &mut scratch.groups);
    let groups = &scratch.groups[..count];
    for (weights, sums) in packed.blocks(bucket).zip(ints.chunks_exact_mut(BLOCK)) {
        dense_bytes::<I>(bytes, groups, weights, sums);
    }
}

/// One side's sums as bytes.
#[inline(always)]
fn to_bytes<I: Isa>(architecture: &Architecture, sums: &[i16], bytes: &mut [u8]) {
    let shift = byte_shift(architecture);
    // A scale fits 16 bits.
    let one = architecture.scales.first as i16;
    match architecture.activation {
        Activation::Pairwise => {
            let (a, b) = sums.split_at(sums.len() / 2);
            multiply_to_bytes::<I>(a, b, one, shift, bytes);
        }
        Activation::SquaredClippedRelu => {
            multiply_to_bytes::<I>(sums, sums, one, shift, bytes);
        }
        Activation::ClippedRelu | Activation::Relu => {
            clip_to_bytes::<I>(sums, one, shift, bytes);
        }
    }
}

/// What a real one is in the bytes that enter the first small layer.
#[must_use]
pub fn byte_one(architecture: &Architecture) -> f64 {
    let shift = 1_u64 << byte_shift(architecture);
    f64::from(largest_activation(architecture)) / shift as f64
}

/// What a real one is in the first layer's activations.
fn largest_activation(architecture: &Architecture) -> u32 {
    let one = architecture.scales.first.unsigned_abs();
    if architecture.activation.is_product() {
        one * one
    } else {
        one
    }
}

/// The smallest shift that brings the largest activation to [`MAX_BYTE`] or less.
fn byte_shift(architecture: &Architecture) -> u32 {
    let largest = largest_activation(architecture);
    let is_byte = |shift: &u32| largest >> shift <= u32::from(MAX_BYTE);
    (0..32).find(is_byte).unwrap_or_default()
}

/// What the sums of a small layer go through.
#[inline(always)]
fn activate(activation: HiddenActivation, shift: u32, sums: &[i32], words: &mut [i16]) {
    let clip = |sum: i32| (sum >> shift).clamp(0, HIDDEN_ONE);
    // At most 4096: 16 bits are enough.
    match activation {
        HiddenActivation::ClippedRelu => {
            for (word, &sum) in words.iter_mut().zip(sums) {
                *word = clip(sum) as i16;
            }
        }
        HiddenActivation::SquaredClippedRelu => {
            for (word, &sum) in words.iter_mut().zip(sums) {
                *word = ((clip(sum) * clip(sum)) >> HIDDEN_BITS) as i16;
            }
        }
    }
}
