//! How much of the clock to spend on a move.

use std::time::Duration;

use chess::Color;
use search::Budget;
use uci::GoCommand;

/// Moves that are planned for when the GUI does not say how many there are.
const HORIZON: f64 = 24.0;
/// The shortest time that a search is given.
const LEAST: Duration = Duration::from_millis(1);
/// Time enough for a score and for a reply to ponder on, when there is nothing to choose.
const FORCED: Duration = Duration::from_millis(20);

/// The budget that a `go` command gives `side`, if it names any time.
pub fn budget(go: &GoCommand, side: Color, overhead: Duration) -> Option<Budget> {
    if let Some(time) = go.move_time {
        let exact = time.saturating_sub(overhead).max(LEAST);
        return Some(Budget {
            soft: exact,
            hard: exact,
        });
    }
    // A GUI that sends only the other side's clock still means a game on a clock.
    let time = go.time[side.index()]
        .or(go.time[(!side).index()])?
        .saturating_sub(overhead);
    let increment = go.increment[side.index()].as_secs_f64();
    let seconds = time.as_secs_f64();
    let (soft, share) = match go.moves_to_go {
        Some(moves) if moves > 0 => {
            let moves = f64::from(moves.min(50));
            (
                seconds / moves + 0.7 * increment,
                (2.5 / moves).clamp(0.1, 0.85),
            )
        }
        _ => (0.73 * (seconds / HORIZON + 0.94 * increment), 0.5),
    };
    let hard = (seconds * share).min(5.0 * soft);
    let limit =
        |seconds: f64| Duration::from_secs_f64(seconds.min(0.9 * time.as_secs_f64())).max(LEAST);
    Some(Budget {
        soft: limit(soft),
        hard: limit(hard.max(soft)),
    })
}

/// The budget when only one move can be played.
pub fn forced(budget: Budget) -> Budget {
    Budget {
        soft: budget.soft.min(FORCED),
        hard: budget.hard.min(FORCED),
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Color, Duration, GoCommand, budget};

    fn clock(time: u64, increment: u64, moves_to_go: Option<u32>) -> GoCommand {
        GoCommand {
            time: [Some(Duration::from_millis(time)), None],
            increment: [Duration::from_millis(increment), Duration::ZERO],
            moves_to_go,
            ..GoCommand::default()
        }
    }

    #[test]
    fn never_more_than_there_is() {
        let overhead = Duration::from_millis(10);
        for time in [0, 1, 5, 10, 20, 50, 100, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 60_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let go = clock(time, increment, moves);
                    let Budget { soft, hard } = budget(&go, Color::White, overhead).unwrap();
                    let left = Duration::from_millis(time).saturating_sub(overhead);
                    assert!(
                        soft <= hard && hard <= left.max(Duration::from_millis(1)),
                        "{go:?}"
                    );
                }
            }
        }
        assert!(budget(&clock(1000, 0, None), Color::Black, overhead).is_some());
        assert_eq!(budget(&GoCommand::default(), Color::Black, overhead), None);
    }
}
