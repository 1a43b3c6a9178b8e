//! The pentanomial SPRT: the sequential probability ratio test of two hypotheses about the new
//! engine's strength. It takes trinomial counts as well.
//!
//! The test statistic is the generalized log-likelihood ratio (LLR): the likelihood of the results
//! under the maximum likelihood distribution of strength `elo1`, divided by that of strength
//! `elo0`. The [`Model`] says whether that is logistic or normalized Elo. Nothing here plays games.

#[cfg(test)]
mod tests;

use game::error_enum;

use crate::elo::NORMALIZED_ELO_PER_DEVIATION;
use crate::likelihood::{mle_with_mean, mle_with_t_value};
use crate::{Counts, Distribution, score_of_elo};

/// The count of an empty bin, so that its logarithm exists. The same value as in fastchess.
const EMPTY_BIN: f64 = 1e-3;

/// The Elo scale of the hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// Logistic Elo: the expected score on the usual scale.
    Logistic,
    /// Normalized Elo (nElo): the expected score in standard deviations of a game. The length of
    /// a test then does not depend on the draw rate.
    Normalized,
}

impl Model {
    /// The largest absolute Elo of a hypothesis. Beyond it the numerics may find no solution, and
    /// no match needs a test.
    pub const fn max_elo(self) -> f64 {
        match self {
            Self::Logistic => 1000.0,
            Self::Normalized => 200.0,
        }
    }
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// No decision yet.
    Continue,
    /// The new engine is stronger: `elo1` (H1) is accepted.
    Stronger,
    /// The new engine is not stronger: `elo0` (H0) is accepted.
    Weaker,
}

impl Decision {
    /// The decision in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Stronger => "H1 accepted",
            Self::Weaker => "H0 accepted",
            Self::Continue => "inconclusive",
        }
    }
}

error_enum! {
    /// Why a test cannot be run.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum SprtError {
        /// `elo0` is not below `elo1`.
        Hypotheses {
            /// The lower hypothesis as given.
            elo0: f64,
            /// The upper hypothesis as given.
            elo1: f64,
        } => "elo0 must be below elo1, but they are {elo0} and {elo1}";
        /// A hypothesis is not a number, or beyond [`Model::max_elo`].
        Elo(elo: f64) => "{elo} Elo is out of range for this model";
        /// An error rate is not between 0 and 1, or the two together are not below 1.
        ErrorRates {
            /// The error rate under `elo0` as given.
            alpha: f64,
            /// The error rate under `elo1` as given.
            beta: f64,
        } => "alpha and beta must be above 0 and together below 1, but they are {alpha} and {beta}";
    }
}

/// The expected length and outcome of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The expected number of observations until the decision: pairs, or games for trinomial
    /// counts.
    pub observations: f64,
    /// The probability that the decision is [`Decision::Stronger`].
    pub pass: f64,
}

/// A sequential test of `elo0` (H0) against `elo1` (H1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    model: Model,
    elo0: f64,
    elo1: f64,
    lower: f64,
    upper: f64,
}

impl Sprt {
    /// A test of `elo0` against `elo1`. `alpha` is the probability to accept H1 under `elo0`
    /// (type I error), `beta` the probability to accept H0 under `elo1` (type II error).
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

    /// The lower LLR bound: H0 is accepted at or below it.
    pub const fn lower(&self) -> f64 {
        self.lower
    }

    /// The upper LLR bound: H1 is accepted at or above it.
    pub const fn upper(&self) -> f64 {
        self.upper
    }

    /// The log-likelihood ratio (LLR) of the counts.
    pub fn llr<const N: usize>(&self, counts: &impl Counts<N>) -> f64 {
        let (observed, total) = regularized(counts);
        let llrs = self.llr_by_score(&observed);
        total * observed.average(|bin| llrs[bin])
    }

    /// Which hypothesis an LLR accepts, if any.
    pub fn decide(&self, llr: f64) -> Decision {
        if llr >= self.upper {
            Decision::Stronger
        } else if llr <= self.lower {
            Decision::Weaker
        } else {
            Decision::Continue
        }
    }

    /// The LLR as a fraction of the bound on its side of zero: 1 at the upper bound, -1 at the
    /// lower.
    pub fn progress(&self, llr: f64) -> f64 {
        if llr >= 0.0 {
            llr / self.upper
        } else {
            -llr / self.lower
        }
    }

    /// The state of the test in one line: `LLR: 2.25 (76.4%) (-2.94, 2.94) [0.00, 2.00]`.
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

    /// The expected rest of the test, assuming that further results are distributed like those so
    /// far; `None` before the first game. Good enough for a progress line.
    ///
    /// See [`Sprt::plan`] for the formula; the walk starts at the current LLR.
    pub fn remaining<const N: usize>(&self, counts: &impl Counts<N>) -> Option<Plan> {
        if counts.total() == 0 {
            return None;
        }
        let (observed, total) = regularized(counts);
        let llrs = self.llr_by_score(&observed);
        let llr = total * observed.average(|bin| llrs[bin]);
        Some(self.random_walk(llr, &observed, &llrs))
    }

    /// The expected length and outcome of the whole test, if results are distributed as `truth`.
    ///
    /// One observation adds a random amount to the LLR, with mean `d` and variance `v` under
    /// `truth`. That makes the LLR nearly a Brownian motion from `x = 0` between the bounds
    /// `a < b`, which leaves at `b` with probability `p = (1 - e^(-h(x-a))) / (1 - e^(-h(b-a)))`
    /// with `h = 2d/v`, after `(a + p(b - a) - x) / d` observations on average (Wald), or after
    /// `(x - a)(b - x) / v` if `d` is zero. The overshoot at the bounds is ignored, so a real
    /// test takes a little longer.
    pub fn plan<const N: usize>(&self, truth: &Distribution<N>) -> Plan {
        // An impossible score needs a logarithm too; a share this small does not matter.
        let positive = truth.0.map(|p| p.max(EMPTY_BIN * EMPTY_BIN));
        let truth = Distribution::from_weights(positive).unwrap_or(*truth);
        self.random_walk(0.0, &truth, &self.llr_by_score(&truth))
    }

    /// The LLR of one observation, by score.
    fn llr_by_score<const N: usize>(&self, observed: &Distribution<N>) -> [f64; N] {
        let [weak, strong] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => mle_with_mean(observed, score_of_elo(elo)),
            Model::Normalized => {
                let deviations = (Distribution::<N>::GAMES as f64).sqrt();
                mle_with_t_value(observed, elo * deviations / NORMALIZED_ELO_PER_DEVIATION)
            }
        });
        std::array::from_fn(|bin| (strong.0[bin] / weak.0[bin]).ln())
    }

    /// The expected rest of the random walk of the LLR, from `x`.
    fn random_walk<const N: usize>(
        &self,
        x: f64,
        truth: &Distribution<N>,
        llrs: &[f64; N],
    ) -> Plan {
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
        let drift = truth.average(|bin| llrs[bin]);
        let variance = truth.average(|bin| (llrs[bin] - drift).powi(2));
        // Mirrored so that the drift is positive; otherwise the exponentials could overflow.
        let (below, above) = (x - self.lower, self.upper - x);
        let (behind, ahead) = if drift < 0.0 {
            (above, below)
        } else {
            (below, above)
        };
        let exponent = 2.0 * drift.abs() / variance;
        // Without drift both formulas below would divide zero by zero.
        let (reach, observations) = if exponent * (behind + ahead) < 1e-9 {
            (behind / (behind + ahead), behind * ahead / variance)
        } else {
            let reach = (-exponent * behind).exp_m1() / (-exponent * (behind + ahead)).exp_m1();
            (reach, (reach * (behind + ahead) - behind) / drift.abs())
        };
        Plan {
            observations,
            pass: if drift < 0.0 { 1.0 - reach } else { reach },
        }
    }
}

/// Shares and their total, with [`EMPTY_BIN`] in place of empty bins.
fn regularized<const N: usize>(counts: &impl Counts<N>) -> (Distribution<N>, f64) {
    let weights = counts
        .bins()
        .map(|count| if count == 0 { EMPTY_BIN } else { count as f64 });
    let total: f64 = weights.iter().sum();
    (Distribution(weights.map(|weight| weight / total)), total)
}
