//! A shard of a batch: forward and backward pass up to the accumulators.

use super::backward::{Errors, backward};
use super::{Activations, Forward, Inputs};
use crate::backend::Plan;
use crate::model::{Model, TILE};
use crate::trained::Trained;

/// A shard: one thread works on it at a time.
pub struct Shard {
    /// The active features of each position.
    pub inputs: Vec<Inputs>,
    /// The gradients of the accumulators: `[tile][position][side][neuron in the tile]`.
    deltas: Vec<f32>,
    /// The summed gradients of all layers after the feature transformer.
    pub after_ft: Vec<f32>,
    /// The sum of losses.
    pub loss: f64,
    activations: Activations,
    errors: Errors,
    accumulators: Vec<f32>,
}

impl Shard {
    /// Room for a number of positions.
    pub fn new<F: Trained>(model: &Model<F>, positions: usize) -> Self {
        let width = model.architecture.width;
        Self {
            inputs: vec![Inputs::default(); positions],
            deltas: vec![0.0; 2 * width * positions],
            after_ft: vec![0.0; model.after_ft().len()],
            loss: 0.0,
            activations: Activations::new(model),
            errors: Errors::default(),
            accumulators: vec![0.0; 2 * width],
        }
    }

    /// Processes positions of the training set, as many as there is room for.
    pub fn run<F: Trained>(
        &mut self,
        forward: &Forward<'_, F>,
        plan: &Plan<F>,
        wdl: f32,
        positions: impl Iterator<Item = usize>,
    ) {
        self.after_ft.fill(0.0);
        self.loss = 0.0;
        for (number, position) in positions.enumerate() {
            let record = &plan.data.training[position];
            let inputs = &mut self.inputs[number];
            forward.read(record, inputs);
            let output = forward.run(inputs, &mut self.activations);
            let target = plan.loss.target(record, wdl);
            let (loss, slope) = plan.loss.of(output, target);
            self.loss += f64::from(loss);
            backward(
                forward,
                inputs,
                &self.activations,
                slope,
                &mut self.errors,
                &mut self.after_ft,
                &mut self.accumulators,
            );
            self.keep_deltas(number);
        }
    }

    /// Stores the gradients of a position's accumulators by tile.
    fn keep_deltas(&mut self, number: usize) {
        let rows = 2 * self.inputs.len();
        let tiles = self.accumulators.len() / (2 * TILE);
        let deltas = self.deltas.as_chunks_mut::<TILE>().0;
        let values = self.accumulators.as_chunks::<TILE>().0.iter();
        for (index, values) in values.enumerate() {
            let (side, tile) = (index / tiles, index % tiles);
            deltas[tile * rows + 2 * number + side] = *values;
        }
    }

    /// A tile's gradients, those of the side to move and of the other side in turn.
    pub fn deltas(&self, tile: usize) -> &[[f32; TILE]] {
        let rows = 2 * self.inputs.len();
        &self.deltas.as_chunks::<TILE>().0[tile * rows..][..rows]
    }
}
