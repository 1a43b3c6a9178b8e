//! How long the engine may think: the server's clocks less the way there and back.

use std::time::Duration;

use uci::GoCommand;

/// The round trips that are remembered.
const REMEMBERED: usize = 40;

/// The longest first move. The clock does not run yet, but the opponent waits.
const LONGEST_FIRST_MOVE: Duration = Duration::from_secs(10);

/// The time beyond its limits after which an engine is stopped.
const GRACE: Duration = Duration::from_secs(1);

/// How long requests with moves take.
#[derive(Default)]
pub(crate) struct Latency(Vec<Duration>);

impl Latency {
    pub(crate) fn add(&mut self, time: Duration) {
        if self.0.len() == REMEMBERED {
            self.0.remove(0);
        }
        self.0.push(time);
    }

    /// The time that 95 of 100 stay below.
    pub(crate) fn typical(&self) -> Duration {
        let mut times = self.0.clone();
        times.sort_unstable();
        let index = (times.len() * 95).div_ceil(100).saturating_sub(1);
        times.get(index).copied().unwrap_or_default()
    }
}

/// What is known of the clocks before a move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Clocks {
    /// White's and Black's time when the state was sent; none without a clock.
    pub(crate) times: Option<[Duration; 2]>,
    pub(crate) increments: [Duration; 2],
    /// 0 for White.
    pub(crate) us: usize,
    /// Since the state was received.
    pub(crate) elapsed: Duration,
    /// Of the way to the server.
    pub(crate) latency: Duration,
    /// Whether our clock runs: it does from the third ply on.
    pub(crate) is_running: bool,
    /// Until a game without a first move is aborted.
    pub(crate) expires: Option<Duration>,
    /// The longest time for a move, if there is one.
    pub(crate) longest: Option<Duration>,
    /// The time for a move without a clock.
    pub(crate) without_clock: Duration,
}

impl Clocks {
    /// The limits for the engine, and when it is stopped.
    pub(crate) fn limits(&self) -> (GoCommand, Duration) {
        let mut go = GoCommand::default();
        let Some(mut times) = self.times else {
            let time = self
                .without_clock
                .min(self.longest.unwrap_or(Duration::MAX));
            go.move_time = Some(time);
            return (go, time + GRACE);
        };
        let mut longest = self.longest;
        if self.is_running {
            let spent = self.elapsed + self.latency;
            times[self.us] = times[self.us].saturating_sub(spent);
        } else {
            let first = self.expires.map_or(LONGEST_FIRST_MOVE, |expires| {
                LONGEST_FIRST_MOVE.min(expires.saturating_sub(self.elapsed) / 3)
            });
            longest = Some(longest.unwrap_or(Duration::MAX).min(first));
        }
        go.time = times.map(|time| Some(time.max(Duration::from_millis(1))));
        go.increment = self.increments;
        go.move_time = longest;
        let limit = times[self.us].min(longest.unwrap_or(Duration::MAX));
        (go, limit + GRACE)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Clocks, Latency};

    const fn ms(time: u64) -> Duration {
        Duration::from_millis(time)
    }

    #[test]
    fn delays_are_ours() {
        let mut clocks = Clocks {
            times: Some([ms(5000), ms(7000)]),
            increments: [ms(100); 2],
            us: 1,
            elapsed: ms(300),
            latency: ms(200),
            is_running: true,
            ..Clocks::default()
        };
        let (go, limit) = clocks.limits();
        assert_eq!(go.to_string(), "go wtime 5000 btime 6500 winc 100 binc 100");
        assert_eq!(limit, ms(7500));
        clocks.elapsed = ms(60_000);
        assert_eq!(clocks.limits().0.time[1], Some(ms(1)));
        clocks.elapsed = ms(300);
        clocks.is_running = false;
        clocks.expires = Some(ms(15_300));
        let (go, limit) = clocks.limits();
        assert_eq!((go.time[1], go.move_time), (Some(ms(7000)), Some(ms(5000))));
        assert_eq!(limit, ms(6000));
    }

    #[test]
    fn no_clock_means_a_fixed_time() {
        let clocks = Clocks {
            without_clock: ms(20_000),
            longest: Some(ms(4000)),
            ..Clocks::default()
        };
        assert_eq!(clocks.limits().0.to_string(), "go movetime 4000");
    }

    #[test]
    fn latency_is_the_95th_percentile() {
        let mut latency = Latency::default();
        assert_eq!(latency.typical(), Duration::ZERO);
        (1..=60).for_each(|time| latency.add(ms(time)));
        assert_eq!(latency.typical(), ms(58));
    }
}
