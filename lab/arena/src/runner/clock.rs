//! The players' clocks, and the `go` command with its limits.

use std::time::Duration;

use game::{Dense, Side};
use uci::GoCommand;

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

    pub(super) fn allowance(&self, us: Side, rules: &Rules) -> Allowance {
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
    pub(super) fn spend(&mut self, us: Side, elapsed: Duration) {
        if let Some(clock) = &mut self.clocks[us.index()] {
            clock.spend(elapsed);
        }
    }

    pub(super) fn go_command(&self, us: Side) -> GoCommand {
        let limits = self.limits[us.index()];
        let mut go = GoCommand {
            move_time: limits.movetime.map(Duration::from_millis),
            nodes: limits.nodes,
            depth: limits.depth,
            ..GoCommand::default()
        };
        if let Some(ours) = &self.clocks[us.index()] {
            // An opponent without a clock is shown with our time.
            let shown = [0, 1].map(|side| self.clocks[side].as_ref().unwrap_or(ours));
            go.time = shown.map(|clock| Some(whole_milliseconds(clock.left)));
            go.increment = shown.map(|clock| clock.control.increment);
            go.moves_to_go = ours.moves_to_go;
        }
        go
    }
}

/// As engines read times; never nothing, which could mean no clock.
fn whole_milliseconds(time: Duration) -> Duration {
    let milliseconds = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    Duration::from_millis(milliseconds.max(1))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use game::Side;

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
        let command = |clocks: &Clocks<'_>, us| clocks.go_command(us).to_string();
        assert_eq!(
            command(&clocks, Side::White),
            "go wtime 10000 btime 10000 winc 1000 binc 1000 movestogo 2"
        );
        clocks.spend(Side::White, Duration::from_millis(2500));
        assert_eq!(
            command(&clocks, Side::White),
            "go wtime 8500 btime 8500 winc 1000 binc 1000 movestogo 1"
        );
        clocks.spend(Side::White, Duration::from_millis(8505));
        assert_eq!(
            command(&clocks, Side::White),
            "go wtime 11000 btime 11000 winc 1000 binc 1000 movestogo 2"
        );
        assert_eq!(command(&clocks, Side::Black), "go nodes 500");
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
        let white = clocks.allowance(Side::White, &rules);
        assert_eq!(white, Allowance::Clock(Duration::from_millis(400)));
        assert_eq!(
            clocks.allowance(Side::Black, &rules),
            Allowance::Watchdog(rules.watchdog)
        );
    }
}
