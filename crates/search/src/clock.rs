//! The time of one search, and what it learns about how much of it to use.

use std::time::{Duration, Instant};

use crate::limits::Budget;
use crate::params::clock as params;
use crate::switches::{PATIENCE, SOFT_LIMIT};

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
        self.budget.is_some_and(|budget| {
            let limit = if SOFT_LIMIT.is_on() {
                budget.hard
            } else {
                budget.soft
            };
            self.elapsed() >= limit
        })
    }

    /// Whether another iteration is not worth beginning.
    pub(crate) fn is_enough(&self, confidence: Confidence) -> bool {
        self.budget.is_some_and(|budget| {
            SOFT_LIMIT.count();
            let factor = if PATIENCE.is_on() {
                PATIENCE.count();
                patience(confidence)
            } else {
                1.0
            };
            // How much of the time that a move should take may be gone when the last iteration
            // begins, which takes about as long as all before it together.
            let share = f64::from(params::soft_percent()) / 100.0;
            // In seconds, because a duration that gets too long to be one would panic.
            let soft = budget.soft.as_secs_f64() * factor * share;
            SOFT_LIMIT.is_on()
                && self.elapsed().as_secs_f64() >= soft.min(budget.hard.as_secs_f64())
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
    use std::time::{Duration, Instant};

    use super::{Budget, Clock, Confidence, params, patience};

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

    #[test]
    fn no_iteration_begins_after_the_soft_limit_and_the_hard_one_ends_the_search() {
        let average = Confidence {
            stable_iterations: 2,
            effort: 0.75,
            fall: 0,
        };
        let budget = Budget {
            soft: Duration::from_secs(10),
            hard: Duration::from_secs(50),
        };
        let after = |seconds: f64| {
            let start = Instant::now().checked_sub(Duration::from_secs_f64(seconds));
            Clock::new(start.expect("the machine ran so long"), Some(budget))
        };
        let soft = 10.0 * patience(average) * f64::from(params::soft_percent()) / 100.0;
        assert!(!after(0.9 * soft).is_enough(average));
        assert!(after(1.1 * soft).is_enough(average) && !after(1.1 * soft).is_over());
        assert!(after(51.0).is_over());
    }

    #[test]
    fn the_longest_time_is_not_too_long() {
        let budget = Budget {
            soft: Duration::MAX,
            hard: Duration::MAX,
        };
        let unsure = Confidence {
            stable_iterations: 0,
            effort: 0.0,
            fall: 100,
        };
        assert!(!Clock::new(Instant::now(), Some(budget)).is_enough(unsure));
    }
}
