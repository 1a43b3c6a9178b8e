//! What the rules say about a position before any search.

use crate::Score;

/// The rules' word on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The game goes on.
    Open,
    /// The game ends here with this score.
    Final(Score),
    /// The side to move can have at least this (a draw by repetition within reach, say).
    AtLeast(Score),
    /// The side to move can have at most this.
    AtMost(Score),
}
