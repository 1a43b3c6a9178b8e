//! From a score to a chance of winning, by the formula that Lichess publishes.

use game::Score;

/// Scores beyond so many centipawns count as so many, and mates, too.
const CEILING: i32 = 1000;
/// The slope of the logistic curve, fitted by Lichess to games of players.
const SLOPE: f64 = 0.003_682_08;

/// A score in centipawns, as far as it matters to a player.
pub fn centipawns(score: Score) -> i32 {
    score.raw().clamp(-CEILING, CEILING)
}

/// The chance of winning at a score, in percent (Win%).
///
/// ```
/// use analysis::win_percent;
/// use game::Score;
///
/// assert_eq!(win_percent(Score::DRAW), 50.0);
/// assert!((win_percent(Score::evaluation(100)) - 59.1).abs() < 0.1);
/// ```
pub fn win_percent(score: Score) -> f64 {
    100.0 / (1.0 + (-SLOPE * f64::from(centipawns(score))).exp())
}
