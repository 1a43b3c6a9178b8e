//! What can be wrong with a description.

use std::fmt;

use super::{
    Activation, HIDDEN_STEP, MAX_BUCKETS, MAX_HIDDEN, MAX_HIDDEN_LAYERS, MAX_WIDTH, WIDTH_STEP,
};

/// Why a description is not one of a network that can be evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArchitectureError {
    /// The first layer's width.
    Width(usize),
    /// The first layer's width, for the pairwise activation.
    PairwiseWidth(usize),
    /// The number of output buckets.
    Buckets(usize),
    /// A scale is out of its range, which starts at one.
    Scale {
        /// Which scale.
        name: &'static str,
        /// What it is.
        value: i32,
        /// The largest it may be.
        largest: i32,
    },
    /// The number of small layers.
    HiddenLayers(usize),
    /// The size of a small layer.
    HiddenSize(usize),
    /// The scale of the sums of the first small layer.
    SumBits(u32),
    /// The first layer's activation and scale do not fit small layers.
    HiddenInput(Activation, i32),
    /// The scale of the small layers' weights.
    HiddenScale(i32),
    /// A king bucket above all that would leave some below unused, or too many.
    KingBuckets(usize),
}

impl fmt::Display for ArchitectureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Width(width) => write!(
                f,
                "the first layer's width is {width}, not a multiple of {WIDTH_STEP} up to {MAX_WIDTH}"
            ),
            Self::PairwiseWidth(width) => write!(
                f,
                "the first layer's width is {width}, not a multiple of {} as pairwise needs",
                2 * WIDTH_STEP
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
                write!(f, "{count} small layers, not 1 to {MAX_HIDDEN_LAYERS}")
            }
            Self::HiddenSize(size) => write!(
                f,
                "a small layer of {size} neurons, not a multiple of {HIDDEN_STEP} up to {MAX_HIDDEN}"
            ),
            Self::SumBits(bits) => write!(
                f,
                "the small layers' sums are scaled by 2^{bits}, not 2^12 to 2^20"
            ),
            Self::HiddenInput(activation, first) => write!(
                f,
                "small layers do not follow {activation:?} with a first scale of {first}"
            ),
            Self::HiddenScale(scale) => write!(
                f,
                "the output scale is {scale}, not a power of two as small layers need"
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
