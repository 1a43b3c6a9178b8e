//! Why parameters are refused.

use game::error_enum;

use crate::architecture::ArchitectureError;

error_enum! {
    /// Why parameters are no network of an architecture.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum NetworkError {
        /// The architecture is not supported.
        Architecture(error: ArchitectureError) => "{error}";
        /// There are more or fewer parameters than the architecture has.
        Size => "the number of parameters does not fit the architecture";
        /// The accumulator can leave 16 bits.
        FeatureTransformer {
            neuron: usize,
        } => "the feature transformer's weights are too large: neuron {neuron} can leave 16 bits";
        /// A sum of a hidden layer can leave 32 bits.
        Hidden {
            /// Which hidden layer, from 0.
            layer: usize,
        } => "the weights of hidden layer {} are too large: its sums can leave 32 bits", layer + 1;
        /// The output's sum can leave 32 bits.
        Output {
            /// Which output bucket.
            bucket: usize,
        } => "the output weights of bucket {bucket} are too large: the sum can leave 32 bits";
    }
}
