//! Elo from counts: logistic and normalized, with 95 % error bars, and the likelihood of
//! superiority (LOS).
//!
//! The same formulas as in fastchess, so the same counts print the same digits. Where those give NaN
//! (no games, or all games with one result), the value or error here is infinite.

use std::fmt;

use crate::normal::{Z95, cdf};
use crate::{Counts, Distribution};

/// The Elo difference at odds of ten to one.
const ELO_PER_DECADE: f64 = 400.0;

/// Normalized Elo per standard deviation of a game. Chosen so that it equals logistic Elo for two
/// nearly equal players who never draw.
pub(crate) const NORMALIZED_ELO_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// The logistic Elo difference of a score between 0 and 1; infinite at both ends.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    ELO_PER_DECADE * (score / (1.0 - score)).log10()
}

/// The expected score, 0 to 1, of a logistic Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / ELO_PER_DECADE))
}

impl<const N: usize> Distribution<N> {
    /// The logistic Elo of the expected score.
    pub fn elo(&self) -> f64 {
        elo_of_score(self.mean())
    }

    /// Normalized Elo: the excess over an even score in standard deviations of a game. It
    /// determines how many games show the difference, whatever the draw rate.
    pub fn normalized_elo(&self) -> f64 {
        let per_game = (Self::GAMES as f64).sqrt();
        standardized(self.mean() - 0.5, self.variance()) / per_game * NORMALIZED_ELO_PER_DEVIATION
    }
}

/// An excess in standard deviations; zero for no excess, even without variance.
fn standardized(excess: f64, variance: f64) -> f64 {
    if excess == 0.0 {
        0.0
    } else {
        excess / variance.sqrt()
    }
}

/// A value and half the width of its 95 % confidence interval; prints as `40.70 +/- 30.43`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Half the width of the 95 % confidence interval; infinite when the counts do not bound it.
    pub error: f64,
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} +/- {:.2}", self.value, self.error)
    }
}

/// A share that prints as a percentage: 0.996 as `99.60 %`.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Percent(pub f64);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} %", self.0 * 100.0)
    }
}

/// Score, Elo and LOS of the new engine. Prints as `Elo: …, nElo: …`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Performance {
    /// The mean score, 0 to 1; one half before the first game.
    pub score: f64,
    /// The variance of the score of one observation.
    pub variance: f64,
    /// The ends of the 95 % confidence interval of logistic Elo.
    pub interval: [f64; 2],
    /// Logistic Elo. The error is half the interval's width, although the interval is not
    /// quite symmetric.
    pub elo: Estimate,
    /// See [`Distribution::normalized_elo`].
    pub normalized_elo: Estimate,
    /// The likelihood of superiority (LOS): the probability that the new engine is the better
    /// one, 0 to 1.
    pub los: f64,
}

impl Performance {
    /// From counts. Observations are taken as independent: games of trinomial counts, pairs of
    /// pentanomial counts.
    pub fn of<const N: usize>(counts: &impl Counts<N>) -> Self {
        let Some(shares) = counts.distribution() else {
            return Self::UNKNOWN;
        };
        let (score, variance) = (shares.mean(), shares.variance());
        let deviation = (variance / counts.total() as f64).sqrt();
        let interval = [score - Z95 * deviation, score + Z95 * deviation].map(elo_of_score);
        let half_width = (interval[1] - interval[0]) / 2.0;
        Self {
            score,
            variance,
            interval,
            elo: Estimate {
                value: shares.elo(),
                // All games won: both ends are infinite, and the width is unknown.
                error: if half_width.is_nan() {
                    f64::INFINITY
                } else {
                    half_width
                },
            },
            normalized_elo: Estimate {
                value: shares.normalized_elo(),
                // The deviation of the score cancels against the one in the definition.
                error: Z95 * NORMALIZED_ELO_PER_DEVIATION / (counts.games() as f64).sqrt(),
            },
            los: cdf(standardized(score - 0.5, deviation * deviation)),
        }
    }

    /// Before the first game.
    const UNKNOWN: Self = Self {
        score: 0.5,
        variance: 0.0,
        interval: [f64::NEG_INFINITY, f64::INFINITY],
        elo: Estimate {
            value: 0.0,
            error: f64::INFINITY,
        },
        normalized_elo: Estimate {
            value: 0.0,
            error: f64::INFINITY,
        },
        los: 0.5,
    };
}

impl fmt::Display for Performance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Elo: {}, nElo: {}", self.elo, self.normalized_elo)
    }
}

#[cfg(test)]
mod tests {
    use super::{Percent, Performance, elo_of_score, score_of_elo};
    use crate::{Pentanomial, Trinomial};

    #[test]
    fn score_and_elo_are_inverse() {
        for elo in [-800.0, -3.5, 0.0, 12.0, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert_eq!(elo_of_score(0.5), 0.0);
        assert_eq!(elo_of_score(1.2), f64::INFINITY);
    }

    #[test]
    fn no_games_have_infinite_error() {
        let performance = Performance::of(&Trinomial::default());
        assert_eq!(
            performance.to_string(),
            "Elo: 0.00 +/- inf, nElo: 0.00 +/- inf"
        );
        assert_eq!(Percent(performance.los).to_string(), "50.00 %");
    }

    #[test]
    fn games_of_one_result_still_print() {
        let won = Performance::of(&Trinomial {
            wins: 100,
            draws: 0,
            losses: 0,
        });
        assert_eq!(won.to_string(), "Elo: inf +/- inf, nElo: inf +/- 68.10");
        assert_eq!(Percent(won.los).to_string(), "100.00 %");
        let lost = Performance::of(&Pentanomial([50, 0, 0, 0, 0]));
        assert_eq!(lost.to_string(), "Elo: -inf +/- inf, nElo: -inf +/- 68.10");
        assert_eq!(Percent(lost.los).to_string(), "0.00 %");
        let drawn = Performance::of(&Pentanomial([0, 0, 50, 0, 0]));
        assert_eq!(
            drawn.to_string(),
            "Elo: 0.00 +/- 0.00, nElo: 0.00 +/- 68.10"
        );
        assert_eq!(Percent(drawn.los).to_string(), "50.00 %");
    }

    #[test]
    fn an_interval_that_leaves_the_scale_is_infinite() {
        let few = Performance::of(&Trinomial {
            wins: 3,
            draws: 1,
            losses: 0,
        });
        assert!(few.interval[0].is_finite() && few.interval[1] == f64::INFINITY);
        assert_eq!(few.elo.error, f64::INFINITY);
        assert!(few.elo.value.is_finite());
    }
}
