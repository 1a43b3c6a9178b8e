//! The parameters of a network, checked.

mod bounds;
mod random;

use std::fmt;

use crate::architecture::{Architecture, ArchitectureError, MAX_PIECES};
use crate::features::FeatureTable;
use crate::layers::{Divider, HIDDEN_ONE, PackedLayers, is_narrow};
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
    fn sizes(&self) -> Vec<usize> {
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

/// A network that can be evaluated: no sum in it can overflow.
#[derive(Clone, Debug)]
pub struct Network {
    architecture: Architecture,
    parameters: Parameters,
    features: FeatureTable,
    layers: PackedLayers,
    is_narrow: bool,
    by_first_scale: Divider,
    by_output_scales: Divider,
    /// The output bucket for each number of pieces.
    buckets: [usize; MAX_PIECES + 1],
}

impl Network {
    /// A network of these parameters.
    ///
    /// # Errors
    /// If the description is not supported, the parameters are not as many as it says, or some
    /// sum could overflow with them.
    pub fn new(architecture: Architecture, parameters: Parameters) -> Result<Self, NetworkError> {
        architecture
            .validate()
            .map_err(NetworkError::Architecture)?;
        if parameters.sizes() != Parameters::zeroed(&architecture).sizes() {
            return Err(NetworkError::Size);
        }
        bounds::check(&architecture, &parameters)?;
        let first = i64::from(architecture.scales.first);
        let last = match architecture.hidden {
            None => first,
            Some(_) => i64::from(HIDDEN_ONE),
        };
        Ok(Self {
            features: FeatureTable::new(&architecture.features),
            layers: PackedLayers::new(&architecture, &parameters),
            is_narrow: is_narrow(&architecture, &parameters),
            by_first_scale: Divider::new(first),
            by_output_scales: Divider::new(last * i64::from(architecture.scales.output)),
            buckets: std::array::from_fn(|pieces| architecture.bucket(pieces)),
            architecture,
            parameters,
        })
    }

    /// The description.
    #[must_use]
    pub const fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// The parameters.
    #[must_use]
    pub const fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The feature set.
    #[must_use]
    pub const fn features(&self) -> &FeatureTable {
        &self.features
    }

    /// The output bucket for a number of pieces, as [`Architecture::bucket`] says.
    #[must_use]
    #[inline]
    pub fn bucket(&self, pieces: usize) -> usize {
        self.buckets[pieces.min(MAX_PIECES)]
    }

    /// The small layers' weights for the kernels.
    pub(crate) const fn packed_layers(&self) -> &PackedLayers {
        &self.layers
    }

    /// Whether a clipped sum times an output weight always fits 16 bits.
    pub(crate) const fn is_narrow(&self) -> bool {
        self.is_narrow
    }

    /// A sum of products, which are scaled by the first scale once too often.
    #[inline(always)]
    pub(crate) fn divide_by_first_scale(&self, sum: i64) -> i64 {
        self.by_first_scale.divide(sum)
    }

    /// The output in hundredths of a pawn.
    #[inline(always)]
    pub(crate) fn rescale(&self, output: i64) -> i32 {
        let scaled = output * i64::from(self.architecture.scales.evaluation);
        let value = self.by_output_scales.divide(scaled);
        value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
    }

    /// The first layer's weights of an input.
    #[inline(always)]
    pub(crate) fn row(&self, input: usize) -> &[i16] {
        let width = self.architecture.width;
        &self.parameters.first_weights[input * width..][..width]
    }
}

/// Why parameters are not a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// The description is not supported.
    Architecture(ArchitectureError),
    /// There are more or fewer parameters than the description says.
    Size,
    /// A sum of the first layer can leave 16 bits.
    FirstLayer {
        /// Which neuron.
        neuron: usize,
    },
    /// A sum of a small layer can leave 32 bits.
    Hidden {
        /// Which small layer, from 0.
        layer: usize,
    },
    /// The output's sum can leave 32 bits.
    Output {
        /// Which output bucket.
        bucket: usize,
    },
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Architecture(error) => error.fmt(f),
            Self::Size => f.write_str("the number of parameters is not what the description says"),
            Self::FirstLayer { neuron } => write!(
                f,
                "the first layer's weights are too large: neuron {neuron} can leave 16 bits"
            ),
            Self::Hidden { layer } => {
                let layer = layer + 1;
                write!(
                    f,
                    "the weights of small layer {layer} are too large: its sums can leave 32 bits"
                )
            }
            Self::Output { bucket } => write!(
                f,
                "the output weights of bucket {bucket} are too large: the sum can leave 32 bits"
            ),
        }
    }
}

impl std::error::Error for NetworkError {}
