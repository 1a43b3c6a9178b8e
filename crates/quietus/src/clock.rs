//! What the clock of the GUI says about the lag: the time it took off for our last move, less the
//! time we measured ourselves.

use std::time::Duration;

use search::{Lag, LagMeter, SearchTiming};
use uci::GoCommand;

/// What is more than this is no lag: the game was interrupted, or it is another game.
const MAX_LOST: Duration = Duration::from_secs(5);

/// Follows the clock of a game from `go` to `go`.
#[derive(Debug, Default)]
pub struct GameClock {
    meter: LagMeter,
    last: Option<Turn>,
}

/// The clock of the side to move at a `go`.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// The index of that side.
    side: usize,
    move_number: u32,
    /// Time on the clock, with the increment that the move will bring.
    time: Duration,
    /// Whether the move completes a time control, which adds an unknown time.
    ends_control: bool,
}

impl GameClock {
    /// A new game: its clock is not the last one's. The lag stays, because it is the machine's.
    pub fn new_game(&mut self) {
        self.last = None;
    }

    /// Takes the clock of a `go`, the side to move and its move number, and the timing of the last
    /// search; gives the lag to expect.
    pub fn update(
        &mut self,
        go: &GoCommand,
        (side, move_number): (usize, u32),
        timing: Option<SearchTiming>,
    ) -> Lag {
        let now = go.time[side].filter(|_| !go.ponder && !go.infinite);
        let last = self.last.take();
        if let Some(timing) = timing {
            let lost = now.zip(last).and_then(|(now, last)| {
                let is_next = last.side == side && last.move_number + 1 == move_number;
                let taken = last.time.checked_sub(now)?;
                let lost = taken.saturating_sub(timing.elapsed);
                (is_next && !last.ends_control && lost <= MAX_LOST).then_some(lost)
            });
            self.meter.record(lost, timing.stall);
        }
        self.last = now.map(|now| Turn {
            side,
            move_number,
            time: now.saturating_add(go.increment[side]),
            ends_control: go.moves_to_go == Some(1),
        });
        self.meter.lag()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{GameClock, GoCommand, Lag, SearchTiming};

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn go(time: u64) -> GoCommand {
        GoCommand {
            time: [Some(ms(time)), Some(ms(777))],
            increment: [ms(10), ms(20)],
            ..GoCommand::default()
        }
    }

    fn took(elapsed: u64, stall: u64) -> Option<SearchTiming> {
        Some(SearchTiming {
            elapsed: ms(elapsed),
            stall: ms(stall),
        })
    }

    #[test]
    fn lag_is_what_the_clock_lost_beyond_the_search() {
        let mut clock = GameClock::default();
        assert_eq!(clock.update(&go(1000), (0, 1), None), Lag::default());
        // 1000 + 10 - 950 = 60 ms taken, 40 of them ours.
        let lag = clock.update(&go(950), (0, 2), took(40, 1));
        assert_eq!((lag.mean, lag.worst, lag.stall), (ms(5), ms(20), ms(1)));
        // 950 + 10 - 925 = 35: all ours, but the search stalled.
        let lag = clock.update(&go(925), (0, 3), took(35, 30));
        assert!(lag.mean < ms(4) && lag.stall == ms(30));
    }

    #[test]
    fn clocks_that_make_no_sense_teach_nothing() {
        let first = |clock: &mut GameClock| clock.update(&go(1000), (0, 1), None);
        let no_lag = |clock: &mut GameClock, go: &GoCommand, number| {
            let lag = clock.update(go, (0, number), took(40, 0));
            assert_eq!(lag, Lag::default(), "{go:?} {number}");
        };
        let mut clock = GameClock::default();
        // Time was added.
        first(&mut clock);
        no_lag(&mut clock, &go(2000), 2);
        // Another position, another game, no clock, a pause.
        first(&mut clock);
        no_lag(&mut clock, &go(500), 7);
        first(&mut clock);
        clock.new_game();
        no_lag(&mut clock, &go(500), 2);
        first(&mut clock);
        no_lag(&mut clock, &GoCommand::default(), 2);
        clock.update(&go(60_000), (0, 1), None);
        no_lag(&mut clock, &go(20_000), 2);
        // The last move of a time control.
        let control = GoCommand {
            moves_to_go: Some(1),
            ..go(1000)
        };
        clock.update(&control, (0, 1), None);
        no_lag(&mut clock, &go(900), 2);
    }
}
