//! The numbers that make a network.

use crate::architecture::Architecture;
use crate::simd::{Aligned, Number};

/// A small layer's parameters for all output buckets.
#[derive(Clone, Debug, PartialEq)]
pub struct Dense<T: Number> {
    /// `[bucket][neuron][input]`
    pub weights: Aligned<T>,
    /// `[bucket][neuron]`
    pub biases: Aligned<i32>,
}

/// All parameters of a network, in the order of its file. The last index varies fastest.
///
/// Inputs that come from the first layer are those of the side to move, then those of the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameters {
    /// `[input][neuron]`
    pub first_weights: Aligned<i16>,
    /// `[neuron]`
    pub first_biases: Aligned<i16>,
    /// The small layer that follows the first layer, if the network has any.
    pub dense: Option<Dense<i8>>,
    /// The small layers after that one.
    pub later: Vec<Dense<i16>>,
    /// `[bucket][input]`
    pub output_weights: Aligned<i16>,
    /// `[bucket]`
    pub output_biases: Aligned<i32>,
}

impl Parameters {
    /// Zeros everywhere, in the numbers that a valid description asks for.
    #[must_use]
    pub fn zeroed(architecture: &Architecture) -> Self {
        let Architecture { width, buckets, .. } = *architecture;
        let sizes = architecture.hidden_sizes();
        let first_outputs = 2 * architecture.activated_width();
        Self {
            first_weights: Aligned::zeroed(architecture.features.inputs() * width),
            first_biases: Aligned::zeroed(width),
            dense: sizes.first().map(|&size| Dense {
                weights: Aligned::zeroed(buckets * size * first_outputs),
                biases: Aligned::zeroed(buckets * size),
            }),
            later: sizes
                .windows(2)
                .map(|pair| Dense {
                    weights: Aligned::zeroed(buckets * pair[1] * pair[0]),
                    biases: Aligned::zeroed(buckets * pair[1]),
                })
                .collect(),
            output_weights: Aligned::zeroed(buckets * architecture.output_inputs()),
            output_biases: Aligned::zeroed(buckets),
        }
    }

    /// Numbers of each part, in the order of the file.
    pub(super) fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![self.first_weights.len(), self.first_biases.len()];
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
