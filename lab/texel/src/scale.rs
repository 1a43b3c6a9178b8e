//! The sigmoid scale (often called K) between evaluations and expected scores.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::data::Data;
use crate::loss::{Target, loss, mean};
use crate::sample::Sample;
use crate::values::Values;

/// The range of the search, in centipawns.
const RANGE: [f64; 2] = [20.0, 5000.0];

/// Each step shrinks the interval to 0.62 of its length; in the end its ends differ by 0.01 %.
const STEPS: u32 = 23;

/// The evaluation does not predict the results.
#[derive(Debug, thiserror::Error)]
#[error(
    "the evaluation does not predict the results: no scale from 20 to 5000 minimizes the error"
)]
pub struct NoScale;

/// The scale for which `sigmoid(evaluation / scale)` has the least mean squared error against the
/// results.
///
/// # Errors
/// If the best scale is at an end of the range.
pub fn fit_scale(samples: &[Sample], values: &Values) -> Result<f64, NoScale> {
    let pairs: Vec<(f64, f64)> = samples
        .par_iter()
        .map(|sample| (sample.evaluate(values), sample.points()))
        .collect();
    let error = |logarithm: f64| {
        let target = Target {
            result_weight: 1.0,
            scale: logarithm.exp(),
        };
        mean(&pairs, |&(evaluation, points)| {
            (target.expected(evaluation) - points).powi(2)
        })
        .unwrap_or(0.0)
    };
    let [low, high] = RANGE.map(f64::ln);
    let best = golden_section(low, high, error);
    let inside = low + 0.001 < best && best < high - 0.001;
    inside.then(|| best.exp()).ok_or(NoScale)
}

/// The loss on the results of the games held out, at the scale that fits the values best: values that
/// fit better expect more of the same size.
pub fn held_out_loss(data: &Data, values: &Values) -> Option<f64> {
    let target = Target {
        result_weight: 1.0,
        scale: fit_scale(&data.training, values).ok()?,
    };
    loss(&data.validation, values, &target)
}

/// The minimum of a unimodal function, by golden-section search.
fn golden_section(mut low: f64, mut high: f64, of: impl Fn(f64) -> f64) -> f64 {
    let golden = (5_f64.sqrt() - 1.0) / 2.0;
    let (mut left, mut right) = (high - golden * (high - low), low + golden * (high - low));
    let (mut at_left, mut at_right) = (of(left), of(right));
    for _ in 0..STEPS {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - golden * (high - low);
            at_left = of(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + golden * (high - low);
            at_right = of(right);
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use chess::Chess;

    use super::{fit_scale, golden_section};
    use crate::test_data::{labeled, positions};
    use crate::values::Values;

    #[test]
    fn golden_section_search_finds_the_minimum() {
        let found = golden_section(0.0, 10.0, |x| (x - 3.25).powi(2));
        assert!((found - 3.25).abs() < 0.001, "{found}");
    }

    #[test]
    fn a_known_scale_is_recovered() {
        let values = Values::current::<Chess>();
        let records = labeled(&positions(4000, 1), &values, 180.0);
        let scale = fit_scale(&records, &values).unwrap();
        assert!((scale - 180.0).abs() < 15.0, "{scale}");
    }

    #[test]
    fn results_that_contradict_the_evaluation_have_no_scale() {
        let values = Values::current::<Chess>();
        let records = labeled(&positions(500, 1), &values.times(-1.0), 180.0);
        assert!(fit_scale(&records, &values).is_err());
        assert!(fit_scale(&[], &values).is_err());
    }
}
