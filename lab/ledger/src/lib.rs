//! The ledger of experiments, in one SQLite file.
//!
//! A [`Ledger`] stores engines, networks and data sets by their hashes; matches with their settings
//! and results; suites, ratings and notes. Everything is an [`Entry`] with a unique id, and nothing is
//! ever deleted.
//!
//! [`Scores`] gathers the results of all pairings from games and recorded matches, and [`Rated`] is what
//! their ratings become: an entry, JSON, pictures. [`page`] shows all entries.
//!
//! Several processes may use one file at once. Once a call that records something has returned, the
//! entry survives a kill of the process and a loss of power. A file of an older version is migrated
//! when opened; one of a newer version is refused.
//!
//! ```no_run
//! use stats::Outcome;
//! use ledger::{Ledger, MatchRecord, Pairing};
//!
//! let mut pairing = Pairing::new("new", "old");
//! pairing.results.add_pair(Outcome::Win, Outcome::Draw);
//! let mut ledger = Ledger::open("ledger.sqlite")?;
//! let id = ledger.record_match(&MatchRecord {
//!     name: "new against old".to_owned(),
//!     pairings: vec![pairing],
//!     ..MatchRecord::default()
//! })?;
//! println!("entry {id}");
//! # Ok::<(), ledger::LedgerError>(())
//! ```

#![forbid(unsafe_code)]

mod error;
mod export;
mod migrations;
mod page;
mod rated;
mod read;
mod records;
mod results;
mod scores;
mod store;
mod summary;
mod write;

pub use error::LedgerError;
pub use export::{summaries_to_csv, to_csv, to_json, to_markdown};
pub use page::page;
pub use rated::{Rated, ladder};
pub use records::{
    DatasetRecord, EngineRecord, Entry, EntryId, Kind, MatchPlayer, MatchRecord, NetRecord,
    NoteRecord, Pairing, RatingRecord, RatingRow, Record, SuiteRecord, ThemeScore,
};
pub use results::Results;
pub use scores::{Found, Repeat, Scores, ScoresError};
pub use store::Ledger;
