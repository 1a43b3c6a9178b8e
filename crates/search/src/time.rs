//! Time management, all of it: from a time control to a soft and a hard time limit before the
//! search, and the decision to stop during it.
//!
//! The soft limit is checked between iterations and scaled by best-move stability, node fraction
//! and score drop. The hard limit is checked inside the search and always holds.

use std::time::{Duration, Instant};

use crate::params::time as params;
use crate::switches::{SOFT_LIMIT, SOFT_TIME_SCALING};

/// The shortest hard limit: even a search that is late needs time for a move.
const MIN_TIME: Duration = Duration::from_millis(1);
/// The limit with a single legal move: enough for a score and a ponder move.
const FORCED_MOVE_TIME: Duration = Duration::from_millis(20);

/// What the side to move has on its clock, as a protocol says it.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimeControl {
    /// Time left on the clock; none without a clock.
    pub remaining: Option<Duration>,
    /// Increment a move.
    pub increment: Duration,
    /// Moves until the next time control; none or zero in sudden death.
    pub moves_to_go: Option<u32>,
    /// Exact time for this move (`movetime`).
    pub move_time: Option<Duration>,
    /// Lost between engine and clock on each move (move overhead).
    pub overhead: Duration,
    /// Whether there is only one move to choose from.
    pub is_forced: bool,
}

/// Time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimits {
    /// Start no further iteration after this time, scaled by how the search goes.
    pub soft: Duration,
    /// Stop at this time in any case.
    pub hard: Duration,
}

impl TimeControl {
    /// The time limits of this move; none if the time control limits nothing.
    #[must_use]
    pub fn limits(&self) -> Option<TimeLimits> {
        let clock = self.clock_limits();
        let Some(time) = self.move_time else {
            return clock.map(|limits| match self.is_forced {
                true => limits.at_most(FORCED_MOVE_TIME),
                false => limits,
            });
        };
        let exact = time.saturating_sub(self.overhead).max(MIN_TIME);
        // All of `movetime` is used, unless there is a clock too.
        Some(TimeLimits {
            soft: clock.map_or(Duration::MAX, |limits| limits.soft),
            hard: clock.map_or(exact, |limits| limits.hard.min(exact)),
        })
    }

    /// The time limits that the clock gives: a share of the remaining time and of the increment.
    fn clock_limits(&self) -> Option<TimeLimits> {
        let remaining = self.remaining?.saturating_sub(self.overhead).as_secs_f64();
        let increment = self.increment.as_secs_f64();
        let (soft, hard_share) = match self.moves_to_go {
            Some(moves) if moves > 0 => {
                let moves = f64::from(moves.min(params::max_moves_to_go() as u32));
                let share = (percent(params::cyclic_hard_percent()) / moves).clamp(
                    percent(params::cyclic_hard_min_percent()),
                    percent(params::cyclic_hard_max_percent()),
                );
                let increment = percent(params::cyclic_increment_percent()) * increment;
                (remaining / moves + increment, share)
            }
            _ => {
                let move_time = remaining / f64::from(params::horizon_moves())
                    + percent(params::increment_percent()) * increment;
                (
                    percent(params::optimum_percent()) * move_time,
                    percent(params::hard_percent()),
                )
            }
        };
        let hard = (remaining * hard_share).min(percent(params::hard_to_soft_percent()) * soft);
        let most = percent(params::max_percent()) * remaining;
        let limit = |seconds: f64| Duration::from_secs_f64(seconds.min(most)).max(MIN_TIME);
        Some(TimeLimits {
            soft: limit(soft),
            hard: limit(hard.max(soft)),
        })
    }
}

impl TimeLimits {
    fn at_most(self, time: Duration) -> Self {
        Self {
            soft: self.soft.min(time),
            hard: self.hard.min(time),
        }
    }
}

/// What the last iteration says about the best move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IterationStats {
    /// Best-move stability: iterations since the best move changed.
    pub(crate) stable_iterations: u32,
    /// Node fraction: the share of all nodes spent on the best move.
    pub(crate) node_fraction: f64,
    /// Score drop since the previous iteration, in centipawns.
    pub(crate) score_drop: i32,
}

/// Follows the time of one search.
#[derive(Clone, Debug)]
pub(crate) struct TimeManager {
    start: Instant,
    limits: Option<TimeLimits>,
}

impl TimeManager {
    pub(crate) fn new(start: Instant, limits: Option<TimeLimits>) -> Self {
        Self { start, limits }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the hard limit is reached.
    pub(crate) fn is_past_hard_limit(&self) -> bool {
        self.limits.is_some_and(|limits| {
            let limit = if SOFT_LIMIT.is_on() {
                limits.hard
            } else {
                limits.soft
            };
            self.elapsed() >= limit
        })
    }

    /// Whether the scaled soft limit is reached, so that no further iteration starts.
    pub(crate) fn is_past_soft_limit(&self, stats: IterationStats) -> bool {
        self.limits.is_some_and(|limits| {
            SOFT_LIMIT.count();
            let scale = if SOFT_TIME_SCALING.is_on() {
                SOFT_TIME_SCALING.count();
                soft_time_scale(stats)
            } else {
                1.0
            };
            // In seconds, because a duration that gets too long to be one would panic.
            let soft = limits.soft.as_secs_f64() * scale * percent(params::soft_percent());
            SOFT_LIMIT.is_on()
                && self.elapsed().as_secs_f64() >= soft.min(limits.hard.as_secs_f64())
        })
    }
}

/// Soft time scaling: less time for a stable best move that took most of the nodes, more after a
/// score drop.
fn soft_time_scale(stats: IterationStats) -> f64 {
    let stability = percent(match stats.stable_iterations {
        0 => params::stability_0_percent(),
        1 => params::stability_1_percent(),
        2 => params::stability_2_percent(),
        3 => params::stability_3_percent(),
        _ => params::stability_4_percent(),
    });
    let effort = (percent(params::node_fraction_base_percent()) - stats.node_fraction)
        * percent(params::node_fraction_percent());
    let trend = 1.0 + f64::from(stats.score_drop) * percent(params::score_drop_percent());
    let (least, most) = (
        params::score_drop_min_percent(),
        params::score_drop_max_percent(),
    );
    stability
        * effort.max(percent(params::node_fraction_min_percent()))
        * trend.clamp(percent(least), percent(most))
}

fn percent(value: i32) -> f64 {
    f64::from(value) / 100.0
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{
        IterationStats, TimeControl, TimeLimits, TimeManager, params, percent, soft_time_scale,
    };

    #[test]
    fn limits_never_exceed_the_remaining_time() {
        let overhead = Duration::from_millis(10);
        for time in [0, 1, 5, 10, 20, 50, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 60_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let control = TimeControl {
                        remaining: Some(Duration::from_millis(time)),
                        increment: Duration::from_millis(increment),
                        moves_to_go,
                        overhead,
                        ..TimeControl::default()
                    };
                    let TimeLimits { soft, hard } = control.limits().unwrap();
                    let left = Duration::from_millis(time).saturating_sub(overhead);
                    assert!(
                        soft <= hard && hard <= left.max(Duration::from_millis(1)),
                        "{control:?}"
                    );
                }
            }
        }
        assert_eq!(TimeControl::default().limits(), None);
    }

    #[test]
    fn an_unstable_best_move_gets_more_time_than_a_stable_one() {
        let stable = IterationStats {
            stable_iterations: 6,
            node_fraction: 0.95,
            score_drop: -10,
        };
        let unstable = IterationStats {
            stable_iterations: 0,
            node_fraction: 0.3,
            score_drop: 40,
        };
        assert!(soft_time_scale(stable) < 0.7 && soft_time_scale(unstable) > 1.8);
    }

    #[test]
    fn the_soft_limit_ends_iterations_and_the_hard_limit_the_search() {
        let average = IterationStats {
            stable_iterations: 2,
            node_fraction: 0.75,
            score_drop: 0,
        };
        let limits = TimeLimits {
            soft: Duration::from_secs(10),
            hard: Duration::from_secs(50),
        };
        let after = |seconds: f64| {
            let start = Instant::now().checked_sub(Duration::from_secs_f64(seconds));
            TimeManager::new(start.expect("the machine ran so long"), Some(limits))
        };
        let soft = 10.0 * soft_time_scale(average) * percent(params::soft_percent());
        assert!(!after(0.9 * soft).is_past_soft_limit(average));
        let late = after(1.1 * soft);
        assert!(late.is_past_soft_limit(average) && !late.is_past_hard_limit());
        assert!(after(51.0).is_past_hard_limit());
    }

    #[test]
    fn the_longest_duration_does_not_overflow() {
        let limits = TimeLimits {
            soft: Duration::MAX,
            hard: Duration::MAX,
        };
        let unstable = IterationStats {
            stable_iterations: 0,
            node_fraction: 0.0,
            score_drop: 100,
        };
        assert!(!TimeManager::new(Instant::now(), Some(limits)).is_past_soft_limit(unstable));
    }
}
