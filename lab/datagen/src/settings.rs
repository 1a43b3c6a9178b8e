//! Settings of self-play. All of them change the games, so all are in the file's header.

use std::ops::RangeInclusive;

use game::Rules;
use game::adjudication::Adjudication;
use openings::{Book, Openings};
use serde::{Deserialize, Serialize};

use crate::adjudication::{DRAW_RULE, MAX_PLIES, PLAY_OUT, WIN_RULE};

/// Node limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeLimits {
    /// Soft limit: no iteration starts after so many nodes.
    pub soft: u64,
    /// Hard limit: the search stops after so many nodes.
    pub hard: u64,
}

/// Settings of the openings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpeningSettings {
    /// Name and fingerprint of the book, if any.
    pub book: Option<(String, u64)>,
    /// Plies played from a book of games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book_plies: Option<usize>,
    /// Smallest and largest number of random plies.
    pub plies: (usize, usize),
    /// Share of shuffled starts, in chess DFRC (double Chess960): 0 to 1.
    #[serde(rename = "chess960")]
    pub shuffled: f64,
    /// Node limits of the verification search; 0: openings are not verified.
    pub verification: NodeLimits,
    /// Openings with a larger score are rejected, in centipawns.
    pub cut: i32,
}

/// What searches the positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Searcher {
    /// The engine's search.
    #[default]
    Engine,
    /// The search of GPUs.
    Gpu,
}

impl Searcher {
    /// Keeps the headers of the engine's games as they were.
    fn is_engine(&self) -> bool {
        *self == Self::Engine
    }
}

/// Settings of self-play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The seed, combined with the number of the game.
    pub seed: u64,
    /// Node limits of a move.
    pub nodes: NodeLimits,
    /// What searches.
    #[serde(default, skip_serializing_if = "Searcher::is_engine")]
    pub searcher: Searcher,
    /// TT size of each side, in MiB; 0 on a GPU, which has a size of its own.
    pub table: usize,
    pub openings: OpeningSettings,
    pub adjudication: Adjudication,
    /// Positions of up to so many men are adjudicated by tablebases; 0: none are.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub table_men: usize,
    /// Share of games that are not adjudicated as won, for positions of won endings: 0 to 1.
    pub play_out: f64,
    /// Share of positions in which the child by a random other move is searched, too: 0 to 1.
    pub siblings: f64,
}

/// Keeps the headers of games without tablebases as they were.
fn is_zero(men: &usize) -> bool {
    *men == 0
}

impl Default for NodeLimits {
    fn default() -> Self {
        Self::soft(5000)
    }
}

impl NodeLimits {
    /// A soft limit, with a hard limit of eight times as many nodes.
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
            shuffled: 0.0,
            verification: NodeLimits::soft(5000),
            cut: 600,
        }
    }
}

impl OpeningSettings {
    /// The openings, with the book that the settings name.
    pub fn openings<R: Rules>(&self, book: Option<Book<R>>) -> Openings<R> {
        Openings {
            book,
            shuffled: self.shuffled,
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
            searcher: Searcher::Engine,
            table: 2,
            openings: OpeningSettings::default(),
            adjudication: Adjudication {
                win: Some(WIN_RULE),
                draw: Some(DRAW_RULE),
                max_plies: Some(MAX_PLIES),
            },
            table_men: 0,
            play_out: PLAY_OUT,
            siblings: 0.0,
        }
    }
}
