//! Validation of a configuration.

use nnue::{Architecture, ArchitectureError, Hidden, Scales};
use records::{Filters, ResultModel};
use support::printable_line;

use super::Config;
use crate::trained::{Trained, for_features};

/// The most threads. More only exhaust the machine.
const MAX_THREADS: usize = 1024;

/// The longest name of a network, in characters.
const MAX_NAME: usize = 100;

/// QB while training if it is to be searched for when the weights are known.
const DEFAULT_QB: i32 = 64;

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
    /// Names the first invalid field.
    pub fn check(&self) -> Result<(), ConfigError> {
        self.check_name()?;
        for_features!(self.game, F => drop(self.architecture::<F>()?));
        if self.threads > MAX_THREADS {
            let reason = format!("more than {MAX_THREADS}");
            return Err(ConfigError::new("threads", reason));
        }
        if self.data.is_empty() {
            return Err(ConfigError::new("data", "no file is given"));
        }
        if !(1..=1 << 24).contains(&self.batch_size) {
            return Err(ConfigError::new("batch_size", "not 1 to 16,777,216"));
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

    /// The name becomes the names of files in the output folder, and of no others.
    fn check_name(&self) -> Result<(), ConfigError> {
        let is_wrong = |c: char| "/\\:*?\"<>|".contains(c);
        let reason = match self.name.as_str() {
            "" => "empty",
            name if name.starts_with('.') => "starts with a dot",
            name if name.chars().count() > MAX_NAME => "longer than 100 characters",
            name if name.contains(is_wrong) || printable_line(name) != name => {
                "has a character that file names cannot have"
            }
            _ => return Ok(()),
        };
        Err(ConfigError::new("name", reason))
    }

    fn check_numbers(&self) -> Result<(), ConfigError> {
        let ranges = [
            ("validation", self.validation, 0.0, 0.5),
            ("min_chance", self.min_chance, 0.0, 1.0),
            ("skip", self.skip, 0.0, 1.0),
            ("epochs", self.epochs, 1e-6, 1e6),
            ("learning_rate", self.learning_rate, 1e-12, 1.0),
            ("final_learning_rate", self.final_learning_rate, 0.0, 1.0),
            ("warmup", self.warmup, 0.0, 0.9),
            ("td_lambda", self.td_lambda, 0.0, 1.0),
            ("wdl", self.wdl, 0.0, 1.0),
            ("final_wdl", self.final_wdl, 0.0, 1.0),
            ("loss_exponent", self.loss_exponent, 1.0, 4.0),
            ("weight_decay", self.weight_decay, 0.0, 1.0),
            ("own_decay_factor", self.own_decay_factor, 0.0, 1000.0),
            ("hidden_decay_factor", self.hidden_decay_factor, 0.0, 1000.0),
            ("output_decay_factor", self.output_decay_factor, 0.0, 1000.0),
            ("own_rate_factor", self.own_rate_factor, 0.0, 1000.0),
            ("hidden_rate_factor", self.hidden_rate_factor, 0.0, 1000.0),
            ("output_rate_factor", self.output_rate_factor, 0.0, 1000.0),
            ("beta1", self.beta1, 0.0, 0.999_999),
            ("beta2", self.beta2, 0.0, 0.999_999),
            ("epsilon", self.epsilon, 1e-30, 1.0),
            ("max_weight", self.max_weight, 0.01, 1000.0),
            ("swa", self.swa, 0.0, 1.0),
        ];
        for (field, value, smallest, largest) in ranges {
            if !(smallest..=largest).contains(&value) {
                let reason = format!("{value} is not from {smallest} to {largest}");
                return Err(ConfigError::new(field, reason));
            }
        }
        Ok(())
    }

    /// The filters of games.
    pub fn filters(&self) -> Filters {
        Filters {
            no_check: self.no_check,
            no_noisy: self.no_noisy,
            min_ply: self.min_ply,
            max_ply: self.max_ply,
            max_score: self.max_score,
            min_pieces: self.min_pieces,
            max_pieces: self.max_pieces,
            unknown_results: self.unknown_results,
            siblings: self.siblings,
            neighbors: 0,
            skip: self.skip,
            piece_shares: self.piece_shares.as_slice().try_into().ok(),
            unlikely: (self.min_chance > 0.0).then(|| ResultModel::new(self.min_chance)),
            td_lambda: self.td_lambda,
            hold_out: None,
        }
    }

    /// The network's architecture.
    ///
    /// # Errors
    /// Names the field that is not supported.
    pub fn architecture<F: Trained>(&self) -> Result<Architecture<F>, ConfigError> {
        let architecture = Architecture {
            features: F::of_config(self)?,
            width: self.width,
            activation: self.activation.0,
            hidden: self.hidden_layers(),
            buckets: self.output_buckets,
            scales: Scales {
                qa: self.qa,
                qb: match self.qb {
                    0 => DEFAULT_QB,
                    scale => scale,
                },
                eval: self.eval_scale,
            },
        };
        architecture
            .validate()
            .map_err(|error| ConfigError::new(field_of(error), error))?;
        Ok(architecture)
    }

    fn hidden_layers(&self) -> Option<Hidden> {
        (!self.hidden.is_empty()).then(|| Hidden {
            sizes: self.hidden.clone(),
            activation: self.hidden_activation.0,
            dual: self.hidden_dual,
            sum_bits: self.sum_bits,
        })
    }
}

/// The field that an error is about.
fn field_of(error: ArchitectureError) -> &'static str {
    match error {
        ArchitectureError::Width(_) | ArchitectureError::ActivatedWidth(..) => "width",
        ArchitectureError::Buckets(_) => "output_buckets",
        ArchitectureError::Scale { name: "QA", .. } => "qa",
        ArchitectureError::Scale { name: "QB", .. } | ArchitectureError::HiddenScale(_) => "qb",
        ArchitectureError::Scale { .. } => "eval_scale",
        ArchitectureError::HiddenLayers(_) | ArchitectureError::HiddenSize(_) => "hidden",
        ArchitectureError::HiddenOutputs(_) => "hidden_dual",
        ArchitectureError::HiddenActivation(_) => "hidden_activation",
        ArchitectureError::SumBits(_) => "sum_bits",
        ArchitectureError::HiddenInput(..) => "activation",
        ArchitectureError::KingBuckets(_) => "king_buckets",
    }
}
