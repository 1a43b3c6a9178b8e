//! How large a network's values are, beside those that the search is used to.

use std::sync::Arc;

use evaluation::Evaluation;
use net_tools::reference_positions;
use nnue::Network;
use serde::Serialize;

/// The values that the engine's option `NnueScale` takes, in hundredths.
const PERCENT: std::ops::RangeInclusive<f64> = 10.0..=1000.0;

/// The mean sizes of a network's and the reigning evaluation's values, in hundredths of a pawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Scale {
    /// The network's.
    pub mean: f64,
    /// The reigning evaluation's.
    pub reigning: f64,
}

impl Scale {
    /// The mean size of an evaluation's values on the reference positions; of the handcrafted one
    /// without a network.
    pub fn of(network: Option<&Arc<Network>>) -> f64 {
        let positions = reference_positions();
        let size = |position| {
            let evaluation = Evaluation::without_clock(network);
            f64::from(evaluation.of(position).raw().abs())
        };
        positions.iter().map(size).sum::<f64>() / positions.len() as f64
    }

    /// What the network's values must be multiplied with to be of the size that the search's
    /// margins were made for.
    pub fn factor(self) -> f64 {
        self.reigning / self.mean
    }

    /// The same as a value of `NnueScale`.
    pub fn percent(self) -> i32 {
        (100.0 * self.factor()).clamp(*PERCENT.start(), *PERCENT.end()) as i32
    }

    /// Whether the sizes are within a factor of each other.
    pub fn is_within(self, limit: f64) -> bool {
        let factor = self.factor();
        factor.is_finite() && factor <= limit && factor >= 1.0 / limit
    }
}

#[cfg(test)]
mod tests {
    use super::Scale;

    #[test]
    fn factors_bring_values_to_the_usual_size() {
        let scale = Scale {
            mean: 150.0,
            reigning: 100.0,
        };
        assert_eq!(scale.percent(), 66);
        assert!(scale.is_within(1.6) && !scale.is_within(1.4));
        let silent = Scale { mean: 0.0, ..scale };
        assert!(!silent.is_within(1e9));
        assert_eq!(silent.percent(), 1000);
    }

    #[test]
    fn the_handcrafted_evaluation_has_a_usual_size() {
        let size = Scale::of(None);
        assert!((50.0..400.0).contains(&size), "{size}");
    }
}
