//! The kinds of ledger entries.

mod files;
mod games;

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

pub use files::{DatasetRecord, EngineRecord, NetRecord};
pub use games::{
    MatchPlayer, MatchRecord, Pairing, RatingRecord, RatingRow, SuiteRecord, ThemeScore,
};

/// The id of an entry, unique in its ledger.
pub type EntryId = i64;

/// The kind of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A program that plays.
    Engine,
    /// A network.
    Net,
    /// A data set of games or positions.
    Dataset,
    /// Games between players.
    Match,
    /// A test suite result.
    Suite,
    /// A rating list.
    Rating,
    /// A text.
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

    /// The name of the kind.
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

    /// The name with an article.
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
            format!("unknown kind {text:?}: expected one of {words}")
        })
    }
}

/// A recorded entry.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// Unique in its ledger.
    pub id: EntryId,
    /// What the record is of.
    pub kind: Kind,
    /// When it was first recorded: `2026-01-31T23:59:59Z`.
    pub created: String,
    /// The contents.
    #[serde(flatten)]
    pub record: Record,
}

/// The contents of an entry.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Record {
    /// Known by its name and the hash of its program.
    Engine(EngineRecord),
    /// A network.
    Net(NetRecord),
    /// A data set of games or positions.
    Dataset(DatasetRecord),
    /// With the results of every pairing.
    Match(MatchRecord),
    /// A test suite result.
    Suite(SuiteRecord),
    /// A rating list.
    Rating(RatingRecord),
    /// About another entry, or about nothing.
    Note(NoteRecord),
}

/// A text by hand, about an entry or about nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NoteRecord {
    /// Also its name in lists.
    pub text: String,
    /// The entry it is about.
    pub about: Option<EntryId>,
}
