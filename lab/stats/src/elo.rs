//! Elo from counts: logistic and normalised, with 95 % error bars, and who is likely stronger.
//!
//! The same formulas as fastchess, so the same counts should print the same digits. Where those give
//! no number (no games, or all games alike), the answer here is still one that can be printed:
//! an infinite value or error, never "not a number".

use std::fmt;

use crate::normal::{Z95, cumulative};
use crate::{Counts, Distribution};

/// Elo points that make the odds ten to one.
const ELO_PER_DECADE: f64 = 400.0;

/// Normalised Elo of one standard deviation per game. Chosen by its inventor so that it equals
/// logistic Elo for two nearly equal players who never draw.
pub(crate) const NORMALISED_ELO_PER_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// The Elo difference that explains a score between 0 and 1; infinite at both ends.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    ELO_PER_DECADE * (score / (1.0 - score)).log10()
}

/// The score between 0 and 1 to expect from an Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / ELO_PER_DECADE))
}

/// How many Elo the score's next step is worth: the derivative of [`elo_of_score`].
pub(crate) fn elo_slope(score: f64) -> f64 {
    ELO_PER_DECADE / std::f64::consts::LN_10 / (score * (1.0 - score))
}

impl<const N: usize> Distribution<N> {
    /// Logistic Elo: what the expected score amounts to.
    #[must_use]
    pub fn elo(&self) -> f64 {
        elo_of_score(self.mean())
    }

    /// Normalised Elo: how far the score is from even, in standard deviations of a game. It says
    /// how many games it takes to notice the difference, whatever the draw rate.
    #[must_use]
    pub fn normalised_elo(&self) -> f64 {
        let per_game = (Self::GAMES as f64).sqrt();
        standardised(self.mean() - 0.5, self.variance()) / per_game * NORMALISED_ELO_PER_DEVIATION
    }
}

/// An excess over the variance's root; zero for no excess, even with no variance.
fn standardised(excess: f64, variance: f64) -> f64 {
    if excess == 0.0 {
        0.0
    } else {
        excess / variance.sqrt()
    }
}

/// A value and half the width of its 95 % interval; prints as `40.70 +/- 30.43`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// Half the width of the 95 % interval; infinite when the counts do not bound it.
    pub error: f64,
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} +/- {:.2}", self.value, self.error)
    }
}

/// A share that prints in hundredths: 0.996 as `99.60 %`.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Percent(pub f64);

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} %", self.0 * 100.0)
    }
}

/// How the new engine did, and how sure that is. Prints as `Elo: …, nElo: …`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Performance {
    /// The mean score, 0 to 1; one half before the first game.
    pub score: f64,
    /// The variance of the score of one observation.
    pub variance: f64,
    /// The ends of the 95 % interval of logistic Elo.
    pub interval: [f64; 2],
    /// Logistic Elo. The error is half the interval's width, although the interval is not
    /// quite symmetric.
    pub elo: Estimate,
    /// Normalised Elo.
    pub normalised_elo: Estimate,
    /// The likelihood of superiority (LOS): the probability that the new engine is the better
    /// one, 0 to 1.
    pub los: f64,
}

impl Performance {
    /// What the counts say. Games are taken as independent when games are counted, pairs when
    /// pairs are.
    #[must_use]
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
                // All games won: both ends are infinite, and nothing is known of the width.
                error: if half_width.is_nan() {
                    f64::INFINITY
                } else {
                    half_width
                },
            },
            normalised_elo: Estimate {
                value: shares.normalised_elo(),
                // The deviation of the score cancels against the one in the definition.
                error: Z95 * NORMALISED_ELO_PER_DEVIATION / (counts.games() as f64).sqrt(),
            },
            los: cumulative(standardised(score - 0.5, deviation * deviation)),
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
        normalised_elo: Estimate {
            value: 0.0,
            error: f64::INFINITY,
        },
        los: 0.5,
    };
}

impl fmt::Display for Performance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Elo: {}, nElo: {}", self.elo, self.normalised_elo)
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
    fn no_games_say_nothing() {
        let performance = Performance::of(&Trinomial::default());
        assert_eq!(
            performance.to_string(),
            "Elo: 0.00 +/- inf, nElo: 0.00 +/- inf"
        );
        assert_eq!(Percent(performance.los).to_string(), "50.00 %");
    }

    #[test]
    fn games_all_alike_still_print() {
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
