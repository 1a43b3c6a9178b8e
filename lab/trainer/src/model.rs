//! The numbers that training changes, and where each of them stands.
//!
//! All parameters are real numbers in one list, so that an optimiser, an average and a checkpoint
//! need not know layers. The first layer's weights stand in stripes of [`TILE`] neurons: `[stripe]
//! [input][neuron of the stripe]`. A stripe of one input is a few registers, and its whole block of
//! memory belongs to one thread when gradients are summed. Everything else stands as in the network
//! file.

mod initial;

use std::ops::Range;

use nnue::Architecture;
use nnue::FeatureSet;
use nnue::architecture::WIDTH_MULTIPLE;
use nnue::layers::{MAX_BYTE, byte_scale};

pub use initial::initial;

/// Neurons of a stripe.
pub const TILE: usize = WIDTH_MULTIPLE;

/// Inputs of the weights that all king buckets share.
pub const SHARED_INPUTS: usize = 768;

/// A layer's parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// What it is called.
    pub name: String,
    /// Where its weights are: `[bucket][neuron][input]` after the first layer.
    pub weights: Range<usize>,
    /// Where its biases are.
    pub biases: Range<usize>,
    /// Inputs of a neuron.
    pub inputs: usize,
    /// Neurons of one bucket.
    pub neurons: usize,
}

/// Parameters that are treated alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Where they are.
    pub range: Range<usize>,
    /// They stay between minus this and this.
    pub clip: f32,
    /// Whether they decay.
    pub decays: bool,
}

/// A network to train.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// What it looks like.
    pub architecture: Architecture,
    /// The first layer. With shared weights, its own ones are what each bucket adds to them.
    pub first: Layer,
    /// Weights that all king buckets share, in stripes like the first layer's.
    pub shared: Option<Range<usize>>,
    /// The small layers.
    pub dense: Vec<Layer>,
    /// The output.
    pub output: Layer,
    clip: f32,
}

impl Model {
    /// A network to train. Weights are kept between minus `clip` and `clip`.
    #[must_use]
    pub fn new(architecture: Architecture, factoriser: bool, clip: f32) -> Self {
        let mut end = 0;
        let mut take = |count: usize| {
            end += count;
            end - count..end
        };
        let width = architecture.width;
        let inputs = architecture.features.inputs();
        let has_buckets = matches!(architecture.features, FeatureSet::KingBucket(_));
        let weights = take(inputs * width);
        let shared = (factoriser && has_buckets).then(|| take(SHARED_INPUTS * width));
        let first = Layer {
            name: "first layer".to_owned(),
            weights,
            biases: take(width),
            inputs,
            neurons: width,
        };
        let buckets = architecture.buckets;
        let mut inputs = 2 * architecture.activated_width();
        let mut layer = |name: String, neurons: usize| {
            let weights = take(buckets * neurons * inputs);
            let biases = take(buckets * neurons);
            let layer = Layer {
                name,
                weights,
                biases,
                inputs,
                neurons,
            };
            inputs = neurons;
            layer
        };
        let sizes = architecture.hidden_sizes().iter().enumerate();
        let dense = sizes
            .map(|(number, &size)| layer(format!("small layer {}", number + 1), size))
            .collect();
        Self {
            dense,
            output: layer("output".to_owned(), 1),
            first,
            shared,
            architecture,
            clip,
        }
    }

    /// How many parameters there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.output.biases.end
    }

    /// Whether there are none, which no network is.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where everything after the first layer is.
    #[must_use]
    pub const fn tail(&self) -> Range<usize> {
        self.first.biases.end..self.len()
    }

    /// All parameters, in groups that are treated alike.
    #[must_use]
    pub fn groups(&self) -> Vec<Group> {
        let group = |range: &Range<usize>, clip: f32, decays: bool| Group {
            range: range.clone(),
            clip,
            decays,
        };
        // Both add up to what the network file has room for.
        let parts = if self.shared.is_some() { 2.0 } else { 1.0 };
        let mut groups = vec![group(&self.first.weights, self.clip / parts, true)];
        groups.extend(
            self.shared
                .iter()
                .map(|shared| group(shared, self.clip / parts, true)),
        );
        groups.push(group(&self.first.biases, self.clip, false));
        for (number, layer) in self.dense.iter().enumerate() {
            let clip = match number {
                0 => self.clip.min(byte_clip(&self.architecture)),
                _ => self.clip,
            };
            groups.push(group(&layer.weights, clip, true));
            groups.push(group(&layer.biases, f32::INFINITY, false));
        }
        groups.push(group(&self.output.weights, self.clip, true));
        groups.push(group(&self.output.biases, f32::INFINITY, false));
        groups
    }

    /// The first layer's weights as the network file has them, with the shared ones added to each
    /// bucket's own. `merged` is memory for the sums.
    pub fn ft_weights<'a>(&self, parameters: &'a [f32], merged: &'a mut Vec<f32>) -> &'a [f32] {
        let own = &parameters[self.first.weights.clone()];
        let Some(shared) = &self.shared else {
            return own;
        };
        merged.clear();
        let stripes = own.chunks_exact(self.first.inputs * TILE);
        let shared = parameters[shared.clone()].chunks_exact(SHARED_INPUTS * TILE);
        for (own, shared) in stripes.zip(shared) {
            for bucket in own.chunks_exact(shared.len()) {
                merged.extend(bucket.iter().zip(shared).map(|(own, shared)| own + shared));
            }
        }
        merged
    }

    /// Where the weight of an input and a neuron is, among the first layer's.
    #[must_use]
    pub const fn first_place(&self, input: usize, neuron: usize) -> usize {
        striped_place(self.first.inputs, input, neuron)
    }
}

/// Where the weight of an input and a neuron is among weights that stand in stripes.
#[must_use]
pub const fn striped_place(inputs: usize, input: usize, neuron: usize) -> usize {
    (neuron / TILE * inputs + input) * TILE + neuron % TILE
}

/// What the weights of the first small layer have room for: a signed byte.
fn byte_clip(architecture: &Architecture) -> f32 {
    let Some(hidden) = &architecture.hidden else {
        return f32::INFINITY;
    };
    let one = byte_scale(architecture) as f32;
    f32::from(MAX_BYTE) * one / (1_u32 << hidden.sum_bits) as f32
}
