//! The time of one search, and what it learns about how much of it to use.

use std::time::{Duration, Instant};

use crate::limits::Budget;
use crate::switches::PATIENCE;

/// Follows the time of a search.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    start: Instant,
    budget: Option<Budget>,
}

/// What the iterations so far say about the best move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Confidence {
    /// Iterations since the best move last changed.
    pub(crate) stable_iterations: u32,
    /// The share of all nodes that went into the best move.
    pub(crate) effort: f64,
    /// How much the score fell since the last iteration, in hundredths of a pawn.
    pub(crate) fall: i32,
}

impl Clock {
    pub(crate) fn new(start: Instant, budget: Option<Budget>) -> Self {
        Self { start, budget }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must end now.
    pub(crate) fn is_over(&self) -> bool {
        self.budget
            .is_some_and(|budget| self.elapsed() >= budget.hard)
    }

    /// Whether another iteration is not worth beginning.
    pub(crate) fn is_enough(&self, confidence: Confidence) -> bool {
        self.budget.is_some_and(|budget| {
            if !PATIENCE.is_on() {
                return self.elapsed() >= budget.soft;
            }
            PATIENCE.count();
            let soft = budget.soft.mul_f64(patience(confidence)).min(budget.hard);
            self.elapsed() >= soft
        })
    }
}

/// The factor on the soft limit: less for a move that is stable and took most of the effort, more
/// when the score falls.
fn patience(
    Confidence {
        stable_iterations,
        effort,
        fall,
    }: Confidence,
) -> f64 {
    let stability = match stable_iterations {
        0 => 1.7,
        1 => 1.2,
        2 => 1.0,
        3 => 0.9,
        _ => 0.8,
    };
    let effort = (1.5 - effort) * 1.35;
    let trend = (1.0 + f64::from(fall) * 0.01).clamp(0.8, 1.4);
    stability * effort.max(0.5) * trend
}

#[cfg(test)]
mod tests {
    use super::{Confidence, patience};

    #[test]
    fn doubt_takes_time_and_certainty_saves_it() {
        let sure = Confidence {
            stable_iterations: 6,
            effort: 0.95,
            fall: -10,
        };
        let unsure = Confidence {
            stable_iterations: 0,
            effort: 0.3,
            fall: 40,
        };
        assert!(patience(sure) < 0.7 && patience(unsure) > 1.8);
    }
}
