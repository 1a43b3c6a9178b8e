//! What was found out about players: matches, suites and ratings.

use serde::Serialize;
use serde_json::Value;

use super::EntryId;
use crate::Results;

/// Games between players.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MatchRecord {
    /// What it was about.
    pub name: String,
    /// All settings.
    pub settings: Value,
    /// Who played, by the names that the pairings use.
    pub players: Vec<MatchPlayer>,
    /// The results of all who met.
    pub pairings: Vec<Pairing>,
    /// The log-likelihood ratio at the end of a sequential test.
    pub llr: Option<f64>,
    /// What was decided.
    pub verdict: Option<String>,
    /// How long it took.
    pub seconds: Option<f64>,
}

/// Somebody who plays in a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MatchPlayer {
    /// The name in this match.
    pub name: String,
    /// The engine's entry.
    pub engine: Option<EntryId>,
}

/// The games between two players of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(into = "crate::summary::PairingFigures")]
pub struct Pairing {
    /// From whose view the results are.
    pub first: String,
    /// The other.
    pub second: String,
    /// The results.
    pub results: Results,
}

impl Pairing {
    /// Two players before their first game.
    pub fn new(first: impl Into<String>, second: impl Into<String>) -> Self {
        Self {
            first: first.into(),
            second: second.into(),
            results: Results::default(),
        }
    }
}

/// What one player did in a suite.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SuiteRecord {
    /// The name of the suite.
    pub name: String,
    /// SHA-256 of the suite's file.
    pub hash: Option<String>,
    /// Who was tested.
    pub player: String,
    /// The engine's entry.
    pub engine: Option<EntryId>,
    /// All settings.
    pub settings: Value,
    /// How many positions there were.
    pub positions: u64,
    /// How many were answered best.
    pub solved: u64,
    /// The points made.
    pub points: f64,
    /// The points that could be made.
    pub max_points: f64,
    /// The same by theme.
    pub themes: Vec<ThemeScore>,
    /// How long it took.
    pub seconds: Option<f64>,
}

/// What one player did in one theme of a suite.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ThemeScore {
    /// The theme.
    pub name: String,
    /// How many positions there were.
    pub positions: u64,
    /// How many were answered best.
    pub solved: u64,
    /// The points made.
    pub points: f64,
    /// The points that could be made.
    pub max_points: f64,
}

/// A rating list.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RatingRecord {
    /// What it was about.
    pub name: String,
    /// The games it rests on, the anchor and the like.
    pub settings: Value,
    /// How many Elo White's side is worth.
    pub white_advantage: f64,
    /// The share of draws between equal players.
    pub draw_rate: f64,
    /// The players, best first.
    pub rows: Vec<RatingRow>,
}

/// One line of a rating list.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RatingRow {
    /// Who.
    pub name: String,
    /// The rating.
    pub elo: f64,
    /// Half the width of its 95 % interval, if known.
    pub error: Option<f64>,
    /// How many games it rests on.
    pub games: u64,
    /// The share of the points, 0 to 1.
    pub score: f64,
}
