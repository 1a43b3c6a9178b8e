//! Records of matches, suites and ratings.

use serde::Serialize;
use serde_json::Value;

use super::EntryId;
use crate::Results;

/// Games between players, counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MatchRecord {
    /// What it was, in a few words.
    pub name: String,
    /// Of the match runner, or whatever the user gave.
    pub settings: Value,
    /// The players, by the names in the pairings.
    pub players: Vec<MatchPlayer>,
    /// The results of all pairings.
    pub pairings: Vec<Pairing>,
    /// The final log-likelihood ratio (LLR) of an SPRT.
    pub llr: Option<f64>,
    /// The verdict of an SPRT.
    pub verdict: Option<String>,
    /// The duration in seconds.
    pub seconds: Option<f64>,
}

/// Who played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MatchPlayer {
    /// The name in the match.
    pub name: String,
    /// The engine's entry.
    pub engine: Option<EntryId>,
}

/// The games between two players of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(into = "crate::summary::PairingFigures")]
pub struct Pairing {
    /// The player whose view the results are from.
    pub first: String,
    /// The opponent.
    pub second: String,
    /// From the view of the first player.
    pub results: Results,
}

impl Pairing {
    /// A pairing without games.
    pub fn new(first: impl Into<String>, second: impl Into<String>) -> Self {
        Self {
            first: first.into(),
            second: second.into(),
            results: Results::default(),
        }
    }
}

/// The result of a player in a suite.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SuiteRecord {
    /// The name of the suite.
    pub name: String,
    /// SHA-256 of the suite's file.
    pub hash: Option<String>,
    /// Who solved it.
    pub player: String,
    /// The engine's entry.
    pub engine: Option<EntryId>,
    /// Limits, files and the like.
    pub settings: Value,
    /// The number of positions.
    pub positions: u64,
    /// The number of positions solved.
    pub solved: u64,
    /// The points scored.
    pub points: f64,
    /// The maximum points.
    pub max_points: f64,
    /// The results by theme.
    pub themes: Vec<ThemeScore>,
    /// The duration in seconds.
    pub seconds: Option<f64>,
}

/// The result of a player in one theme of a suite.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ThemeScore {
    /// The theme.
    pub name: String,
    /// The number of positions.
    pub positions: u64,
    /// The number of positions solved.
    pub solved: u64,
    /// The points scored.
    pub points: f64,
    /// The maximum points.
    pub max_points: f64,
}

/// A rating list.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RatingRecord {
    /// What was rated, in a few words.
    pub name: String,
    /// The settings: sources of the games, anchor, and so on.
    pub settings: Value,
    /// White's advantage in Elo.
    pub white_advantage: f64,
    /// The share of draws between equal players.
    pub draw_rate: f64,
    /// The players, best first.
    pub rows: Vec<RatingRow>,
}

/// One line of a rating list.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RatingRow {
    /// Who was rated.
    pub name: String,
    /// The rating.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval, if known.
    pub error: Option<f64>,
    /// The number of games.
    pub games: u64,
    /// The share of the points, 0 to 1.
    pub score: f64,
}
