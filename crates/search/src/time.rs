//! Time management, all of it: from a time control to a soft and a hard time limit before the
//! search, the decision to stop during it, and the lag measured after it.
//!
//! The soft limit is checked between iterations and scaled by best-move stability, node fraction
//! and score drop. The hard limit is checked inside the search and always holds.

mod control;
mod lag;

use std::time::{Duration, Instant};

use game::{Game, Score};

use crate::params::time as params;
use crate::switches::{FAIL_LOW_TIME, SCORE_STABILITY, SCORE_TREND, SOFT_LIMIT, SOFT_TIME_SCALING};

pub use control::{TimeControl, TimeLimits};
pub use lag::{Lag, LagMeter, SearchTiming};

/// The time between two polls of the clock that the search aims at.
const POLL_TIME: Duration = Duration::from_micros(250);
/// The fewest and the most nodes between two polls.
const MIN_POLL_NODES: u64 = 64;
const MAX_POLL_NODES: u64 = 2048;
/// The reserve for stalls, in units of the longest: one can follow another.
const RESERVE_STALLS: u32 = 3;

/// What the iterations so far say about the best move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct IterationStats {
    /// Best-move stability: iterations since the best move changed.
    pub(crate) stable_iterations: u32,
    /// Node fraction: the share of all nodes spent on the best move.
    pub(crate) node_fraction: f64,
    /// Score drop since the previous iteration, in centipawns.
    pub(crate) score_drop: i32,
    /// Score of the last iteration.
    pub(crate) score: Option<Score>,
    /// Score stability: iterations since the score changed by more than a margin.
    pub(crate) stable_scores: u32,
    /// Fail lows of the aspiration window in the last iteration.
    pub(crate) fail_lows: u32,
    /// Score of the previous move's search.
    previous_score: Option<Score>,
}

impl IterationStats {
    pub(crate) fn new(previous_score: Option<Score>) -> Self {
        Self {
            previous_score,
            ..Self::default()
        }
    }

    /// Adds an iteration with its score, and whether its best move is that of the one before.
    pub(crate) fn update<G: Game>(&mut self, score: Score, is_same_move: bool) {
        let drop = self.score.map(|last| last.raw() - score.raw());
        let margin = params::stable_score_margin::<G>();
        let is_stable = drop.is_some_and(|drop| drop.abs() <= margin);
        let counted = |count: u32, is_stable: bool| if is_stable { count + 1 } else { 0 };
        self.stable_iterations = counted(self.stable_iterations, is_same_move);
        self.stable_scores = counted(self.stable_scores, is_stable);
        self.score_drop = drop.unwrap_or(0);
        self.score = Some(score);
    }

    /// Score drop since the previous move's search, in centipawns.
    fn drop_since_move(self) -> Option<i32> {
        Some(self.previous_score?.raw() - self.score?.raw())
    }
}

/// Follows the time of one search.
#[derive(Clone, Debug)]
pub(crate) struct TimeManager {
    start: Instant,
    limits: Option<TimeLimits>,
    /// The node count at which to poll the clock next; never without limits.
    next_poll: u64,
    /// Nodes between two polls, adapted to the speed of the search.
    poll_nodes: u64,
    last_poll: Instant,
    stall: Duration,
}

impl TimeManager {
    pub(crate) fn new(start: Instant, limits: Option<TimeLimits>) -> Self {
        Self {
            start,
            limits,
            next_poll: limits.map_or(u64::MAX, |_| MIN_POLL_NODES),
            poll_nodes: MIN_POLL_NODES,
            last_poll: start,
            stall: Duration::ZERO,
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether it is time for [`Self::poll`].
    #[inline(always)]
    pub(crate) const fn is_poll_due(&self, nodes: u64) -> bool {
        nodes >= self.next_poll
    }

    /// Polls the clock: whether the hard limit is reached.
    #[cold]
    pub(crate) fn poll(&mut self, nodes: u64) -> bool {
        let gap = self.measure_gap();
        if gap > 2 * POLL_TIME {
            self.poll_nodes = (self.poll_nodes / 2).max(MIN_POLL_NODES);
        } else if gap < POLL_TIME / 2 {
            self.poll_nodes = (self.poll_nodes * 2).min(MAX_POLL_NODES);
        }
        self.next_poll = nodes + self.poll_nodes;
        self.limits.is_some_and(|limits| {
            let limit = if SOFT_LIMIT.is_on() {
                limits.hard
            } else {
                limits.soft
            };
            // Where the scheduler has taken the CPU once, it will again. `movetime` has no soft limit
            // and no clock to lose on.
            let has_clock = limits.soft <= limits.hard;
            let reserve = self
                .stall
                .saturating_mul(u32::from(has_clock) * RESERVE_STALLS);
            (self.last_poll - self.start).saturating_add(reserve) >= limit
        })
    }

    /// The timing of the search, which is over now.
    pub(crate) fn finish(&mut self) -> SearchTiming {
        self.measure_gap();
        SearchTiming {
            elapsed: self.last_poll - self.start,
            stall: self.stall,
        }
    }

    /// The time since the last poll.
    fn measure_gap(&mut self) -> Duration {
        let now = Instant::now();
        let gap = now - self.last_poll;
        self.last_poll = now;
        self.stall = self.stall.max(gap);
        gap
    }

    /// Whether the scaled soft limit is reached, so that no further iteration starts.
    pub(crate) fn is_past_soft_limit<G: Game>(&self, stats: IterationStats) -> bool {
        self.limits.is_some_and(|limits| {
            SOFT_LIMIT.count();
            let scale = if SOFT_TIME_SCALING.is_on() {
                SOFT_TIME_SCALING.count();
                soft_time_scale::<G>(stats)
            } else {
                1.0
            };
            // In seconds, because a duration that gets too long to be one would panic.
            let soft = limits.soft.as_secs_f64() * scale * percent(params::soft_percent::<G>());
            SOFT_LIMIT.is_on()
                && self.elapsed().as_secs_f64() >= soft.min(limits.hard.as_secs_f64())
        })
    }
}

/// Soft time scaling: less time for a stable best move that took most of the nodes, more after a
/// score drop.
fn soft_time_scale<G: Game>(stats: IterationStats) -> f64 {
    let stability = percent(match stats.stable_iterations {
        0 => params::stability_0_percent::<G>(),
        1 => params::stability_1_percent::<G>(),
        2 => params::stability_2_percent::<G>(),
        3 => params::stability_3_percent::<G>(),
        _ => params::stability_4_percent::<G>(),
    });
    let effort = (percent(params::node_fraction_base_percent::<G>()) - stats.node_fraction)
        * percent(params::node_fraction_percent::<G>());
    let mut scale = stability
        * effort.max(percent(params::node_fraction_min_percent::<G>()))
        * score_trend_scale::<G>(stats);
    if SCORE_STABILITY.is_on() {
        SCORE_STABILITY.count();
        scale *= score_stability_scale::<G>(stats);
    }
    if FAIL_LOW_TIME.is_on() && stats.fail_lows > 0 {
        FAIL_LOW_TIME.count();
        scale *= fail_low_scale::<G>(stats);
    }
    scale
}

/// More time the more the score dropped since the last iteration, and since the previous move.
fn score_trend_scale<G: Game>(stats: IterationStats) -> f64 {
    let drop = f64::from(stats.score_drop) * percent(params::score_drop_percent::<G>());
    match stats.drop_since_move() {
        Some(since_move) if SCORE_TREND.is_on() => {
            SCORE_TREND.count();
            trend_scale::<G>(drop, since_move)
        }
        _ => (1.0 + drop).clamp(
            percent(params::score_drop_min_percent::<G>()),
            percent(params::score_drop_max_percent::<G>()),
        ),
    }
}

fn trend_scale<G: Game>(drop: f64, since_move: i32) -> f64 {
    let trend = percent(params::trend_base_percent::<G>())
        + percent(params::trend_percent::<G>()) * f64::from(since_move)
        + drop;
    trend.clamp(
        percent(params::trend_min_percent::<G>()),
        percent(params::trend_max_percent::<G>()),
    )
}

/// Less time the longer the score is stable.
fn score_stability_scale<G: Game>(stats: IterationStats) -> f64 {
    let stable = f64::from(stats.stable_scores) * percent(params::stable_score_percent::<G>());
    (percent(params::stable_score_base_percent::<G>()) - stable)
        .max(percent(params::stable_score_min_percent::<G>()))
}

/// More time after fail lows.
fn fail_low_scale<G: Game>(stats: IterationStats) -> f64 {
    let fail_lows = params::max_fail_lows::<G>().min(stats.fail_lows as i32);
    percent(params::fail_low_percent::<G>()).powi(fail_lows)
}

fn percent(value: i32) -> f64 {
    f64::from(value) / 100.0
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use chess::Chess;
    use game::Score;

    use super::{
        IterationStats, MAX_POLL_NODES, MIN_POLL_NODES, TimeLimits, TimeManager, fail_low_scale,
        params, percent, score_stability_scale, soft_time_scale, trend_scale,
    };

    #[test]
    fn an_unstable_best_move_gets_more_time_than_a_stable_one() {
        let stable = IterationStats {
            stable_iterations: 6,
            node_fraction: 0.95,
            score_drop: -10,
            ..IterationStats::default()
        };
        let unstable = IterationStats {
            stable_iterations: 0,
            node_fraction: 0.3,
            score_drop: 40,
            ..IterationStats::default()
        };
        assert!(soft_time_scale::<Chess>(stable) < 0.7 && soft_time_scale::<Chess>(unstable) > 1.8);
    }

    #[test]
    fn iterations_tell_the_trend_and_the_stability_of_score_and_move() {
        let score = Score::from_raw;
        let mut stats = IterationStats::new(Some(score(30)));
        assert_eq!(stats.drop_since_move(), None, "no iteration yet");
        for (value, is_same_move) in [(28, false), (31, true), (29, true)] {
            stats.update::<Chess>(score(value), is_same_move);
        }
        assert_eq!((stats.stable_iterations, stats.stable_scores), (2, 2));
        assert_eq!((stats.score_drop, stats.drop_since_move()), (2, Some(1)));
        stats.update::<Chess>(score(-20), false);
        assert_eq!((stats.stable_iterations, stats.stable_scores), (0, 0));
        assert_eq!((stats.score_drop, stats.drop_since_move()), (49, Some(50)));
    }

    #[test]
    fn a_falling_or_unstable_score_and_fail_lows_give_time() {
        let trend = |since_move| trend_scale::<Chess>(0.0, since_move);
        assert!(trend(40) > 1.3 && trend(-40) < 0.8 && trend(500) == trend(900));
        let scale = |stable_scores, fail_lows| {
            let stats = IterationStats {
                stable_scores,
                fail_lows,
                ..IterationStats::default()
            };
            (
                score_stability_scale::<Chess>(stats),
                fail_low_scale::<Chess>(stats),
            )
        };
        assert!(scale(0, 0).0 > 1.1 && scale(20, 0).0 < 0.9);
        assert!(scale(0, 0).1 == 1.0 && scale(0, 2).1 > 1.5 && scale(0, 9) == scale(0, 2));
    }

    #[test]
    fn the_soft_limit_ends_iterations_and_the_hard_limit_the_search() {
        let average = IterationStats {
            stable_iterations: 2,
            node_fraction: 0.75,
            score_drop: 0,
            ..IterationStats::default()
        };
        let limits = TimeLimits {
            soft: Duration::from_secs(10),
            hard: Duration::from_secs(50),
        };
        let after = |seconds: f64| {
            let start = Instant::now().checked_sub(Duration::from_secs_f64(seconds));
            TimeManager::new(start.expect("the machine ran so long"), Some(limits))
        };
        let soft =
            10.0 * soft_time_scale::<Chess>(average) * percent(params::soft_percent::<Chess>());
        assert!(!after(0.9 * soft).is_past_soft_limit::<Chess>(average));
        let late = after(1.1 * soft);
        assert!(late.is_past_soft_limit::<Chess>(average));
        let polled = |seconds: f64, stall: f64| {
            let mut time = after(seconds);
            time.last_poll = Instant::now() - Duration::from_secs_f64(stall);
            time.poll(0)
        };
        assert!(!polled(49.0, 0.1) && polled(51.0, 0.1));
        assert!(
            !polled(15.0, 10.0) && polled(21.0, 10.0),
            "three stalls in reserve"
        );
    }

    #[test]
    fn polls_follow_the_speed_and_notice_stalls() {
        let limits = TimeLimits {
            soft: Duration::MAX,
            hard: Duration::MAX,
        };
        let mut time = TimeManager::new(Instant::now(), Some(limits));
        assert!(time.is_poll_due(MIN_POLL_NODES) && !time.is_poll_due(MIN_POLL_NODES - 1));
        for nodes in 0..1000 {
            time.poll(nodes);
        }
        assert_eq!(time.poll_nodes, MAX_POLL_NODES, "each poll came at once");
        for nodes in 0..8 {
            std::thread::sleep(Duration::from_millis(3));
            time.poll(nodes);
        }
        assert_eq!(time.poll_nodes, MIN_POLL_NODES);
        let timing = time.finish();
        assert!(timing.stall >= Duration::from_millis(3) && timing.elapsed > timing.stall);
        let endless = TimeManager::new(Instant::now(), None);
        assert!(!endless.is_poll_due(u64::MAX - 1));
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
            ..IterationStats::default()
        };
        assert!(
            !TimeManager::new(Instant::now(), Some(limits)).is_past_soft_limit::<Chess>(unstable)
        );
    }
}
