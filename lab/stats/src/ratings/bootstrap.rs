//! Imaginary repetitions of a tournament, whose spread is the error of its ratings.
//!
//! Each pair gets a random weight from the exponential distribution (Rubin's Bayesian bootstrap).
//! Drawing whole pairs with replacement would give the same errors, but could leave a player
//! without games; a weight is never zero. The centre of the prior is drawn too: where the games
//! say little, as of a player who won them all, the error then shows how little.

use game::Rng;

use super::RatingOptions;
use super::fit::{Fit, Results};
use crate::random::{gaussian, unit};

/// Fits as many repetitions as the options ask for, starting each search from `best`.
pub fn resample(results: &Results, best: &Fit, options: &RatingOptions) -> Vec<Fit> {
    let mut rng = Rng::new(options.seed);
    let repetition = |_| {
        let centre = Fit(results
            .prior_spreads()
            .map(|s| s * gaussian(&mut rng))
            .collect());
        // One minus, because the logarithm of zero would be infinite.
        let counts = results.count(|| -(1.0 - unit(&mut rng)).ln());
        results.fit(&counts, &centre, best)
    };
    (0..options.resamples).map(repetition).collect()
}
