//! The hidden layers and the output layer after them.

use super::{HIDDEN_BITS, MAX_BYTE};
use crate::activation::{Activate, Activation};
use crate::architecture::{Architecture, Hidden, MAX_HIDDEN, MAX_WIDTH};
use crate::features::Features;
use crate::network::Network;
use crate::simd::kernels::{
    BLOCK, ByteScale, CHUNK, GROUP, NNZ_SLACK, Update, activate_to_bytes, activate_to_words,
    dense_bytes, dense_words, divides_into_parts, dot, find_nnz, update_and_activate,
};
use crate::simd::{Aligned, Isa};

/// Inputs of hidden layers, in memory that need not be cleared for each evaluation.
#[derive(Clone, Debug)]
pub struct Scratch {
    /// Those of the first one.
    bytes: Aligned<u8>,
    /// The groups of bytes that are not all zero.
    nnz: Aligned<u16>,
    /// How many there are.
    count: usize,
    /// A layer's sums, then numbers that are not used.
    sums: Aligned<i32>,
    /// Their activations, likewise. Not on the stack: of a length that the compiler knows, it would load
    /// all numbers before it uses the first.
    words: Aligned<i16>,
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            bytes: Aligned::zeroed(2 * MAX_WIDTH),
            nnz: Aligned::zeroed(2 * MAX_WIDTH / GROUP + NNZ_SLACK),
            count: 0,
            sums: Aligned::zeroed(MAX_HIDDEN),
            words: Aligned::zeroed(MAX_HIDDEN + CHUNK),
        }
    }
}

impl Scratch {
    /// Takes the inputs from the accumulators of the side to move and of the other side.
    #[inline(always)]
    pub(crate) fn read<F: Features, I: Isa, A: Activate>(
        &mut self,
        network: &Network<F>,
        accumulators: [&[i16]; 2],
    ) {
        let outputs = A::outputs(accumulators[0].len());
        let bytes = &mut self.bytes[..2 * outputs];
        let scale = byte_scale_of(network.architecture());
        for (accumulator, bytes) in accumulators
            .into_iter()
            .zip(bytes.chunks_exact_mut(outputs))
        {
            activate_to_bytes::<I, A>(accumulator, scale, bytes);
        }
        self.count = find_nnz::<I>(bytes, &mut self.nnz);
    }

    /// So many inputs.
    pub(crate) fn inputs(&self, count: usize) -> &[u8] {
        &self.bytes[..count]
    }

    /// Updates the accumulators and takes the inputs from them; `side_to_move` is that after the move.
    #[inline(always)]
    pub(crate) fn read_after<F, I, A, const ADDS: usize, const SUBS: usize>(
        &mut self,
        network: &Network<F>,
        update: Update<'_, 2, ADDS, SUBS>,
        side_to_move: usize,
    ) where
        F: Features,
        I: Isa,
        A: Activate,
    {
        let outputs = A::outputs(update.before.len() / 2);
        let bytes = &mut self.bytes[..2 * outputs];
        let scale = byte_scale_of(network.architecture());
        self.count = update_and_activate::<I, A, ADDS, SUBS>(
            update,
            scale,
            side_to_move,
            bytes,
            &mut self.nnz,
        );
    }

    /// Whether [`Scratch::read_after`] can be used for a network.
    #[inline(always)]
    pub(crate) fn can_read_after<F: Features, I: Isa, A: Activate>(network: &Network<F>) -> bool {
        divides_into_parts::<I>(A::outputs(network.architecture().width))
    }
}

/// The output without its bias, scaled by [`HIDDEN_SCALE`](super::HIDDEN_SCALE) * QB.
#[inline(never)]
pub(crate) fn output<F: Features, I: Isa>(
    network: &Network<F>,
    hidden: &Hidden,
    bucket: usize,
    scratch: &mut Scratch,
) -> i64 {
    let parameters = network.parameters();
    let layers = network.packed_layers();
    let (Some(dense), Some(packed)) = (&parameters.dense, &layers.dense) else {
        unreachable!("a network with hidden layers has a first one");
    };
    let (sums, words) = (&mut *scratch.sums, &mut *scratch.words);

    let mut size = packed.neurons();
    let (bytes, nnz) = (
        &scratch.bytes[..packed.inputs()],
        &scratch.nnz[..scratch.count],
    );
    let biases = dense.biases[bucket * size..].chunks_exact(BLOCK);
    let blocks = packed.blocks(bucket).zip(biases);
    for ((weights, biases), sums) in blocks.zip(sums.chunks_exact_mut(BLOCK)) {
        dense_bytes::<I>(bytes, nnz, weights, biases, sums);
    }
    let mut shift = hidden.sum_bits - HIDDEN_BITS;
    for (number, (layer, packed)) in parameters.later.iter().zip(&layers.later).enumerate() {
        activate::<I>(hidden.activations(number), sums, size, shift, words);
        shift = network.architecture().scales.qb.trailing_zeros();
        size = packed.neurons();
        let biases = layer.biases[bucket * size..].chunks_exact(BLOCK);
        let blocks = packed.blocks(bucket).zip(biases);
        for ((weights, biases), sums) in blocks.zip(sums.chunks_exact_mut(BLOCK)) {
            dense_words::<I>(&words[..packed.inputs()], weights, biases, sums);
        }
    }
    let last = hidden.activations(parameters.later.len());
    activate::<I>(last, sums, size, shift, words);
    let weights = layers.output(bucket);
    dot::<I>(&words[..weights.len()], weights)
}

/// The activations of a hidden layer of some size, one after the other. Up to a multiple of 32, those of
/// numbers beyond it follow; the next one overwrites them.
#[inline(always)]
fn activate<I: Isa>(
    activations: &[Activation],
    sums: &[i32],
    size: usize,
    shift: u32,
    words: &mut [i16],
) {
    let count = size.next_multiple_of(CHUNK);
    for (number, activation) in activations.iter().enumerate() {
        let words = &mut words[number * size..][..count];
        activate_to_words::<I>(&sums[..count], shift, activation.is_product(), words);
    }
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

/// How the kernels make the first hidden layer's inputs.
#[inline(always)]
fn byte_scale_of<F: Features>(architecture: &Architecture<F>) -> ByteScale {
    ByteScale {
        // QA fits 16 bits.
        qa: architecture.scales.qa as i16,
        shift: byte_shift(architecture),
    }
}

/// The smallest shift that brings the largest activation to [`MAX_BYTE`] or less.
fn byte_shift<F: Features>(architecture: &Architecture<F>) -> u32 {
    let largest = largest_activation(architecture);
    let is_byte = |shift: &u32| largest >> shift <= i64::from(MAX_BYTE);
    (0..32).find(is_byte).unwrap_or_default()
}
