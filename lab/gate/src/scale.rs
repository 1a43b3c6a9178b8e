//! The scale of a network's evaluation, which the margins of the search rely on.

use std::sync::Arc;

use evaluation::{Evaluation, NetworkOf};
use net_tools::{Inspected, reference_positions};
use serde::Serialize;

/// The range of the engine's option `NnueScale`, in percent.
const PERCENT: std::ops::RangeInclusive<f64> = 10.0..=1000.0;

/// The mean absolute evaluations of a network and the baseline, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Scale {
    /// The network's.
    pub mean: f64,
    /// The baseline's.
    pub baseline: f64,
}

impl Scale {
    /// The mean absolute evaluation on the reference positions; of the handcrafted evaluation
    /// without a network.
    pub fn of<G: Inspected>(network: Option<&Arc<NetworkOf<G>>>) -> f64 {
        let positions = reference_positions::<G>();
        let size = |position| {
            let evaluation = Evaluation::<G>::without_clock(network);
            f64::from(evaluation.of(position).raw().abs())
        };
        positions.iter().map(size).sum::<f64>() / positions.len() as f64
    }

    /// The factor that brings the network to the baseline's scale.
    fn factor(self) -> f64 {
        self.baseline / self.mean
    }

    /// That factor as a value of `NnueScale`.
    pub fn percent(self) -> i32 {
        (100.0 * self.factor()).clamp(*PERCENT.start(), *PERCENT.end()) as i32
    }

    /// Whether the two are within a factor of each other.
    pub(crate) fn is_within(self, limit: f64) -> bool {
        let factor = self.factor();
        factor.is_finite() && factor <= limit && factor >= 1.0 / limit
    }
}

#[cfg(test)]
mod tests {
    use games::{Chess, Xiangqi};

    use super::Scale;

    #[test]
    fn factors_bring_values_to_the_usual_size() {
        let scale = Scale {
            mean: 150.0,
            baseline: 100.0,
        };
        assert_eq!(scale.percent(), 66);
        assert!(scale.is_within(1.6) && !scale.is_within(1.4));
        let silent = Scale { mean: 0.0, ..scale };
        assert!(!silent.is_within(1e9));
        assert_eq!(silent.percent(), 1000);
    }

    #[test]
    fn the_handcrafted_evaluation_has_a_usual_size() {
        for size in [Scale::of::<Chess>(None), Scale::of::<Xiangqi>(None)] {
            assert!((50.0..400.0).contains(&size), "{size}");
        }
    }
}
