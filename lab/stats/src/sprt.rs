//! The sequential probability ratio test (SPRT): play until it is clear which of two hypotheses
//! about the new engine's strength is the better one.
//!
//! The test statistic is the generalised log-likelihood ratio: how much more likely the results
//! are under the best distribution of strength `elo1` than under the best of strength `elo0`.
//! What Elo means is the model's choice. This file decides; it plays no games.

#[cfg(test)]
mod tests;

use std::fmt;

use crate::elo::NORMALISED_ELO_PER_DEVIATION;
use crate::likelihood::{with_excess, with_mean};
use crate::{Counts, Distribution, score_of_elo};

/// What an empty bin is counted as, so that its logarithm exists. The number is fastchess's.
const EMPTY_BIN: f64 = 1e-3;

/// What Elo means in the hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// The expected score, on the usual logistic scale.
    Logistic,
    /// The expected score in standard deviations of a game. The length of a test then does not
    /// depend on the draw rate.
    Normalised,
}

impl Model {
    /// The largest absolute Elo that a hypothesis may name. Beyond it the numerics have no
    /// solution to find, and no game has a test to need.
    #[must_use]
    pub const fn max_elo(self) -> f64 {
        match self {
            Self::Logistic => 1000.0,
            Self::Normalised => 200.0,
        }
    }
}

/// What the games played so far allow to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Nothing yet: play on.
    Continue,
    /// The new engine is stronger: `elo1` (H1) is accepted.
    Stronger,
    /// The new engine is not stronger: `elo0` (H0) is accepted.
    Weaker,
}

/// Why a test cannot be run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SprtError {
    /// `elo0` is not below `elo1`.
    Hypotheses {
        /// The lower hypothesis as given.
        elo0: f64,
        /// The upper hypothesis as given.
        elo1: f64,
    },
    /// A hypothesis is not a number, or beyond [`Model::max_elo`].
    Elo(f64),
    /// An error rate is not between 0 and 1, or the two together are not below 1.
    ErrorRates {
        /// The error rate under `elo0` as given.
        alpha: f64,
        /// The error rate under `elo1` as given.
        beta: f64,
    },
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hypotheses { elo0, elo1 } => {
                write!(f, "elo0 must be below elo1, but they are {elo0} and {elo1}")
            }
            Self::Elo(elo) => write!(f, "{elo} Elo is out of range for this model"),
            Self::ErrorRates { alpha, beta } => write!(
                f,
                "alpha and beta must be above 0 and together below 1, but they are {alpha} and {beta}"
            ),
        }
    }
}

impl std::error::Error for SprtError {}

/// How long a test takes and how it ends, on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The expected number of observations until the decision: pairs, or games where games are
    /// counted.
    pub observations: f64,
    /// The probability that the decision is [`Decision::Stronger`].
    pub pass: f64,
}

/// A test of two hypotheses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    model: Model,
    elo0: f64,
    elo1: f64,
    lower: f64,
    upper: f64,
}

impl Sprt {
    /// A test of `elo0` against `elo1` that is wrong with probability `alpha` if the truth is
    /// `elo0`, and with probability `beta` if it is `elo1`.
    ///
    /// # Errors
    /// If no test has these hypotheses or error rates.
    pub fn new(
        model: Model,
        elo0: f64,
        elo1: f64,
        alpha: f64,
        beta: f64,
    ) -> Result<Self, SprtError> {
        for elo in [elo0, elo1] {
            if elo.is_nan() || elo.abs() > model.max_elo() {
                return Err(SprtError::Elo(elo));
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtError::ErrorRates { alpha, beta });
        }
        let (lower, upper) = ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln());
        Ok(Self {
            model,
            elo0,
            elo1,
            lower,
            upper,
        })
    }

    /// The log-likelihood ratio at or below which the new engine is not stronger.
    #[must_use]
    pub const fn lower(&self) -> f64 {
        self.lower
    }

    /// The log-likelihood ratio at or above which the new engine is stronger.
    #[must_use]
    pub const fn upper(&self) -> f64 {
        self.upper
    }

    /// The log-likelihood ratio (LLR) of the counts.
    #[must_use]
    pub fn llr<const N: usize>(&self, counts: &impl Counts<N>) -> f64 {
        let (observed, total) = regularised(counts);
        let evidence = self.evidence(&observed);
        total * observed.average(|bin| evidence[bin])
    }

    /// What a log-likelihood ratio means.
    #[must_use]
    pub fn decide(&self, llr: f64) -> Decision {
        if llr >= self.upper {
            Decision::Stronger
        } else if llr <= self.lower {
            Decision::Weaker
        } else {
            Decision::Continue
        }
    }

    /// How far a log-likelihood ratio is on the way to the bound on its side of zero: 1 at the
    /// upper bound, -1 at the lower.
    #[must_use]
    pub fn progress(&self, llr: f64) -> f64 {
        if llr >= 0.0 {
            llr / self.upper
        } else {
            -llr / self.lower
        }
    }

    /// The state of the test in one line: `LLR: 2.25 (76.4%) (-2.94, 2.94) [0.00, 2.00]`.
    #[must_use]
    pub fn line(&self, llr: f64) -> String {
        let Self {
            elo0,
            elo1,
            lower,
            upper,
            ..
        } = self;
        let progress = 100.0 * self.progress(llr);
        format!("LLR: {llr:.2} ({progress:.1}%) ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}]")
    }

    /// What to expect of the rest of the test, if the results so far are typical; nothing before
    /// the first game. Early on they hardly are, so this is for a progress line.
    ///
    /// See [`Sprt::plan`] for the formula; the walk starts from the present ratio.
    #[must_use]
    pub fn remaining<const N: usize>(&self, counts: &impl Counts<N>) -> Option<Plan> {
        if counts.total() == 0 {
            return None;
        }
        let (observed, total) = regularised(counts);
        let evidence = self.evidence(&observed);
        let llr = total * observed.average(|bin| evidence[bin]);
        Some(self.walk(llr, &observed, &evidence))
    }

    /// What to expect of the whole test, if the results come from `truth`.
    ///
    /// One observation adds a random amount to the ratio, with mean `d` and variance `v` under
    /// `truth`. That makes the ratio nearly a Brownian motion from `x = 0` between the bounds
    /// `a < b`, which leaves at `b` with probability `p = (1 - e^(-h(x-a))) / (1 - e^(-h(b-a)))`
    /// with `h = 2d/v`, after `(a + p(b - a) - x) / d` observations on average (Wald), or after
    /// `(x - a)(b - x) / v` if `d` is zero. Stepping over a bound is ignored, so a real test
    /// takes a little longer.
    #[must_use]
    pub fn plan<const N: usize>(&self, truth: &Distribution<N>) -> Plan {
        // An impossible score still needs a logarithm; a share this small cannot matter.
        let positive = truth.0.map(|p| p.max(EMPTY_BIN * EMPTY_BIN));
        let truth = Distribution::from_weights(positive).unwrap_or(*truth);
        self.walk(0.0, &truth, &self.evidence(&truth))
    }

    /// The log-likelihood ratio of one observation of each score.
    fn evidence<const N: usize>(&self, observed: &Distribution<N>) -> [f64; N] {
        let [weak, strong] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => with_mean(observed, score_of_elo(elo)),
            Model::Normalised => {
                let deviations = (Distribution::<N>::GAMES as f64).sqrt();
                with_excess(observed, elo * deviations / NORMALISED_ELO_PER_DEVIATION)
            }
        });
        std::array::from_fn(|bin| (strong.0[bin] / weak.0[bin]).ln())
    }

    /// The rest of a walk of the ratio that stands at `x`.
    fn walk<const N: usize>(&self, x: f64, truth: &Distribution<N>, evidence: &[f64; N]) -> Plan {
        match self.decide(x) {
            Decision::Stronger => {
                return Plan {
                    observations: 0.0,
                    pass: 1.0,
                };
            }
            Decision::Weaker => {
                return Plan {
                    observations: 0.0,
                    pass: 0.0,
                };
            }
            Decision::Continue => {}
        }
        let drift = truth.average(|bin| evidence[bin]);
        let variance = truth.average(|bin| (evidence[bin] - drift).powi(2));
        // Mirrored so that it drifts up; else the exponentials could overflow.
        let (below, above) = (x - self.lower, self.upper - x);
        let (behind, ahead) = if drift < 0.0 {
            (above, below)
        } else {
            (below, above)
        };
        let pull = 2.0 * drift.abs() / variance;
        // Too weak a pull would divide zero by zero.
        let (reach, observations) = if pull * (behind + ahead) < 1e-9 {
            (behind / (behind + ahead), behind * ahead / variance)
        } else {
            let reach = (-pull * behind).exp_m1() / (-pull * (behind + ahead)).exp_m1();
            (reach, (reach * (behind + ahead) - behind) / drift.abs())
        };
        Plan {
            observations,
            pass: if drift < 0.0 { 1.0 - reach } else { reach },
        }
    }
}

/// Shares and their total, with empty bins made nearly empty.
fn regularised<const N: usize>(counts: &impl Counts<N>) -> (Distribution<N>, f64) {
    let weights = counts
        .bins()
        .map(|count| if count == 0 { EMPTY_BIN } else { count as f64 });
    let total: f64 = weights.iter().sum();
    (Distribution(weights.map(|weight| weight / total)), total)
}
