//! The gradients of a batch from those of its parts.

use rayon::prelude::{IndexedParallelIterator, ParallelIterator, ParallelSliceMut};

use super::Part;
use super::forward::add;
use crate::model::{Model, SHARED_INPUTS, TILE};

/// Parameters that one task sums.
const BLOCK: usize = 1 << 12;

/// Gradients of the first layer, which are zero before. A thread has whole stripes to itself.
pub fn first_layer(model: &Model, parts: &[Part], gradient: &mut [f32]) {
    let (weights, rest) = gradient.split_at_mut(model.first.weights.len());
    let shared_len = model.shared.as_ref().map_or(0, ExactSizeIterator::len);
    let (shared, rest) = rest.split_at_mut(shared_len);
    let biases = &mut rest[..model.first.biases.len()];
    let stripes = weights
        .par_chunks_exact_mut(model.first.inputs * TILE)
        .zip(biases.par_chunks_exact_mut(TILE))
        .enumerate();
    if shared.is_empty() {
        stripes.for_each(|(tile, (weights, biases))| stripe(parts, tile, weights, biases));
        return;
    }
    let shared = shared.par_chunks_exact_mut(SHARED_INPUTS * TILE);
    stripes
        .zip(shared)
        .for_each(|((tile, (weights, biases)), shared)| {
            stripe(parts, tile, weights, biases);
            for bucket in weights.chunks_exact(shared.len()) {
                for (sum, gradient) in shared.iter_mut().zip(bucket) {
                    *sum += gradient;
                }
            }
        });
}

/// Adds the gradients of a stripe's sums to those of its biases and of the rows that made the sums.
fn stripe(parts: &[Part], tile: usize, weights: &mut [f32], biases: &mut [f32]) {
    let rows = weights.as_chunks_mut::<TILE>().0;
    let mut bias = [0.0; TILE];
    for part in parts {
        let deltas = part.deltas(tile).as_chunks::<2>().0;
        for (inputs, sides) in part.inputs.iter().zip(deltas) {
            for (side, delta) in sides.iter().enumerate() {
                add(&mut bias, delta);
                for &input in inputs.of(side) {
                    add(&mut rows[usize::from(input)], delta);
                }
            }
        }
    }
    biases.copy_from_slice(&bias);
}

/// Gradients of everything after the first layer.
pub fn tail(model: &Model, parts: &[Part], gradient: &mut [f32]) {
    let tail = gradient[model.tail()].par_chunks_mut(BLOCK);
    tail.enumerate().for_each(|(number, block)| {
        block.fill(0.0);
        for part in parts {
            let part = &part.tail[number * BLOCK..][..block.len()];
            for (sum, gradient) in block.iter_mut().zip(part) {
                *sum += gradient;
            }
        }
    });
}
