//! From a time control to the time limits of one move.

use std::time::Duration;

use game::Game;

use super::lag::Lag;
use super::{RESERVE_STALLS, params, percent};

/// The shortest hard limit: even a search that is late needs time for a move.
const MIN_TIME: Duration = Duration::from_millis(1);
/// The limit with a single legal move: enough for a score and a ponder move.
const FORCED_MOVE_TIME: Duration = Duration::from_millis(20);
/// The reserve for lag, in units of the most lost on a move, and its largest share of the clock in
/// percent: the rest may be used in spite of the lag.
const RESERVE_LAGS: u32 = 2;
const MAX_LAG_RESERVE_PERCENT: u32 = 80;
/// Moves beyond the planned ones that lose time to lag too.
const EXTRA_LAGS: f64 = 2.0;
/// The longest stall that a move can pay for, in units of its share of the clock.
const MAX_STALL: f64 = 4.0;

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
    /// The measured lag, which comes on top of the overhead.
    pub lag: Lag,
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
    pub fn limits<G: Game>(&self) -> Option<TimeLimits> {
        let clock = self
            .remaining
            .map(|remaining| self.clock_limits::<G>(remaining));
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

    /// The time limits that the clock gives: a share of what is left for the moves still expected.
    fn clock_limits<G: Game>(&self, remaining: Duration) -> TimeLimits {
        let usable = (remaining - self.reserve(remaining)).as_secs_f64();
        let (moves, increment_percent, optimum, hard_share) = match self.moves_to_go {
            Some(moves) if moves > 0 => {
                let moves = f64::from(moves.min(params::max_moves_to_go::<G>() as u32));
                let share = (percent(params::cyclic_hard_percent::<G>()) / moves).clamp(
                    percent(params::cyclic_hard_min_percent::<G>()),
                    percent(params::cyclic_hard_max_percent::<G>()),
                );
                (moves, params::cyclic_increment_percent::<G>(), 1.0, share)
            }
            _ => (
                f64::from(params::horizon_moves::<G>()),
                params::increment_percent::<G>(),
                percent(params::optimum_percent::<G>()),
                percent(params::hard_percent::<G>()),
            ),
        };
        let increments = percent(increment_percent) * moves * self.increment.as_secs_f64();
        let lags = self.lag.mean.as_secs_f64() * (moves + EXTRA_LAGS);
        let share = optimum * (usable + increments - lags).max(0.0) / moves;
        // A search that outlasts its time slice loses a stall, so the shortest one is the only one
        // that costs less.
        let soft = match self.lag.stall.as_secs_f64() > MAX_STALL * share {
            true => 0.0,
            false => share,
        };
        let hard = (usable * hard_share).min(percent(params::hard_to_soft_percent::<G>()) * soft);
        let most = percent(params::max_percent::<G>()) * usable;
        let limit = |seconds: f64| Duration::from_secs_f64(seconds.min(most)).max(MIN_TIME);
        TimeLimits {
            soft: limit(soft),
            hard: limit(hard.max(soft)),
        }
    }

    /// The part of the clock that no plan may use.
    fn reserve(&self, remaining: Duration) -> Duration {
        let lag = self.lag.worst.saturating_mul(RESERVE_LAGS);
        let lag = lag.min(remaining / 100 * MAX_LAG_RESERVE_PERCENT);
        // A search that ends before the scheduler puts it aside has no stall: a clock below this
        // reserve is for the shortest searches.
        let stalls = self.lag.stall.saturating_mul(RESERVE_STALLS);
        self.overhead.saturating_add(lag.max(stalls)).min(remaining)
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use chess::Chess;

    use super::{Lag, TimeControl, TimeLimits};

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn clock(time: u64, increment: u64) -> TimeControl {
        TimeControl {
            remaining: Some(ms(time)),
            increment: ms(increment),
            overhead: ms(10),
            ..TimeControl::default()
        }
    }

    fn with_lag(control: TimeControl, (mean, worst, stall): (u64, u64, u64)) -> TimeLimits {
        let lag = Lag {
            mean: ms(mean),
            worst: ms(worst),
            stall: ms(stall),
        };
        TimeControl { lag, ..control }.limits::<Chess>().unwrap()
    }

    #[test]
    fn limits_never_exceed_the_remaining_time() {
        let overhead = ms(10);
        for time in [0, 1, 5, 10, 20, 50, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 60_000, 36_000_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for lag in [(0, 0, 0), (1, 4, 2), (30, 100, 90), (3000, 10_000, 900)] {
                        let control = TimeControl {
                            moves_to_go,
                            ..clock(time, increment)
                        };
                        let TimeLimits { soft, hard } = with_lag(control, lag);
                        let left = ms(time).saturating_sub(overhead);
                        assert!(soft <= hard && hard <= left.max(ms(1)), "{control:?}");
                        // A fifth of the clock is never planned, beyond the shortest limit.
                        assert!(hard <= (left * 8 / 10).max(ms(1)), "{control:?}");
                    }
                }
            }
        }
        assert_eq!(TimeControl::default().limits::<Chess>(), None);
    }

    #[test]
    fn longest_durations_do_not_overflow() {
        let control = TimeControl {
            remaining: Some(Duration::MAX),
            increment: Duration::MAX,
            overhead: Duration::MAX,
            ..TimeControl::default()
        };
        let lag = Lag {
            mean: Duration::MAX,
            worst: Duration::MAX,
            stall: Duration::MAX,
        };
        for control in [control, TimeControl { lag, ..control }] {
            let TimeLimits { soft, hard } = control.limits::<Chess>().unwrap();
            assert!(soft <= hard);
        }
    }

    #[test]
    fn lag_shrinks_the_plan() {
        for control in [clock(500, 5), clock(1000, 10), clock(2000, 20)] {
            let idle = control.limits::<Chess>().unwrap();
            let loaded = with_lag(control, (5, 20, 40));
            assert!(loaded.soft < idle.soft && loaded.hard < idle.hard);
        }
        // A clock that lag will empty leaves no time to think.
        assert_eq!(with_lag(clock(200, 5), (20, 40, 0)).soft, ms(1));
        assert_eq!(with_lag(clock(180, 5), (0, 0, 60)).hard, ms(1));
        // A stall that moves cannot pay for.
        assert_eq!(with_lag(clock(500, 5), (0, 0, 64)).hard, ms(1));
        assert!(with_lag(clock(1000, 10), (0, 0, 64)).soft > ms(20));
        // A long clock does not feel it.
        let (idle, loaded) = (clock(600_000, 0), with_lag(clock(600_000, 0), (5, 20, 40)));
        assert!(loaded.soft > idle.limits::<Chess>().unwrap().soft * 98 / 100);
    }

    /// The plan is a share of the clock and of the increment, less the overhead once.
    #[test]
    fn an_idle_machine_loses_nothing() {
        for (time, increment) in [(2000, 20), (8000, 80), (60_000, 600), (300, 20)] {
            let (seconds, bonus) = ((time - 10) as f64 / 1e3, increment as f64 / 1e3);
            let soft = 0.73 * (seconds / 24.0 + 0.94 * bonus);
            for limits in [
                clock(time, increment).limits::<Chess>().unwrap(),
                with_lag(clock(time, increment), (0, 1, 1)),
            ] {
                let share = limits.soft.as_secs_f64() / soft;
                assert!((0.97..=1.001).contains(&share), "{time}: {share}");
                let hard = (5.0 * soft).min(0.5 * seconds);
                let share = limits.hard.as_secs_f64() / hard;
                assert!((0.97..=1.001).contains(&share), "{time}: {share}");
            }
        }
    }

    #[test]
    fn lag_leaves_time_where_the_increment_pays_for_it() {
        // 2 s of lag on each move, 3 s of increment: there is a second to think.
        let limits = with_lag(clock(3000, 3000), (2000, 2500, 1));
        assert!(
            limits.soft > ms(100) && limits.hard < ms(1000),
            "{limits:?}"
        );
    }
}
