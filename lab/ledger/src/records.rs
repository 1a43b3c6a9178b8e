//! What a ledger can hold.

mod files;
mod games;

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

pub use files::{DatasetRecord, EngineRecord, NetRecord};
pub use games::{
    MatchPlayer, MatchRecord, Pairing, RatingRecord, RatingRow, SuiteRecord, ThemeScore,
};

/// The number of an entry, unique in its ledger.
pub type EntryId = i64;

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A program that plays.
    Engine,
    /// A network.
    Net,
    /// A set of games or positions.
    Dataset,
    /// Games between players.
    Match,
    /// Positions with known answers, put to one player.
    Suite,
    /// A rating list.
    Rating,
    /// A remark.
    Note,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Engine,
        Self::Net,
        Self::Dataset,
        Self::Match,
        Self::Suite,
        Self::Rating,
        Self::Note,
    ];

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Engine => "engine",
            Self::Net => "net",
            Self::Dataset => "dataset",
            Self::Match => "match",
            Self::Suite => "suite",
            Self::Rating => "rating",
            Self::Note => "note",
        }
    }

    /// The word with its article.
    pub(crate) fn with_article(self) -> String {
        let article = if self == Self::Engine { "an" } else { "a" };
        format!("{article} {self}")
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let kind = Self::ALL.into_iter().find(|kind| kind.word() == text);
        kind.ok_or_else(|| {
            let words = Self::ALL.map(Self::word).join(", ");
            format!("{text:?} is none of {words}")
        })
    }
}

/// Something that was recorded.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// Its number.
    pub id: EntryId,
    /// What it is.
    pub kind: Kind,
    /// When it was first recorded: `2026-01-31T23:59:59Z`.
    pub created: String,
    /// All that is known.
    #[serde(flatten)]
    pub record: Record,
}

/// The contents of an entry.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Record {
    /// A program that plays.
    Engine(EngineRecord),
    /// A network.
    Net(NetRecord),
    /// A set of games or positions.
    Dataset(DatasetRecord),
    /// Games between players.
    Match(MatchRecord),
    /// What a player did in a suite.
    Suite(SuiteRecord),
    /// A rating list.
    Rating(RatingRecord),
    /// A remark.
    Note(NoteRecord),
}

/// A remark.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NoteRecord {
    /// The remark.
    pub text: String,
    /// The entry that it is about.
    pub about: Option<EntryId>,
}
