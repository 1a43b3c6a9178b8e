//! The words that a configuration may use.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// A feature set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub enum FeatureWord {
    /// Piece, owner and square: 768 inputs
    PieceSquare,
    /// The same for each bucket of own king squares
    KingBucket,
    /// Own king's square with each piece but the kings: 40,960 inputs
    HalfKp,
}

/// What the sums of a layer go through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub enum ActivationWord {
    /// Nothing below zero
    Relu,
    /// Clipped to the range from zero to one
    Crelu,
    /// Clipped, then squared
    Screlu,
    /// Clipped, then each neuron of the first half times its partner in the second
    Pairwise,
}

/// What computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub enum BackendWord {
    /// The GPU where there is one, else the processor
    Auto,
    /// The processor
    Cpu,
    /// An NVIDIA GPU
    Cuda,
}
