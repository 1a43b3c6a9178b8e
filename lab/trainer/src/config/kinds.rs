//! The names that a configuration may choose from.

use serde::{Deserialize, Serialize};

/// A feature set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FeatureKind {
    /// Piece, owner and square: 768 inputs
    PieceSquare,
    /// The same for each king bucket
    KingBucket,
    /// Own king's square with each piece but the kings: 40,960 inputs
    HalfKp,
}

/// The activation of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActivationKind {
    /// ReLU
    Relu,
    /// Clipped ReLU
    Crelu,
    /// Squared clipped ReLU
    Screlu,
    /// Pairwise multiplication of clipped ReLUs
    Pairwise,
}

/// A backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BackendKind {
    /// The GPU if there is one, else the CPU
    Auto,
    /// The CPU
    Cpu,
    /// An NVIDIA GPU
    Cuda,
}
