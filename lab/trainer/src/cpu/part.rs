//! A part of a batch: forward, backward, and what it leaves for the sums.

use super::backward::{Errors, back};
use super::{Activations, Forward, Inputs};
use crate::backend::Plan;
use crate::model::{Model, TILE};

/// What one thread works on at a time.
pub struct Part {
    /// The inputs of each position.
    pub inputs: Vec<Inputs>,
    /// The gradients of the first layer's sums: `[stripe][position][side][neuron of the stripe]`.
    deltas: Vec<f32>,
    /// The summed gradients of everything after the first layer.
    pub tail: Vec<f32>,
    /// The sum of losses.
    pub loss: f64,
    activations: Activations,
    errors: Errors,
    sums: Vec<f32>,
}

impl Part {
    /// Room for a number of positions.
    pub fn new(model: &Model, positions: usize) -> Self {
        let width = model.architecture.width;
        Self {
            inputs: vec![Inputs::EMPTY; positions],
            deltas: vec![0.0; 2 * width * positions],
            tail: vec![0.0; model.tail().len()],
            loss: 0.0,
            activations: Activations::new(model),
            errors: Errors::default(),
            sums: vec![0.0; 2 * width],
        }
    }

    /// Goes through positions of the training set, as many as there is room for.
    pub fn run(
        &mut self,
        forward: &Forward<'_>,
        plan: &Plan,
        weight: f32,
        positions: impl Iterator<Item = usize>,
    ) {
        self.tail.fill(0.0);
        self.loss = 0.0;
        for (number, position) in positions.enumerate() {
            let record = &plan.data.training[position];
            let inputs = forward.inputs(record);
            let output = forward.run(&inputs, &mut self.activations);
            let points = plan.target.points(record, weight);
            let (loss, slope) = plan.target.loss(output, points);
            self.loss += f64::from(loss);
            back(
                forward,
                (&inputs, &self.activations),
                slope,
                &mut self.errors,
                (&mut self.tail, &mut self.sums),
            );
            self.inputs[number] = inputs;
            self.keep_deltas(number);
        }
    }

    /// Puts the gradients of a position's sums where their stripes are.
    fn keep_deltas(&mut self, number: usize) {
        let stripe = 2 * self.inputs.len();
        let stripes = self.sums.len() / (2 * TILE);
        let deltas = self.deltas.as_chunks_mut::<TILE>().0;
        for (place, sums) in self.sums.as_chunks::<TILE>().0.iter().enumerate() {
            let (side, tile) = (place / stripes, place % stripes);
            deltas[tile * stripe + 2 * number + side] = *sums;
        }
    }

    /// The gradients of a stripe's sums, those of the side to move and of the other in turn.
    pub fn deltas(&self, tile: usize) -> &[[f32; TILE]] {
        let stripe = 2 * self.inputs.len();
        &self.deltas.as_chunks::<TILE>().0[tile * stripe..][..stripe]
    }
}
