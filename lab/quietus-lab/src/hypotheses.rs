//! Arguments of an SPRT: hypotheses and error rates.

use arena::runner::Hypotheses;
use clap::ValueEnum;

/// The hypotheses of an SPRT.
#[derive(Debug, clap::Args)]
pub struct HypothesisArgs {
    /// Elo difference of H0
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,

    /// Elo difference of H1
    #[arg(long, default_value_t = 5.0, allow_negative_numbers = true)]
    elo1: f64,

    /// Probability to accept H1 when H0 is true
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,

    /// Probability to accept H0 when H1 is true
    #[arg(long, default_value_t = 0.05)]
    beta: f64,

    /// Unit of elo0 and elo1
    #[arg(long, value_enum, default_value_t = EloModel::Normalized)]
    model: EloModel,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EloModel {
    /// Normalized Elo, in standard deviations of a game
    Normalized,
    /// Logistic Elo, by the expected score
    Logistic,
}

impl HypothesisArgs {
    /// The hypotheses as given.
    pub fn hypotheses(&self) -> Hypotheses {
        Hypotheses {
            normalized: matches!(self.model, EloModel::Normalized),
            elo0: self.elo0,
            elo1: self.elo1,
            alpha: self.alpha,
            beta: self.beta,
        }
    }
}
