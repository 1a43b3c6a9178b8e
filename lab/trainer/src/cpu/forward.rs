//! From a position to the network's output, in real numbers.

use nnue::features::FeatureTable;
use records::Record;

use super::Inputs;
use super::activation::{activate, activate_hidden};
use crate::data::pieces;
use crate::model::{Layer, Model, TILE};

/// A network that can be asked.
pub struct Forward<'a> {
    pub(super) model: &'a Model,
    pub(super) parameters: &'a [f32],
    /// The first layer's weights, with what king buckets share.
    first: &'a [f32],
    table: FeatureTable,
}

/// All that a position makes on its way through a network, and memory for the way back.
#[derive(Clone, Debug)]
pub struct Activations {
    /// The first layer's sums: those of the side to move, then those of the other.
    pub(super) sums: Vec<f32>,
    /// What they become.
    pub(super) outputs: Vec<f32>,
    /// The sums of each small layer, and what they become.
    pub(super) hidden: Vec<[Vec<f32>; 2]>,
}

impl Activations {
    /// Room for a network.
    #[must_use]
    pub fn new(model: &Model) -> Self {
        let zeros = |count: usize| vec![0.0; count];
        let hidden = |layer: &Layer| [zeros(layer.neurons), zeros(layer.neurons)];
        Self {
            sums: zeros(2 * model.architecture.width),
            outputs: zeros(2 * model.architecture.activated_width()),
            hidden: model.dense.iter().map(hidden).collect(),
        }
    }

    /// What the output sums up.
    pub(super) fn last(&self) -> &[f32] {
        self.hidden
            .last()
            .map_or(&self.outputs, |[_, outputs]| outputs)
    }
}

impl<'a> Forward<'a> {
    /// A network of these parameters, with memory for the weights that king buckets share.
    #[must_use]
    pub fn new(model: &'a Model, parameters: &'a [f32], merged: &'a mut Vec<f32>) -> Self {
        Self {
            table: FeatureTable::new(&model.architecture.features),
            model,
            parameters,
            first: model.ft_weights(parameters, merged),
        }
    }

    /// A position as inputs.
    #[must_use]
    #[inline]
    pub fn inputs(&self, record: &Record) -> Inputs {
        let bucket = self.model.architecture.bucket(pieces(record));
        Inputs::new(&self.table, record, bucket)
    }

    /// The output: one is worth as many hundredths of a pawn as the scale says.
    #[inline]
    pub fn run(&self, inputs: &Inputs, activations: &mut Activations) -> f32 {
        let architecture = &self.model.architecture;
        let Activations {
            sums,
            outputs,
            hidden,
        } = activations;
        let sums = sums.chunks_exact_mut(architecture.width);
        let outputs_of_sides = outputs.chunks_exact_mut(architecture.activated_width());
        for (side, (sums, outputs)) in sums.zip(outputs_of_sides).enumerate() {
            self.first_layer(inputs.of(side), sums);
            activate(architecture.activation, sums, outputs);
        }
        let bucket = usize::from(inputs.bucket);
        if let Some(small) = &architecture.hidden {
            let mut below: &[f32] = outputs;
            for (layer, [sums, outputs]) in self.model.dense.iter().zip(hidden) {
                self.dense(layer, bucket, below, sums);
                activate_hidden(small.activation, sums, outputs);
                below = outputs;
            }
        }
        let mut output = [0.0];
        self.dense(&self.model.output, bucket, activations.last(), &mut output);
        output[0]
    }

    /// The first layer's sums of one side.
    #[inline]
    fn first_layer(&self, inputs: &[u16], sums: &mut [f32]) {
        let biases = self.parameters[self.model.first.biases.clone()]
            .as_chunks::<TILE>()
            .0;
        let rows = self.first.as_chunks::<TILE>().0;
        let stripes = rows.chunks_exact(self.model.first.inputs);
        let sums = sums.as_chunks_mut::<TILE>().0.iter_mut().zip(biases);
        for ((sum, bias), rows) in sums.zip(stripes) {
            let mut total = *bias;
            for &input in inputs {
                add(&mut total, &rows[usize::from(input)]);
            }
            *sum = total;
        }
    }

    /// The sums of a layer after the first.
    #[inline]
    fn dense(&self, layer: &Layer, bucket: usize, below: &[f32], sums: &mut [f32]) {
        let weights = self.weights_of(layer, bucket);
        let biases = &self.parameters[layer.biases.clone()][bucket * layer.neurons..];
        let rows = weights.chunks_exact(layer.inputs);
        for ((sum, weights), bias) in sums.iter_mut().zip(rows).zip(biases) {
            *sum = bias + dot(below, weights);
        }
    }

    /// The weights of a layer after the first in an output bucket.
    #[inline]
    pub(super) fn weights_of(&self, layer: &Layer, bucket: usize) -> &[f32] {
        let size = layer.neurons * layer.inputs;
        &self.parameters[layer.weights.clone()][bucket * size..][..size]
    }
}

/// Adds a row of a stripe.
#[inline(always)]
pub(super) fn add(sums: &mut [f32; TILE], row: &[f32; TILE]) {
    for place in 0..TILE {
        sums[place] += row[place];
    }
}

/// The sum of products, in an order that vectors can follow.
#[inline]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    const LANES: usize = 16;
    let (a, b) = (a.as_chunks::<LANES>().0, b.as_chunks::<LANES>().0);
    let mut sums = [0.0_f32; LANES];
    for (a, b) in a.iter().zip(b) {
        for place in 0..LANES {
            sums[place] += a[place] * b[place];
        }
    }
    sums.iter().sum()
}
