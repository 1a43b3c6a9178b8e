//! Search limits of the engine's moves.

use std::fmt;
use std::time::Duration;

use search::{Limits, TimeLimits};

/// The limits of each search; the first one reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveLimits {
    /// Time for a move.
    pub time: Option<Duration>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Search depth in plies.
    pub depth: Option<u32>,
}

impl MoveLimits {
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

    /// The same for the search.
    pub fn to_search<M>(self) -> Limits<M> {
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

impl fmt::Display for MoveLimits {
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
    use super::{Duration, MoveLimits};

    #[test]
    fn limits_are_said_in_words_and_given_to_the_search() {
        let quick = MoveLimits {
            time: Some(Duration::from_millis(500)),
            depth: Some(4),
            nodes: None,
        };
        assert_eq!(quick.to_string(), "0.5 s or depth 4");
        assert_eq!(quick.or_default(), quick);
        let limits = quick.to_search::<chess::Move>();
        assert_eq!(limits.depth, Some(4));
        assert!(!limits.is_endless());
        assert_eq!(MoveLimits::default().or_default().to_string(), "2 s");
    }
}
