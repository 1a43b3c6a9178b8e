//! The names that a configuration may choose from.

use nnue::Activation;
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
    /// Piece, owner and square, and each attacked piece with its least valuable attacker: 9,984 inputs
    Threats,
    /// Of xiangqi: own king at home or elsewhere, nine planes
    HomeBucket,
    /// Of xiangqi: piece, owner and square by own attackers
    AttackBucket,
}

/// The activation of a layer, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub struct ActivationKind(pub Activation);

impl TryFrom<String> for ActivationKind {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let known = || Activation::ALL.map(Activation::name).join(", ");
        let activation = Activation::of_name(&name);
        let activation = activation.ok_or_else(|| format!("{name:?} is none of {}", known()))?;
        Ok(Self(activation))
    }
}

impl From<ActivationKind> for &'static str {
    fn from(ActivationKind(activation): ActivationKind) -> Self {
        activation.name()
    }
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
