//! Hidden layers: affine transforms with sparse bytes and with words.

use crate::simd::Isa;

/// Neurons that are computed together, and that weights are arranged by.
pub const BLOCK: usize = 16;
/// Bytes that are multiplied together.
pub const GROUP: usize = 4;
/// Words that are multiplied together.
pub const PAIR: usize = 2;
/// The most vectors that a block needs.
const VECTORS: usize = 4;
/// Sums that are kept at once, so that a product need not wait for the one before it.
const CHAINS: usize = 4;

/// Sparse input: the sums of 16 neurons, which are their biases and the products of the listed groups of
/// bytes with weights `[group][neuron][4]`.
///
/// # Panics
/// If there are not 16 biases and sums, not 64 weights for each group of bytes, or no such group as listed.
#[inline(always)]
pub fn dense_bytes<I: Isa>(
    bytes: &[u8],
    nnz: &[u16],
    weights: &[i8],
    biases: &[i32],
    sums: &mut [i32],
) {
    I::run(|| {
        assert!(weights.len() == bytes.len() * BLOCK && bytes.len().is_multiple_of(GROUP));
        // The largest one is found with vectors; comparing each would cost as much as the products.
        let largest = nnz.iter().fold(0, |largest, &group| group.max(largest));
        assert!(nnz.is_empty() || usize::from(largest) < bytes.len() / GROUP);
        let product = |sum: I::Ints, number: usize, vector: usize| {
            // SAFETY: the number is that of an entry, whose group is within the bytes and has 64 weights.
            let (inputs, weights) = unsafe {
                let group = usize::from(*nnz.get_unchecked(number));
                let inputs = bytes.as_ptr().add(group * GROUP).cast::<i32>();
                let row = weights.as_ptr().add(group * GROUP * BLOCK).cast::<i32>();
                (
                    inputs.read_unaligned(),
                    I::load_ints(row.add(vector * I::INTS)),
                )
            };
            I::dot_bytes(sum, I::splat_ints(inputs), weights)
        };
        sum_block::<I>(nnz.len(), biases, sums, product);
    })
}

/// The sums of 16 neurons, which are their biases and the products of words with weights
/// `[pair][neuron][2]`.
///
/// # Panics
/// If there are not 16 biases and sums, or not 32 weights for each pair of words.
#[inline(always)]
pub fn dense_words<I: Isa>(words: &[i16], weights: &[i16], biases: &[i32], sums: &mut [i32]) {
    I::run(|| {
        assert!(weights.len() == words.len() * BLOCK && words.len().is_multiple_of(PAIR));
        let (pairs, _) = words.as_chunks::<PAIR>();
        let (rows, _) = weights.as_chunks::<{ PAIR * BLOCK }>();
        let product = |sum: I::Ints, number: usize, vector: usize| {
            // SAFETY: there are as many rows as pairs, each of 32 words, as many as the vectors of a
            // block; a pair is one int.
            let (pair, weights) = unsafe {
                let pair = pairs.as_ptr().add(number).cast::<i32>().read_unaligned();
                let row = rows.as_ptr().add(number).cast::<i16>();
                (pair, I::load_words(row.add(vector * I::WORDS)))
            };
            I::dot_words(sum, I::as_words(I::splat_ints(pair)), weights)
        };
        sum_block::<I>(pairs.len(), biases, sums, product);
    })
}

/// Sums of 16 neurons: the biases and the products of some inputs by number, several of them at once.
#[inline(always)]
fn sum_block<I: Isa>(
    inputs: usize,
    biases: &[i32],
    sums: &mut [i32],
    product: impl Fn(I::Ints, usize, usize) -> I::Ints,
) {
    assert!(biases.len() == BLOCK && sums.len() == BLOCK);
    let vectors = BLOCK / I::INTS;
    // As many as there are registers for: four sums for each instruction set.
    let chains = CHAINS / vectors;
    let mut totals = [[I::splat_ints(0); VECTORS]; CHAINS];
    for (vector, total) in totals[0].iter_mut().take(vectors).enumerate() {
        // SAFETY: `vectors` vectors are as long as the biases.
        *total = unsafe { I::load_ints(biases.as_ptr().add(vector * I::INTS)) };
    }
    let in_fours = inputs - inputs % CHAINS;
    for first in (0..in_fours).step_by(CHAINS) {
        for chain in 0..CHAINS {
            let totals = &mut totals[chain % chains];
            for (vector, total) in totals.iter_mut().take(vectors).enumerate() {
                *total = product(*total, first + chain, vector);
            }
        }
    }
    for input in in_fours..inputs {
        for (vector, total) in totals[0].iter_mut().take(vectors).enumerate() {
            *total = product(*total, input, vector);
        }
    }
    for vector in 0..vectors {
        let mut sum = totals[0][vector];
        for totals in totals.iter().take(chains).skip(1) {
            sum = I::add_ints(sum, totals[vector]);
        }
        // SAFETY: `vectors` vectors are as long as the sums.
        unsafe { I::store_ints(sums.as_mut_ptr().add(vector * I::INTS), sum) };
    }
}
