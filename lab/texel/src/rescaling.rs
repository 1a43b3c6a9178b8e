//! The unit of fitted values.

use crate::loss::mean_abs_eval;
use crate::sample::Sample;
use crate::values::Values;

/// Gives fitted values the size that those before had: the fit chooses their unit freely.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rescaling {
    /// What all values are multiplied by.
    pub factor: f64,
    /// The mean absolute evaluation that is kept, in centipawns.
    pub mean: f64,
}

impl Rescaling {
    /// From the values before and the fitted ones on some positions; `None` if either evaluates all
    /// of them as even.
    pub fn new(samples: &[Sample], before: &Values, fitted: &Values) -> Option<Self> {
        let size = |values: &Values| mean_abs_eval(samples, values).unwrap_or(0.0);
        let mean = size(before);
        let factor = mean / size(fitted);
        (factor.is_finite() && factor > 0.0).then_some(Self { factor, mean })
    }
}

#[cfg(test)]
mod tests {
    use chess::Chess;

    use super::Rescaling;
    use crate::test_data::{labeled, positions};
    use crate::values::Values;

    #[test]
    fn the_mean_evaluation_is_kept() {
        let before = Values::current::<Chess>();
        let samples = labeled(&positions(50, 4), &before, 200.0);
        let rescaling = Rescaling::new(&samples, &before, &before.times(0.5)).unwrap();
        assert!((rescaling.factor - 2.0).abs() < 1e-9);
        assert!(rescaling.mean > 10.0);
        assert_eq!(Rescaling::new(&samples, &before, &before.times(0.0)), None);
        assert_eq!(Rescaling::new(&[], &before, &before), None);
    }
}
