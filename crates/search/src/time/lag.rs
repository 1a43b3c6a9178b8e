//! Lag: the time a move costs beyond what the engine measures, and the stalls within the search.
//!
//! On an idle machine both are next to nothing. On a loaded one the scheduler takes the CPU away for
//! tens of milliseconds at a time.

use std::time::Duration;

/// The share of a new sample in the mean.
const MEAN_SHARE: f64 = 0.25;
/// What is left of a maximum after a move.
const DECAY: f64 = 15.0 / 16.0;

/// The lag to expect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lag {
    /// Lost on each move outside the engine's own clock.
    pub mean: Duration,
    /// The most lost on a move of late.
    pub worst: Duration,
    /// The longest stall of late: for so long the scheduler leaves a search without a CPU.
    pub stall: Duration,
}

/// What a search has measured of itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchTiming {
    /// From the start to the best move.
    pub elapsed: Duration,
    /// The longest stall: the time between two polls of the clock.
    pub stall: Duration,
}

/// Learns the lag from move to move: a running mean and a decaying maximum.
#[derive(Clone, Debug, Default)]
pub struct LagMeter {
    mean: f64,
    worst: f64,
    stall: f64,
}

impl LagMeter {
    /// Records a move: what it cost outside the engine's clock, if known, and its longest stall.
    pub fn record(&mut self, lost: Option<Duration>, stall: Duration) {
        if let Some(lost) = lost.map(|time| time.as_secs_f64()) {
            self.mean += MEAN_SHARE * (lost - self.mean);
            self.worst = (DECAY * self.worst).max(lost);
        }
        self.stall = (DECAY * self.stall).max(stall.as_secs_f64());
    }

    /// The lag to expect.
    #[must_use]
    pub fn lag(&self) -> Lag {
        let duration = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        Lag {
            mean: duration(self.mean),
            worst: duration(self.worst),
            stall: duration(self.stall),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Lag, LagMeter};

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn lag_is_learned_and_forgotten() {
        let mut meter = LagMeter::default();
        assert_eq!(meter.lag(), Lag::default());
        for _ in 0..20 {
            meter.record(Some(ms(8)), ms(30));
        }
        let Lag { mean, worst, stall } = meter.lag();
        assert!(mean > ms(7) && mean <= ms(8) && (worst, stall) == (ms(8), ms(30)));
        meter.record(None, Duration::ZERO);
        let next = meter.lag();
        assert_eq!((next.mean, next.worst), (mean, worst), "no sample");
        assert!(next.stall > ms(25), "one good move proves nothing");
        for _ in 0..60 {
            meter.record(Some(Duration::ZERO), Duration::ZERO);
        }
        let Lag { mean, worst, stall } = meter.lag();
        assert!(mean.max(worst).max(stall) < ms(1));
    }
}
