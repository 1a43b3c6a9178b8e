//! Maximum likelihood estimates (MLE) of a score distribution under a constraint on its strength.
//!
//! Among all distributions of a given strength, the one under which the observed results are most
//! likely. The generalized likelihood ratio of [`crate::Sprt`] compares two of these. The method
//! is M. Van den Bergh's ("Comments on Normalized Elo", sections 1 and 4): it needs one root of a
//! monotone function, or a few.

use crate::Distribution;

/// The iteration for normalized Elo starts from the uniform distribution, and stops when no
/// probability moves by more than this, or after this many iterations. Both values are those of
/// fastchess, because they show in the printed digits when almost all games are draws.
const TOLERANCE: f64 = 1e-4;
const MAX_ITERATIONS: usize = 10;

/// Enough bisections to exhaust the precision of an `f64`; Newton steps need far fewer.
const MAX_STEPS: usize = 200;

/// The MLE among distributions of this mean (logistic Elo), strictly between 0 and 1. All observed
/// shares must be positive.
pub fn mle_with_mean<const N: usize>(observed: &Distribution<N>, mean: f64) -> Distribution<N> {
    tilted(
        observed,
        &std::array::from_fn(|bin| Distribution::<N>::score(bin) - mean),
    )
}

/// The MLE among distributions whose mean exceeds one half by `t` of its standard deviations
/// (normalized Elo). All observed shares must be positive, and `t` well below 1.
pub fn mle_with_t_value<const N: usize>(observed: &Distribution<N>, t: f64) -> Distribution<N> {
    let mut guess = Distribution([1.0 / N as f64; N]);
    for _ in 0..MAX_ITERATIONS {
        let (mean, deviation) = (guess.mean(), guess.variance().sqrt());
        // The constraint is not linear, so it is linearized at the guess.
        let next = tilted(
            observed,
            &std::array::from_fn(|bin| {
                let score = Distribution::<N>::score(bin);
                let standard = (score - mean) / deviation;
                score - 0.5 - 0.5 * t * deviation * (1.0 + standard * standard)
            }),
        );
        let moved = (0..N)
            .map(|bin| (next.0[bin] - guess.0[bin]).abs())
            .fold(0.0, f64::max);
        guess = next;
        if moved < TOLERANCE {
            break;
        }
    }
    guess
}

/// The MLE among distributions under which `constraint` is zero on average: each observed share
/// divided by `1 + θ·constraint`. `θ` makes the average vanish; it lies between the two
/// values where a denominator does.
fn tilted<const N: usize>(observed: &Distribution<N>, constraint: &[f64; N]) -> Distribution<N> {
    let highest = constraint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let lowest = constraint.iter().copied().fold(f64::INFINITY, f64::min);
    assert!(
        lowest < 0.0 && 0.0 < highest,
        "no distribution has this strength"
    );
    let theta = decreasing_root(-1.0 / highest, -1.0 / lowest, |theta| {
        let ratio = |bin: usize| constraint[bin] / (1.0 + theta * constraint[bin]);
        (
            observed.average(ratio),
            -observed.average(|bin| ratio(bin).powi(2)),
        )
    });
    Distribution(std::array::from_fn(|bin| {
        observed.0[bin] / (1.0 + theta * constraint[bin])
    }))
}

/// The root of a decreasing function that goes to plus infinity at `low` and to minus infinity at
/// `high`, with zero in between. Newton's method from zero, with bisection where a step would leave
/// the bracket.
fn decreasing_root(mut low: f64, mut high: f64, function: impl Fn(f64) -> (f64, f64)) -> f64 {
    let mut x = 0.0;
    for _ in 0..MAX_STEPS {
        let (value, slope) = function(x);
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - value / slope;
        let next = if low < newton && newton < high {
            newton
        } else {
            f64::midpoint(low, high)
        };
        if (next - x).abs() <= f64::EPSILON * x.abs() {
            break;
        }
        x = next;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::{mle_with_mean, mle_with_t_value};
    use crate::Distribution;

    const OBSERVED: Distribution<5> = Distribution([0.1, 0.2, 0.3, 0.25, 0.15]);

    #[test]
    fn the_constraint_holds_and_the_shares_sum_to_one() {
        for mean in [0.2, 0.5, 0.53, 0.9] {
            let found = mle_with_mean(&OBSERVED, mean);
            assert!((found.mean() - mean).abs() < 1e-12);
            assert!((found.0.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        for t in [-0.5, 0.0, 0.02, 0.3] {
            let found = mle_with_t_value(&OBSERVED, t);
            assert!(
                (found.mean() - 0.5 - t * found.variance().sqrt()).abs() < 1e-7,
                "{t}"
            );
            assert!((found.0.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn what_was_observed_is_the_most_likely_of_its_own_strength() {
        let excess = (OBSERVED.mean() - 0.5) / OBSERVED.variance().sqrt();
        for found in [
            mle_with_mean(&OBSERVED, OBSERVED.mean()),
            mle_with_t_value(&OBSERVED, excess),
        ] {
            for (p, q) in found.0.iter().zip(OBSERVED.0) {
                assert!((p - q).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn a_neighbor_with_the_same_mean_is_less_likely() {
        let likelihood = |d: &Distribution<5>| OBSERVED.average(|bin| d.0[bin].ln());
        let found = mle_with_mean(&OBSERVED, 0.5);
        for shift in [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 1.0, -2.0, 1.0, 0.0]] {
            for step in [-1e-4, 1e-4] {
                let mut other = found;
                other
                    .0
                    .iter_mut()
                    .zip(shift)
                    .for_each(|(p, s)| *p += step * s);
                assert!((other.mean() - 0.5).abs() < 1e-12);
                assert!(likelihood(&other) < likelihood(&found));
            }
        }
    }
}
