//! Bootstrap resamples of a tournament, whose spread is the error of its ratings.
//!
//! This is Rubin's Bayesian bootstrap: each pair gets a random weight from the exponential
//! distribution. Resampling whole pairs with replacement would give the same errors, but could
//! leave a player without games; a weight is never zero. The center of the prior is drawn too, so
//! that the error is large where the games say little, as for a player who won them all.

use game::Rng;

use super::RatingOptions;
use super::fit::{Fit, Results};
use crate::sampling::{normal, uniform};

/// Fits `options.resamples` resamples, each starting from `best`; `progress` is told how many are
/// done.
pub fn resample(
    results: &Results,
    best: &Fit,
    options: &RatingOptions,
    progress: &mut dyn FnMut(usize),
) -> Vec<Fit> {
    let mut rng = Rng::new(options.seed);
    let resample = |done| {
        progress(done);
        let center = Fit(results
            .prior_spreads()
            .map(|s| s * normal(&mut rng))
            .collect());
        // One minus, because the logarithm of zero would be infinite.
        let counts = results.count(|| -(1.0 - uniform(&mut rng)).ln());
        results.fit(&counts, &center, best)
    };
    (0..options.resamples).map(resample).collect()
}
