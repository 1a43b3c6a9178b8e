//! What is tuned, for how long, and how: everything that determines a run beside the games.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Gains, Parameter};

/// The plan of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// What is tuned.
    pub parameters: Vec<Parameter>,
    /// The number of iterations.
    pub iterations: u64,
    /// The game pairs of an iteration.
    pub pairs: u64,
    /// Iterations in flight: iteration `k` starts from the values after iteration `k - window`. More
    /// than one keeps many threads busy without making the run depend on their timing.
    pub window: u64,
    /// The gain sequences.
    pub gains: Gains,
    /// The seed of the perturbations.
    pub seed: u64,
}

/// An invalid plan.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// There is nothing to tune.
    #[error("there are no parameters to tune")]
    NoParameters,
    /// A number of zero.
    #[error("{0} must be at least 1")]
    Zero(&'static str),
    /// A gain is negative, infinite or not a number.
    #[error("{0} must be a positive number")]
    Gain(&'static str),
    /// A parameter's range is empty, or does not contain its start.
    #[error("{0}: the start is not in the range")]
    Range(String),
}

impl Plan {
    /// Checks the plan.
    pub fn validate(&self) -> Result<(), PlanError> {
        if self.parameters.is_empty() {
            return Err(PlanError::NoParameters);
        }
        let counts = [
            ("iterations", self.iterations),
            ("pairs", self.pairs),
            ("window", self.window),
        ];
        if let Some((name, _)) = counts.iter().find(|(_, count)| *count == 0) {
            return Err(PlanError::Zero(name));
        }
        let gains = [
            ("alpha", self.gains.alpha),
            ("gamma", self.gains.gamma),
            ("a_ratio", self.gains.a_ratio),
            ("r_end", self.gains.r_end),
        ];
        let is_bad = |gain: f64| !gain.is_finite() || gain < 0.0;
        if let Some((name, _)) = gains.iter().find(|(_, gain)| is_bad(*gain)) {
            return Err(PlanError::Gain(name));
        }
        for parameter in &self.parameters {
            let Parameter {
                name,
                start,
                min,
                max,
                ..
            } = parameter;
            if !(min..=max).contains(&start) || min == max {
                return Err(PlanError::Range(name.clone()));
            }
            if is_bad(parameter.c_end) || parameter.c_end == 0.0 {
                return Err(PlanError::Gain("c_end"));
            }
        }
        Ok(())
    }

    /// The number of pairs in the whole run.
    pub const fn total_pairs(&self) -> u64 {
        self.iterations * self.pairs
    }
}
