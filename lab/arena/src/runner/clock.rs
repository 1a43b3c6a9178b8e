//! The players' clocks, and the `go` command with its limits.

use std::fmt::Write;
use std::time::Duration;

use chess::Color;

use super::Rules;
use crate::{Limits, TimeControl};

/// The clock of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    control: TimeControl,
    left: Duration,
    moves_to_go: Option<u32>,
}

impl Clock {
    fn new(control: TimeControl) -> Self {
        Self {
            control,
            left: control.time,
            moves_to_go: control.moves,
        }
    }

    fn spend(&mut self, elapsed: Duration) {
        self.left = self.left.saturating_sub(elapsed) + self.control.increment;
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                *moves = self.control.moves.unwrap_or(1);
                self.left += self.control.time;
            }
        }
    }
}

/// The clocks and limits of both players, white's first.
pub(super) struct Clocks<'a> {
    limits: [&'a Limits; 2],
    clocks: [Option<Clock>; 2],
}

/// How long a search may take, and what exceeding it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Allowance {
    /// A time loss.
    Clock(Duration),
    /// The watchdog: the engine hangs.
    Watchdog(Duration),
}

impl Allowance {
    pub(super) const fn duration(self) -> Duration {
        match self {
            Self::Clock(time) | Self::Watchdog(time) => time,
        }
    }
}

impl<'a> Clocks<'a> {
    pub(super) fn new(limits: [&'a Limits; 2]) -> Self {
        Self {
            limits,
            clocks: limits.map(|limits| limits.clock.map(Clock::new)),
        }
    }

    pub(super) fn allowance(&self, us: Color, rules: &Rules) -> Allowance {
        let clock = self.clocks[us.index()]
            .as_ref()
            .map(|clock| clock.left + rules.time_margin);
        let movetime = self.limits[us.index()]
            .movetime
            .map(|time| Duration::from_millis(time) + rules.movetime_margin);
        match clock.into_iter().chain(movetime).min() {
            Some(time) => Allowance::Clock(time),
            None => Allowance::Watchdog(rules.watchdog),
        }
    }

    /// Seconds left of White and Black, if they have clocks.
    pub(super) fn seconds_left(&self) -> [Option<f64>; 2] {
        [0, 1].map(|side| Some(self.clocks[side].as_ref()?.left.as_secs_f64()))
    }

    /// Deducts the time of a move and adds the increment.
    pub(super) fn spend(&mut self, us: Color, elapsed: Duration) {
        if let Some(clock) = &mut self.clocks[us.index()] {
            clock.spend(elapsed);
        }
    }

    /// Writes the `go` command of `us`.
    pub(super) fn go_command(&self, us: Color, command: &mut String) {
        command.clear();
        command.push_str("go");
        let limits = self.limits[us.index()];
        let mut put = |name: &str, value: u128| {
            write!(command, " {name} {value}").expect("writing to memory does not fail");
        };
        if let Some(ours) = &self.clocks[us.index()] {
            // An opponent without a clock is shown with our time.
            let [white, black] = [0, 1].map(|side| self.clocks[side].as_ref().unwrap_or(ours));
            put("wtime", white.left.as_millis().max(1));
            put("btime", black.left.as_millis().max(1));
            if !(white.control.increment.is_zero() && black.control.increment.is_zero()) {
                put("winc", white.control.increment.as_millis());
                put("binc", black.control.increment.as_millis());
            }
            if let Some(moves) = ours.moves_to_go {
                put("movestogo", u128::from(moves));
            }
        }
        if let Some(time) = limits.movetime {
            put("movetime", u128::from(time));
        }
        if let Some(nodes) = limits.nodes {
            put("nodes", u128::from(nodes));
        }
        if let Some(depth) = limits.depth {
            put("depth", u128::from(depth));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use chess::Color;

    use super::{Allowance, Clocks};
    use crate::Limits;
    use crate::runner::Rules;

    fn clock(text: &str) -> Limits {
        Limits {
            clock: Some(text.parse().unwrap()),
            ..Limits::default()
        }
    }

    #[test]
    fn clocks_run_and_get_time_for_the_next_period() {
        let limits = clock("2/10+1");
        let nodes = Limits {
            nodes: Some(500),
            ..Limits::default()
        };
        let mut clocks = Clocks::new([&limits, &nodes]);
        let mut command = String::new();
        clocks.go_command(Color::White, &mut command);
        assert_eq!(
            command,
            "go wtime 10000 btime 10000 winc 1000 binc 1000 movestogo 2"
        );
        clocks.spend(Color::White, Duration::from_millis(2500));
        clocks.go_command(Color::White, &mut command);
        assert_eq!(
            command,
            "go wtime 8500 btime 8500 winc 1000 binc 1000 movestogo 1"
        );
        clocks.spend(Color::White, Duration::from_millis(8505));
        clocks.go_command(Color::White, &mut command);
        assert_eq!(
            command,
            "go wtime 11000 btime 11000 winc 1000 binc 1000 movestogo 2"
        );
        clocks.go_command(Color::Black, &mut command);
        assert_eq!(command, "go nodes 500");
    }

    #[test]
    fn the_shortest_time_limit_counts_and_the_watchdog_without_one() {
        let rules = Rules::default();
        let mut both = clock("1");
        both.movetime = Some(300);
        let depth = Limits {
            depth: Some(4),
            ..Limits::default()
        };
        let clocks = Clocks::new([&both, &depth]);
        let white = clocks.allowance(Color::White, &rules);
        assert_eq!(white, Allowance::Clock(Duration::from_millis(400)));
        assert_eq!(
            clocks.allowance(Color::Black, &rules),
            Allowance::Watchdog(rules.watchdog)
        );
    }
}
