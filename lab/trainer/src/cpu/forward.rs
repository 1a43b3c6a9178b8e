//! The forward pass in floating point.

use nnue::FeatureSet;
use records::Record;

use super::Inputs;
use super::activation::activate;
use crate::model::{Layer, Model, TILE};
use crate::trained::Trained;

/// A network ready for the forward pass.
pub struct Forward<'a, F: Trained = FeatureSet> {
    pub(super) model: &'a Model<F>,
    pub(super) parameters: &'a [f32],
    /// The feature transformer's weights with the factorizer merged.
    ft_weights: &'a [f32],
    table: F::Table,
}

/// The intermediate values of a position, kept for the backward pass.
#[derive(Clone, Debug)]
pub struct Activations {
    /// The accumulators of the side to move and of the other side.
    pub(super) accumulators: Vec<f32>,
    /// Their activations.
    pub(super) outputs: Vec<f32>,
    /// The sums of each hidden layer, and their activations.
    pub(super) hidden: Vec<[Vec<f32>; 2]>,
}

impl Activations {
    /// Room for a network.
    pub fn new<F: Trained>(model: &Model<F>) -> Self {
        let zeros = |count: usize| vec![0.0; count];
        let above = model.hidden.iter().skip(1).chain([&model.output]);
        let hidden = |(layer, above): (&Layer, &Layer)| [zeros(layer.neurons), zeros(above.inputs)];
        Self {
            accumulators: zeros(2 * model.architecture.width),
            outputs: zeros(2 * model.architecture.activated_width()),
            hidden: model.hidden.iter().zip(above).map(hidden).collect(),
        }
    }

    /// The inputs of the output layer.
    pub(super) fn last(&self) -> &[f32] {
        self.hidden
            .last()
            .map_or(&self.outputs, |[_, outputs]| outputs)
    }
}

impl<'a, F: Trained> Forward<'a, F> {
    /// A network of these parameters, with memory to merge the factorizer.
    pub fn new(model: &'a Model<F>, parameters: &'a [f32], merged: &'a mut Vec<f32>) -> Self {
        Self {
            table: model.architecture.features.table(),
            model,
            parameters,
            ft_weights: model.merged_ft_weights(parameters, merged),
        }
    }

    /// The active features of a position.
    pub fn inputs(&self, record: &Record) -> Inputs {
        let mut inputs = Inputs::default();
        self.read(record, &mut inputs);
        inputs
    }

    /// The same, in memory that is there already.
    #[inline]
    pub fn read(&self, record: &Record, inputs: &mut Inputs) {
        let architecture = &self.model.architecture;
        inputs.read(
            &architecture.features,
            &self.table,
            record,
            architecture.buckets,
        );
    }

    /// The output, to be multiplied by the evaluation scale for centipawns.
    #[inline]
    pub fn run(&self, inputs: &Inputs, activations: &mut Activations) -> f32 {
        let architecture = &self.model.architecture;
        let Activations {
            accumulators,
            outputs,
            hidden,
        } = activations;
        let accumulators = accumulators.chunks_exact_mut(architecture.width);
        let outputs_of_sides = outputs.chunks_exact_mut(architecture.activated_width());
        for (side, (accumulator, outputs)) in accumulators.zip(outputs_of_sides).enumerate() {
            self.accumulate(inputs.of(side), accumulator);
            activate(architecture.activation, accumulator, outputs);
        }
        let bucket = usize::from(inputs.bucket);
        if let Some(layers) = &architecture.hidden {
            let mut below: &[f32] = outputs;
            let each = self.model.hidden.iter().zip(hidden).enumerate();
            for (number, (layer, [sums, outputs])) in each {
                self.dense(layer, bucket, below, sums);
                let parts = outputs.chunks_exact_mut(layer.neurons);
                for (&activation, outputs) in layers.activations(number).iter().zip(parts) {
                    activate(activation, sums, outputs);
                }
                below = outputs;
            }
        }
        let mut output = [0.0];
        self.dense(&self.model.output, bucket, activations.last(), &mut output);
        output[0]
    }

    /// The accumulator of one perspective.
    #[inline]
    fn accumulate(&self, inputs: &[u16], accumulator: &mut [f32]) {
        let biases = self.parameters[self.model.ft.biases.clone()]
            .as_chunks::<TILE>()
            .0;
        let rows = self.ft_weights.as_chunks::<TILE>().0;
        let tiles = rows.chunks_exact(self.model.ft.inputs);
        let accumulator = accumulator.as_chunks_mut::<TILE>().0.iter_mut();
        for ((values, bias), rows) in accumulator.zip(biases).zip(tiles) {
            let mut total = *bias;
            for &input in inputs {
                add(&mut total, &rows[usize::from(input)]);
            }
            *values = total;
        }
    }

    /// The sums of a layer after the feature transformer.
    #[inline]
    fn dense(&self, layer: &Layer, bucket: usize, below: &[f32], sums: &mut [f32]) {
        let weights = self.weights_of(layer, bucket);
        let biases = &self.parameters[layer.biases.clone()][bucket * layer.neurons..];
        let rows = weights.chunks_exact(layer.inputs);
        for ((sum, weights), bias) in sums.iter_mut().zip(rows).zip(biases) {
            *sum = bias + dot(below, weights);
        }
    }

    /// The weights of a layer after the feature transformer in an output bucket.
    #[inline]
    pub(super) fn weights_of(&self, layer: &Layer, bucket: usize) -> &[f32] {
        let size = layer.neurons * layer.inputs;
        &self.parameters[layer.weights.clone()][bucket * size..][..size]
    }
}

/// Adds a row of a tile.
#[inline(always)]
pub(super) fn add(sums: &mut [f32; TILE], row: &[f32; TILE]) {
    for index in 0..TILE {
        sums[index] += row[index];
    }
}

/// The dot product, in an order that vectorizes.
#[inline]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    const LANES: usize = 16;
    let (a, b) = (a.as_chunks::<LANES>().0, b.as_chunks::<LANES>().0);
    let mut sums = [0.0_f32; LANES];
    for (a, b) in a.iter().zip(b) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}
