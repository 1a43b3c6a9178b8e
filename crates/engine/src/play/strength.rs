//! How much the engine may think about a move.

use std::fmt;
use std::time::Duration;

use chess::Move;
use search::{Limits, TimeLimits};

/// What the engine gets for each move. The first limit that is reached ends its thinking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// Time.
    pub time: Option<Duration>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Moves ahead.
    pub depth: Option<u32>,
}

impl Strength {
    /// Long enough to play well, short enough to wait for.
    const DEFAULT_TIME: Duration = Duration::from_secs(2);

    /// The default time if there is no limit at all.
    #[must_use]
    pub fn or_default(self) -> Self {
        if self == Self::default() {
            Self {
                time: Some(Self::DEFAULT_TIME),
                ..self
            }
        } else {
            self
        }
    }

    /// As the search wants it.
    pub fn limits(self) -> Limits<Move> {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time.map(|time| TimeLimits {
                soft: time,
                hard: time,
            }),
            ..Limits::default()
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.time.map(|time| format!("{} s", time.as_secs_f64()));
        let nodes = self.nodes.map(|nodes| format!("{nodes} nodes"));
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let limits: Vec<String> = [time, nodes, depth].into_iter().flatten().collect();
        f.write_str(&limits.join(" or "))
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Strength};

    #[test]
    fn limits_are_said_in_words_and_given_to_the_search() {
        let quick = Strength {
            time: Some(Duration::from_millis(500)),
            depth: Some(4),
            nodes: None,
        };
        assert_eq!(quick.to_string(), "0.5 s or depth 4");
        assert_eq!(quick.or_default(), quick);
        assert_eq!(quick.limits().depth, Some(4));
        assert!(!quick.limits().is_endless());
        assert_eq!(Strength::default().or_default().to_string(), "2 s");
    }
}
