//! The gradients of a batch from those of its shards.

use rayon::prelude::{IndexedParallelIterator, ParallelIterator, ParallelSliceMut};

use super::Shard;
use super::forward::add;
use crate::model::{Model, TILE};
use crate::trained::Trained;

/// Parameters that one task sums.
const BLOCK: usize = 1 << 12;

/// The gradients of the feature transformer, which must be zero before. A thread has whole tiles to
/// itself.
pub fn feature_transformer<F: Trained>(model: &Model<F>, shards: &[Shard], gradient: &mut [f32]) {
    let (weights, rest) = gradient.split_at_mut(model.ft.weights.len());
    let factorizer_len = model.factorizer.as_ref().map_or(0, ExactSizeIterator::len);
    let (factorizer, rest) = rest.split_at_mut(factorizer_len);
    let biases = &mut rest[..model.ft.biases.len()];
    let tiles = weights
        .par_chunks_exact_mut(model.ft.inputs * TILE)
        .zip(biases.par_chunks_exact_mut(TILE))
        .enumerate();
    if factorizer.is_empty() {
        tiles.for_each(|(tile, (weights, biases))| add_tile(shards, tile, weights, biases));
        return;
    }
    let factorizer = factorizer.par_chunks_exact_mut(model.shared_inputs() * TILE);
    tiles
        .zip(factorizer)
        .for_each(|((tile, (weights, biases)), factorizer)| {
            add_tile(shards, tile, weights, biases);
            for bucket in weights.chunks_exact(factorizer.len()) {
                for (sum, gradient) in factorizer.iter_mut().zip(bucket) {
                    *sum += gradient;
                }
            }
        });
}

/// Adds a tile's accumulator gradients to those of its biases and of the active features' weights.
fn add_tile(shards: &[Shard], tile: usize, weights: &mut [f32], biases: &mut [f32]) {
    let rows = weights.as_chunks_mut::<TILE>().0;
    let mut bias = [0.0; TILE];
    for shard in shards {
        let deltas = shard.deltas(tile).as_chunks::<2>().0;
        for (inputs, sides) in shard.inputs.iter().zip(deltas) {
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

/// The gradients of all layers after the feature transformer.
pub fn after_ft<F: Trained>(model: &Model<F>, shards: &[Shard], gradient: &mut [f32]) {
    let blocks = gradient[model.after_ft()].par_chunks_mut(BLOCK);
    blocks.enumerate().for_each(|(number, block)| {
        block.fill(0.0);
        for shard in shards {
            let gradients = &shard.after_ft[number * BLOCK..][..block.len()];
            for (sum, gradient) in block.iter_mut().zip(gradients) {
                *sum += gradient;
            }
        }
    });
}
