//! Whether a configuration can be followed.

use nnue::{
    Activation, Architecture, ArchitectureError, BucketMap, FeatureSet, Hidden, HiddenActivation,
    Scales,
};
use records::{Filters, ResultModel};

use super::{ActivationWord, Config, FeatureWord};

/// Stands for an output scale that is chosen when the weights are known.
const USUAL_OUTPUT_SCALE: i32 = 64;

/// What is wrong with a configuration, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("field {field}: {reason}")]
pub struct ConfigError {
    /// The name of the field.
    pub field: &'static str,
    /// What is wrong with it.
    pub reason: String,
}

impl ConfigError {
    pub(crate) fn new(field: &'static str, reason: impl ToString) -> Self {
        Self {
            field,
            reason: reason.to_string(),
        }
    }
}

impl Config {
    /// Checks every field.
    ///
    /// # Errors
    /// Names the first field that cannot be followed.
    pub fn check(&self) -> Result<(), ConfigError> {
        self.architecture()?;
        if self.data.is_empty() {
            return Err(ConfigError::new("data", "no file of positions is named"));
        }
        if !(1..=1 << 24).contains(&self.batch) {
            return Err(ConfigError::new("batch", "not 1 to 16,777,216"));
        }
        if self.checkpoints == 0 {
            return Err(ConfigError::new("checkpoints", "must be 1 or more"));
        }
        let is_share = |share| (0.0..=1.0).contains(share);
        if !matches!(self.piece_shares.len(), 0 | 5) || !self.piece_shares.iter().all(is_share) {
            let reason = "neither empty nor five numbers from 0 to 1";
            return Err(ConfigError::new("piece_shares", reason));
        }
        self.check_numbers()
    }

    fn check_numbers(&self) -> Result<(), ConfigError> {
        let ranges = [
            ("validation", self.validation, 0.0, 0.5),
            ("min_chance", self.min_chance, 0.0, 1.0),
            ("skip", self.skip, 0.0, 1.0),
            ("passes", self.passes, 1e-6, 1e6),
            ("rate", self.rate, 1e-12, 1.0),
            ("final_rate", self.final_rate, 0.0, 1.0),
            ("warmup", self.warmup, 0.0, 0.9),
            ("result_weight", self.result_weight, 0.0, 1.0),
            ("final_result_weight", self.final_result_weight, 0.0, 1.0),
            ("loss_power", self.loss_power, 1.0, 4.0),
            ("decay", self.decay, 0.0, 1.0),
            ("beta1", self.beta1, 0.0, 0.999_999),
            ("beta2", self.beta2, 0.0, 0.999_999),
            ("epsilon", self.epsilon, 1e-30, 1.0),
            ("clip", self.clip, 0.01, 1000.0),
            ("average", self.average, 0.0, 1.0),
        ];
        for (field, value, smallest, largest) in ranges {
            if !(smallest..=largest).contains(&value) {
                let reason = format!("{value} is not from {smallest} to {largest}");
                return Err(ConfigError::new(field, reason));
            }
        }
        Ok(())
    }

    /// Which positions of games are used.
    #[must_use]
    pub fn filters(&self) -> Filters {
        Filters {
            no_check: self.no_check,
            no_tactical: self.no_tactical,
            min_ply: self.min_ply,
            max_ply: self.max_ply,
            max_score: self.max_score,
            min_pieces: self.min_pieces,
            max_pieces: self.max_pieces,
            unknown_results: self.unknown_results,
            siblings: self.siblings,
            skip: self.skip,
            piece_shares: self.piece_shares.as_slice().try_into().ok(),
            unlikely: (self.min_chance > 0.0).then(|| ResultModel::new(self.min_chance)),
            hold_out: None,
        }
    }

    /// The network that is asked for.
    ///
    /// # Errors
    /// Names the field that no network can have.
    pub fn architecture(&self) -> Result<Architecture, ConfigError> {
        let architecture = Architecture {
            features: self.feature_set()?,
            width: self.width,
            activation: activation(self.activation),
            hidden: self.hidden_layers()?,
            buckets: self.output_buckets,
            scales: Scales {
                qa: self.first_scale,
                qb: match self.output_scale {
                    0 => USUAL_OUTPUT_SCALE,
                    scale => scale,
                },
                eval: self.scale,
            },
        };
        architecture
            .validate()
            .map_err(|error| ConfigError::new(field_of(error), error))?;
        Ok(architecture)
    }

    fn feature_set(&self) -> Result<FeatureSet, ConfigError> {
        Ok(match self.features {
            FeatureWord::PieceSquare => FeatureSet::PieceSquare {
                mirrored: self.mirrored,
            },
            FeatureWord::HalfKp => FeatureSet::HalfKp,
            FeatureWord::KingBucket => {
                let map = <[u8; 32]>::try_from(self.king_buckets.as_slice()).map_err(|_| {
                    let count = self.king_buckets.len();
                    ConfigError::new("king_buckets", format!("{count} numbers, not 32"))
                })?;
                if let Some(bucket) = map.iter().find(|&&bucket| bucket >= 32) {
                    let reason = format!("bucket {bucket} is not below 32");
                    return Err(ConfigError::new("king_buckets", reason));
                }
                FeatureSet::KingBucket(BucketMap(map))
            }
        })
    }

    fn hidden_layers(&self) -> Result<Option<Hidden>, ConfigError> {
        if self.hidden.is_empty() {
            return Ok(None);
        }
        let activation = match self.hidden_activation {
            ActivationWord::Crelu => HiddenActivation::Crelu,
            ActivationWord::Screlu => HiddenActivation::Screlu,
            ActivationWord::Relu | ActivationWord::Pairwise => {
                return Err(ConfigError::new(
                    "hidden_activation",
                    "neither crelu nor screlu",
                ));
            }
        };
        Ok(Some(Hidden {
            sizes: self.hidden.clone(),
            activation,
            sum_bits: self.sum_bits,
        }))
    }
}

fn activation(word: ActivationWord) -> Activation {
    match word {
        ActivationWord::Relu => Activation::Relu,
        ActivationWord::Crelu => Activation::Crelu,
        ActivationWord::Screlu => Activation::Screlu,
        ActivationWord::Pairwise => Activation::Pairwise,
    }
}

/// Where the reason for an error stands.
fn field_of(error: ArchitectureError) -> &'static str {
    match error {
        ArchitectureError::Width(_) | ArchitectureError::PairwiseWidth(_) => "width",
        ArchitectureError::Buckets(_) => "output_buckets",
        ArchitectureError::Scale { name: "QA", .. } => "first_scale",
        ArchitectureError::Scale { name: "QB", .. } | ArchitectureError::HiddenScale(_) => {
            "output_scale"
        }
        ArchitectureError::Scale { .. } => "scale",
        ArchitectureError::HiddenLayers(_) | ArchitectureError::HiddenSize(_) => "hidden",
        ArchitectureError::SumBits(_) => "sum_bits",
        ArchitectureError::HiddenInput(..) => "activation",
        ArchitectureError::KingBuckets(_) => "king_buckets",
    }
}
