//! The quantized parameters of a network.

use crate::architecture::{Architecture, Hidden};
use crate::features::Features;
use crate::simd::{Aligned, Number};

/// A hidden layer's parameters for all output buckets.
#[derive(Clone, Debug, PartialEq)]
pub struct Dense<T: Number> {
    /// `[bucket][neuron][input]`
    pub weights: Aligned<T>,
    /// `[bucket][neuron]`
    pub biases: Aligned<i32>,
}

/// All parameters of a network, in the order of its file. The last index varies fastest.
///
/// Inputs from the feature transformer are those of the side to move, then those of the other side.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// Feature transformer: `[feature][neuron]`
    pub ft_weights: Aligned<i16>,
    /// Feature transformer: `[neuron]`
    pub ft_biases: Aligned<i16>,
    /// The first hidden layer, if there is one.
    pub dense: Option<Dense<i8>>,
    /// The other hidden layers.
    pub later: Vec<Dense<i16>>,
    /// `[bucket][input]`
    pub output_weights: Aligned<i16>,
    /// `[bucket]`
    pub output_biases: Aligned<i32>,
}

impl Parameters {
    /// All zeros, for a valid architecture.
    pub fn zeroed<F: Features>(architecture: &Architecture<F>) -> Self {
        let &Architecture { width, buckets, .. } = architecture;
        let sizes = architecture.hidden_sizes();
        let outputs = architecture.hidden.iter().flat_map(Hidden::outputs);
        let ft_outputs = 2 * architecture.activated_width();
        Self {
            ft_weights: Aligned::zeroed(architecture.features.inputs() * width),
            ft_biases: Aligned::zeroed(width),
            dense: sizes.first().map(|&size| Dense {
                weights: Aligned::zeroed(buckets * size * ft_outputs),
                biases: Aligned::zeroed(buckets * size),
            }),
            later: outputs
                .zip(sizes.iter().skip(1))
                .map(|(inputs, neurons)| Dense {
                    weights: Aligned::zeroed(buckets * neurons * inputs),
                    biases: Aligned::zeroed(buckets * neurons),
                })
                .collect(),
            output_weights: Aligned::zeroed(buckets * architecture.output_inputs()),
            output_biases: Aligned::zeroed(buckets),
        }
    }

    /// Numbers of each part, in the order of the file.
    pub(super) fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![self.ft_weights.len(), self.ft_biases.len()];
        if let Some(dense) = &self.dense {
            sizes.extend([dense.weights.len(), dense.biases.len()]);
        }
        for layer in &self.later {
            sizes.extend([layer.weights.len(), layer.biases.len()]);
        }
        sizes.extend([self.output_weights.len(), self.output_biases.len()]);
        sizes
    }
}
