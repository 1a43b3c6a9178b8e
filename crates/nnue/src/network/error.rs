//! Why parameters are refused.

use std::fmt;

use crate::architecture::ArchitectureError;

/// Why parameters are no network of an architecture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// The architecture is not supported.
    Architecture(ArchitectureError),
    /// There are more or fewer parameters than the architecture has.
    Size,
    /// The accumulator can leave 16 bits.
    FeatureTransformer {
        /// Which neuron.
        neuron: usize,
    },
    /// A sum of a hidden layer can leave 32 bits.
    Hidden {
        /// Which hidden layer, from 0.
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
            Self::Size => f.write_str("the number of parameters does not fit the architecture"),
            Self::FeatureTransformer { neuron } => write!(
                f,
                "the feature transformer's weights are too large: neuron {neuron} can leave 16 bits"
            ),
            Self::Hidden { layer } => {
                let layer = layer + 1;
                write!(
                    f,
                    "the weights of hidden layer {layer} are too large: its sums can leave 32 bits"
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
