//! Search limits: clock, time per move, nodes, depth.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The search limits of one player. Several may apply at once; the first one reached ends the search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// The clock (time control).
    pub clock: Option<TimeControl>,
    /// Milliseconds per move.
    pub movetime: Option<u64>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
}

impl Limits {
    /// Whether there is no limit.
    pub const fn is_empty(&self) -> bool {
        self.clock.is_none()
            && self.movetime.is_none()
            && self.nodes.is_none()
            && self.depth.is_none()
    }
}

/// As fastchess prints limits in its result lines: `8+0.08`, `5000 nodes`, `100 ms`, `depth 7`.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.clock.map(|clock| clock.to_string()),
            self.movetime.map(|time| format!("{time} ms/move")),
            self.nodes.map(|nodes| format!("{nodes} nodes/move")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        f.write_str(&if parts.is_empty() {
            "no limit".to_owned()
        } else {
            parts.join(", ")
        })
    }
}

/// A time control: `moves/time+increment` in seconds; without `moves/` the time is for the whole
/// game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// After this many moves the time is added again.
    pub moves: Option<u32>,
    /// The time at the start.
    pub time: Duration,
    /// The increment of each move.
    pub increment: Duration,
}

/// An invalid time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "invalid time control {0:?}: expected [moves/][minutes:]seconds[+increment], such as 8+0.08"
)]
pub struct TimeControlError(pub String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        Self::parse(text).ok_or_else(|| TimeControlError(text.to_owned()))
    }
}

impl TimeControl {
    fn parse(text: &str) -> Option<Self> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|&moves| moves > 0)?), rest),
            None => (None, text),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (minutes, seconds) = time.split_once(':').unwrap_or(("0", time));
        let minutes: u32 = minutes.parse().ok()?;
        let time = Duration::from_secs(60 * u64::from(minutes)) + duration(seconds)?;
        (!time.is_zero()).then_some(Self {
            moves,
            time,
            increment: duration(increment)?,
        })
    }
}

/// A time in seconds with a fraction.
pub(crate) fn duration(seconds: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(seconds.parse().ok()?).ok()
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<Self, TimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.time.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Limits, TimeControl};

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["8+0.08", "40/60", "40/60+0.6", "0.5"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        let control: TimeControl = "2:30.5+1".parse().unwrap();
        assert_eq!(control.time, Duration::from_millis(150_500));
        for bad in ["", "0", "x", "0/5", "5+", "-1", "1e400", "nan", "5+-1"] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn limits_have_a_name() {
        let mut limits = Limits::default();
        assert_eq!(
            (limits.is_empty(), limits.to_string().as_str()),
            (true, "no limit")
        );
        limits.clock = "8+0.08".parse().ok();
        limits.nodes = Some(5000);
        assert_eq!(limits.to_string(), "8+0.08, 5000 nodes/move");
        let json = serde_json::to_string(&limits).unwrap();
        assert_eq!(serde_json::from_str::<Limits>(&json).unwrap(), limits);
    }
}
