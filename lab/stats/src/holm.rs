//! Several questions at once: Holm's correction.

use crate::normal::cdf;

/// The probability of a value this many standard deviations away from its mean, or farther, to either
/// side.
#[must_use]
pub fn two_sided(deviations: f64) -> f64 {
    2.0 * cdf(-deviations.abs())
}

/// Adjusted probabilities after Holm: those below a bound are significant together, whatever the others
/// are. Not a number where there is none.
#[must_use]
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let is_known = |index: &usize| !probabilities[*index].is_nan();
    let mut order: Vec<usize> = (0..probabilities.len()).filter(is_known).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut adjusted = vec![f64::NAN; probabilities.len()];
    let mut largest = 0.0_f64;
    for (rank, &index) in order.iter().enumerate() {
        let factor = (order.len() - rank) as f64;
        largest = largest.max((factor * probabilities[index]).min(1.0));
        adjusted[index] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::{holm, two_sided};

    /// The values are those of `p.adjust` in R.
    #[test]
    fn the_smallest_counts_as_often_as_there_are_questions() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (adjusted, expected) in adjusted.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((adjusted - expected).abs() < 1e-12, "{adjusted} {expected}");
        }
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
        let some = holm(&[f64::NAN, 0.2]);
        assert!(some[0].is_nan() && some[1] == 0.2);
    }

    #[test]
    fn both_tails_count() {
        assert!((two_sided(1.959_963_984_540_054) - 0.05).abs() < 1e-12);
        assert_eq!(two_sided(-2.0), two_sided(2.0));
        assert_eq!(two_sided(f64::INFINITY), 0.0);
    }
}
