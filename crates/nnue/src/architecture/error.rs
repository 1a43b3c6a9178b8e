//! Why an architecture is not supported.

use std::fmt;

use super::{
    Activation, HIDDEN_MULTIPLE, MAX_BUCKETS, MAX_HIDDEN, MAX_HIDDEN_LAYERS, MAX_WIDTH,
    WIDTH_MULTIPLE,
};

/// Why a network of an architecture cannot be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchitectureError {
    /// The feature transformer's width.
    Width(usize),
    /// The feature transformer's width, with the pairwise activation.
    PairwiseWidth(usize),
    /// The number of output buckets.
    Buckets(usize),
    /// A quantization scale is out of its range, which starts at one.
    Scale {
        /// Which scale.
        name: &'static str,
        /// What it is.
        value: i32,
        /// The largest it may be.
        largest: i32,
    },
    /// The number of hidden layers.
    HiddenLayers(usize),
    /// The size of a hidden layer.
    HiddenSize(usize),
    /// The quantization scale of the first hidden layer's sums.
    SumBits(u32),
    /// The feature transformer's activation and QA do not go with hidden layers.
    HiddenInput(Activation, i32),
    /// QB does not go with hidden layers.
    HiddenScale(i32),
    /// The king buckets leave a number below the largest unused.
    KingBuckets(usize),
}

impl fmt::Display for ArchitectureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Width(width) => write!(
                f,
                "the feature transformer's width is {width}, not a multiple of {WIDTH_MULTIPLE} up to {MAX_WIDTH}"
            ),
            Self::PairwiseWidth(width) => write!(
                f,
                "the feature transformer's width is {width}, not a multiple of {} as pairwise needs",
                2 * WIDTH_MULTIPLE
            ),
            Self::Buckets(buckets) => {
                write!(f, "{buckets} output buckets, not 1 to {MAX_BUCKETS}")
            }
            Self::Scale {
                name,
                value,
                largest,
            } => {
                write!(f, "the {name} scale is {value}, not 1 to {largest}")
            }
            Self::HiddenLayers(count) => {
                write!(f, "{count} hidden layers, not 1 to {MAX_HIDDEN_LAYERS}")
            }
            Self::HiddenSize(size) => write!(
                f,
                "a hidden layer of {size} neurons, not a multiple of {HIDDEN_MULTIPLE} up to {MAX_HIDDEN}"
            ),
            Self::SumBits(bits) => write!(
                f,
                "the hidden layers' sums are scaled by 2^{bits}, not 2^12 to 2^20"
            ),
            Self::HiddenInput(activation, qa) => write!(
                f,
                "hidden layers do not follow {activation:?} with a QA scale of {qa}"
            ),
            Self::HiddenScale(scale) => write!(
                f,
                "the QB scale is {scale}, not a power of two as hidden layers need"
            ),
            Self::KingBuckets(bucket) => {
                write!(
                    f,
                    "the king buckets are not numbered 0, 1, 2, ... up to {bucket}"
                )
            }
        }
    }
}

impl std::error::Error for ArchitectureError {}
