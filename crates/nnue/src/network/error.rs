//! What can be wrong with parameters.

use std::fmt;

use crate::architecture::ArchitectureError;

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
