//! Why an architecture is not supported.

use game::error_enum;

use super::{
    HIDDEN_MULTIPLE, MAX_BUCKETS, MAX_HIDDEN, MAX_HIDDEN_LAYERS, MAX_WIDTH, WIDTH_MULTIPLE,
};
use crate::activation::Activation;

error_enum! {
    /// Why a network of an architecture cannot be evaluated.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ArchitectureError {
        /// The feature transformer's width.
        Width(width: usize) => "the feature transformer's width is {width}, not a multiple of \
            {WIDTH_MULTIPLE} up to {MAX_WIDTH}";
        /// The feature transformer's width, with an activation of several neurons.
        ActivatedWidth(width: usize, activation: Activation) => "the feature transformer's width \
            is {width}, not a multiple of {} as {} needs",
            activation.neurons() * WIDTH_MULTIPLE, activation.title();
        /// The number of output buckets.
        Buckets(buckets: usize) => "{buckets} output buckets, not 1 to {MAX_BUCKETS}";
        /// A quantization scale is out of its range, which starts at one.
        Scale {
            /// Which scale.
            name: &'static str,
            /// What it is.
            value: i32,
            /// The largest it may be.
            largest: i32,
        } => "the {name} scale is {value}, not 1 to {largest}";
        /// The number of hidden layers.
        HiddenLayers(count: usize) => "{count} hidden layers, not 1 to {MAX_HIDDEN_LAYERS}";
        /// The size of a hidden layer.
        HiddenSize(size: usize) => "a hidden layer of {size} neurons, not a multiple of \
            {HIDDEN_MULTIPLE} up to {MAX_HIDDEN}";
        /// The outputs of a first hidden layer with dual activation.
        HiddenOutputs(outputs: usize) => "a hidden layer with dual activation has {outputs} outputs, \
            more than {MAX_HIDDEN}";
        /// The activation of hidden layers.
        HiddenActivation(activation: Activation) =>
            "hidden layers cannot have the activation {}", activation.name();
        /// The quantization scale of the first hidden layer's sums.
        SumBits(bits: u32) => "the hidden layers' sums are scaled by 2^{bits}, not 2^12 to 2^20";
        /// The feature transformer's activation and QA do not go with hidden layers.
        HiddenInput(activation: Activation, qa: i32) =>
            "hidden layers do not follow {activation:?} with a QA scale of {qa}";
        /// QB does not go with hidden layers.
        HiddenScale(scale: i32) =>
            "the QB scale is {scale}, not a power of two as hidden layers need";
        /// The king buckets leave a number below the largest unused.
        KingBuckets(bucket: usize) =>
            "the king buckets are not numbered 0, 1, 2, ... up to {bucket}";
    }
}
