//! How games are played. Everything here changes the games, and stands in their file's header.

use std::ops::RangeInclusive;

use openings::{Book, Openings};
use serde::{Deserialize, Serialize};

use crate::adjudication::Adjudication;

/// How long a position is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeLimits {
    /// No iteration is begun after so many nodes.
    pub soft: u64,
    /// An iteration is given up after so many.
    pub hard: u64,
}

/// Where games start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpeningSettings {
    /// The name and the fingerprint of the book, if there is one.
    pub book: Option<(String, u64)>,
    /// How many moves of the book's games are played, if it is a book of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book_plies: Option<usize>,
    /// The fewest and the most random moves.
    pub plies: (usize, usize),
    /// The share of double Chess960 starts: 0 to 1.
    pub chess960: f64,
    /// How long an opening is searched before it is played; after 0 nodes every opening is.
    pub verification: NodeLimits,
    /// The largest score that an opening may then have.
    pub cut: i32,
}

/// How games are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// What everything random is drawn by, together with the number of the game.
    pub seed: u64,
    /// For each move.
    pub nodes: NodeLimits,
    /// Each side's table, in MiB.
    pub table: usize,
    /// Where games start.
    pub openings: OpeningSettings,
    /// When games end early.
    pub adjudication: Adjudication,
    /// The share of positions in which a random move beside the best one is searched too: 0 to 1.
    pub siblings: f64,
}

impl Default for NodeLimits {
    fn default() -> Self {
        Self::soft(5000)
    }
}

impl NodeLimits {
    /// A soft limit with a hard one that few searches meet.
    #[must_use]
    pub const fn soft(soft: u64) -> Self {
        Self {
            soft,
            hard: 8 * soft,
        }
    }
}

impl Default for OpeningSettings {
    fn default() -> Self {
        Self {
            book: None,
            book_plies: None,
            plies: (8, 9),
            chess960: 0.0,
            verification: NodeLimits::soft(5000),
            cut: 600,
        }
    }
}

impl OpeningSettings {
    /// The openings; from this book, if the settings were made for one.
    #[must_use]
    pub fn openings(&self, book: Option<Book>) -> Openings {
        Openings {
            book,
            chess960: self.chess960,
            plies: self.range(),
        }
    }

    const fn range(&self) -> RangeInclusive<usize> {
        self.plies.0..=self.plies.1
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 1,
            nodes: NodeLimits::default(),
            table: 2,
            openings: OpeningSettings::default(),
            adjudication: Adjudication::default(),
            siblings: 0.0,
        }
    }
}
