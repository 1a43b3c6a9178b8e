//! The parameters in floating point, and their layout.
//!
//! All parameters are in one array, so that the optimizer, the average and checkpoints need not know
//! layers. The feature transformer's weights are tiled: `[tile][feature][neuron in the tile]`, with
//! [`TILE`] neurons a tile. A tile of one feature is a few registers, and its whole block of memory
//! belongs to one thread when gradients are summed. Everything else is laid out as in the network
//! file.

mod init;

use std::ops::Range;

use nnue::architecture::WIDTH_MULTIPLE;
use nnue::layers::{MAX_BYTE, byte_scale};
use nnue::{Architecture, FeatureSet, Hidden};

use crate::trained::Trained;

pub use init::initial_parameters;

/// Neurons of a tile.
pub const TILE: usize = WIDTH_MULTIPLE;

/// Inputs of one king bucket of chess, and of the factorizer.
pub const BUCKET_INPUTS: usize = 768;

/// A layer's parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Its name in error messages.
    pub name: String,
    /// The range of its weights: `[bucket][neuron][input]` after the feature transformer.
    pub weights: Range<usize>,
    /// The range of its biases.
    pub biases: Range<usize>,
    /// Inputs of a neuron.
    pub inputs: usize,
    /// Neurons of one bucket.
    pub neurons: usize,
}

/// A part of the network with a learning rate and a weight decay of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The feature transformer; with a factorizer, what all king buckets share of it.
    FeatureTransformer,
    /// What the king buckets add to the factorizer. Each sees only the positions with its kings.
    OwnWeights,
    Hidden,
    Output,
}

/// Parameters that the optimizer treats alike.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterGroup {
    /// Their range.
    pub range: Range<usize>,
    pub part: Part,
    /// They are clipped to minus this and this.
    pub max: f32,
    /// Whether weight decay applies.
    pub decays: bool,
}

/// A network to train.
#[derive(Clone, Debug, PartialEq)]
pub struct Model<F: Trained = FeatureSet> {
    pub architecture: Architecture<F>,
    /// The feature transformer. With a factorizer, its weights are what each king bucket adds to it.
    pub ft: Layer,
    /// The factorizer: weights shared by all king buckets, tiled like the feature transformer's.
    pub factorizer: Option<Range<usize>>,
    /// The hidden layers.
    pub hidden: Vec<Layer>,
    /// The output layer.
    pub output: Layer,
    max_weight: f32,
}

impl<F: Trained> Model<F> {
    /// A network to train. Weights are clipped to minus `max_weight` and `max_weight`.
    pub fn new(architecture: Architecture<F>, factorizer: bool, max_weight: f32) -> Self {
        let mut end = 0;
        let mut take = |count: usize| {
            end += count;
            end - count..end
        };
        let width = architecture.width;
        let inputs = architecture.features.inputs();
        let weights = take(inputs * width);
        let shared = architecture.features.factorizer_inputs();
        let factorizer = shared.filter(|_| factorizer);
        let factorizer = factorizer.map(|inputs| take(inputs * width));
        let ft = Layer {
            name: "feature transformer".to_owned(),
            weights,
            biases: take(width),
            inputs,
            neurons: width,
        };
        let buckets = architecture.buckets;
        let mut inputs = 2 * architecture.activated_width();
        let mut layer = |name: String, neurons: usize, outputs: usize| {
            let weights = take(buckets * neurons * inputs);
            let biases = take(buckets * neurons);
            let layer = Layer {
                name,
                weights,
                biases,
                inputs,
                neurons,
            };
            inputs = outputs;
            layer
        };
        let sizes = architecture.hidden_sizes().iter().enumerate();
        let hidden = sizes
            .zip(architecture.hidden.iter().flat_map(Hidden::outputs))
            .map(|((number, &size), outputs)| {
                layer(format!("hidden layer {}", number + 1), size, outputs)
            })
            .collect();
        Self {
            hidden,
            output: layer("output layer".to_owned(), 1, 1),
            ft,
            factorizer,
            architecture,
            max_weight,
        }
    }

    /// The number of parameters.
    pub const fn len(&self) -> usize {
        self.output.biases.end
    }

    /// Whether there are no parameters, which is never the case.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The range of all layers after the feature transformer.
    pub const fn after_ft(&self) -> Range<usize> {
        self.ft.biases.end..self.len()
    }

    /// All parameters, in groups that the optimizer treats alike.
    pub fn groups(&self) -> Vec<ParameterGroup> {
        let weights = |part: Part, range: &Range<usize>, max: f32| ParameterGroup {
            range: range.clone(),
            part,
            max,
            decays: true,
        };
        let biases = |part: Part, range: &Range<usize>, max: f32| ParameterGroup {
            decays: false,
            ..weights(part, range, max)
        };
        let shared = Part::FeatureTransformer;
        // A king bucket's weights and the factorizer's add up to the limit.
        let (own, parts) = match self.factorizer {
            Some(_) => (Part::OwnWeights, 2.0),
            None => (shared, 1.0),
        };
        let max_ft = self.max_weight / parts;
        let mut groups = vec![weights(own, &self.ft.weights, max_ft)];
        let factorizer = self.factorizer.iter();
        groups.extend(factorizer.map(|factorizer| weights(shared, factorizer, max_ft)));
        groups.push(biases(shared, &self.ft.biases, self.max_weight));
        for (number, layer) in self.hidden.iter().enumerate() {
            let max = match number {
                0 => self.max_weight.min(max_byte_weight(&self.architecture)),
                _ => self.max_weight,
            };
            groups.push(weights(Part::Hidden, &layer.weights, max));
            groups.push(biases(Part::Hidden, &layer.biases, f32::INFINITY));
        }
        let output = &self.output;
        groups.push(weights(Part::Output, &output.weights, self.max_weight));
        groups.push(biases(Part::Output, &output.biases, f32::INFINITY));
        groups
    }

    /// The feature transformer's weights with the factorizer merged into each king bucket. `merged` is
    /// memory for them.
    pub fn merged_ft_weights<'a>(
        &self,
        parameters: &'a [f32],
        merged: &'a mut Vec<f32>,
    ) -> &'a [f32] {
        let own = &parameters[self.ft.weights.clone()];
        let Some(factorizer) = &self.factorizer else {
            return own;
        };
        merged.clear();
        let tiles = own.chunks_exact(self.ft.inputs * TILE);
        let factorizer = parameters[factorizer.clone()].chunks_exact(self.shared_inputs() * TILE);
        for (own, shared) in tiles.zip(factorizer) {
            for bucket in own.chunks_exact(shared.len()) {
                merged.extend(bucket.iter().zip(shared).map(|(own, shared)| own + shared));
            }
        }
        merged
    }

    /// The inverse of merging: moves what the king buckets have in common to the factorizer.
    ///
    /// This is the split of least norm, to which weight decay leads: the factorizer is the sum of the
    /// king buckets' own parts. Both parts stay within their limit if they can.
    pub fn split_ft_weights(&self, parameters: &mut [f32]) {
        let Some(factorizer) = &self.factorizer else {
            return;
        };
        let max = self.max_weight / 2.0;
        let step = self.shared_inputs() * TILE;
        let (own, rest) = parameters.split_at_mut(factorizer.start);
        let tiles = own.chunks_exact_mut(self.ft.inputs * TILE);
        let shared = rest[..factorizer.len()].chunks_exact_mut(step);
        for (own, shared) in tiles.zip(shared) {
            for (index, shared) in shared.iter_mut().enumerate() {
                let buckets = || own.iter().skip(index).step_by(step);
                let least = buckets().copied().fold(f32::INFINITY, f32::min);
                let most = buckets().copied().fold(f32::NEG_INFINITY, f32::max);
                let split = buckets().sum::<f32>() / (buckets().count() + 1) as f32;
                *shared = split.max(most - max).min(least + max).clamp(-max, max);
                let buckets = own.iter_mut().skip(index).step_by(step);
                buckets.for_each(|weight| *weight -= *shared);
            }
        }
    }

    /// Inputs of the factorizer: those of one bucket.
    pub fn shared_inputs(&self) -> usize {
        let inputs = self.architecture.features.factorizer_inputs();
        inputs.unwrap_or(self.ft.inputs)
    }

    /// The index of a feature's and a neuron's weight among the feature transformer's.
    pub const fn ft_index(&self, input: usize, neuron: usize) -> usize {
        tiled_index(self.ft.inputs, input, neuron)
    }
}

/// The index of a feature's and a neuron's weight among tiled weights.
pub const fn tiled_index(inputs: usize, input: usize, neuron: usize) -> usize {
    (neuron / TILE * inputs + input) * TILE + neuron % TILE
}

/// The largest weight of the first hidden layer that fits a signed byte.
fn max_byte_weight<F: Trained>(architecture: &Architecture<F>) -> f32 {
    let Some(hidden) = &architecture.hidden else {
        return f32::INFINITY;
    };
    let scale = byte_scale(architecture) as f32;
    f32::from(MAX_BYTE) * scale / (1_u32 << hidden.sum_bits) as f32
}
