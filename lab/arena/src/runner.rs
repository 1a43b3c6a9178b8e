//! The match runner: concurrent games, with every finished game pair journaled before it counts.
//!
//! A [`Match`] lives in a folder: `journal.jsonl` (settings and finished pairs), `games.pgn`,
//! `events.jsonl`, `live.json` (for people who watch) and `reports/`. [`Match::create`] starts it or
//! [`Match::resume`] continues it, then [`Match::run`] plays it and reports events to a [`Watcher`].
//! The unit of work is the pair: a pair that was not journaled is replayed. [`PairRunner`] plays
//! single pairs for a tuner, without a folder.

mod affinity;
mod clock;
mod collector;
mod control;
mod ending;
mod event;
mod game;
mod journal;
mod live;
mod pairs;
mod pgn;
mod preflight;
mod record;
mod referee;
mod report;
mod schedule;
mod settings;
mod standings;
mod text;
mod worker;

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, mpsc};
use std::thread::{self, Builder};
use std::time::Duration;

use support::start_threads;
use tablebase::NoTables;
use thiserror::Error;

pub use affinity::available_cpus;
pub use control::Control;
pub use ending::{Ending, Fault};
pub use event::Event;
pub use journal::JournalError;
pub use pairs::{PairPlayer, PairRunner};
pub use pgn::today;
pub use record::{GameSummary, PairRecord};
pub use settings::{Format, Hypotheses, Rules, Settings, SettingsError};
pub use standings::{Score, Standings, Totals};
pub use text::{event_line, fault_summary, pairing_block, table};

use crate::{BookError, EngineFailure};
use collector::ResultCollector;
use journal::Journal;
use live::Live;
use preflight::{check_engines, check_openings};
use referee::{Referee, referee};
use schedule::Schedule;
use worker::{Shared, Worker};

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The settings are invalid.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The openings cannot be read.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The book is not the one the match began with.
    #[error("the opening book has changed since the match began")]
    OtherBook,
    /// No tablebases where the settings say, or none for the game.
    #[error(transparent)]
    NoTables(#[from] NoTables),
    /// An engine does not start.
    #[error("{name} does not start: {failure}")]
    Start {
        /// The engine.
        name: String,
        /// What went wrong.
        failure: Box<EngineFailure>,
    },
    /// An engine does not know the rules of the match.
    #[error("{name} does not support {rules}: it has no option {option}")]
    OtherRules {
        /// The engine.
        name: String,
        /// The set of rules.
        rules: &'static str,
        /// The option that engines have who know it.
        option: &'static str,
    },
    /// The journal or the PGN file cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The event file cannot be written.
    #[error("cannot write events to {path:?}: {error}")]
    Events {
        /// The file.
        path: PathBuf,
        /// The system error.
        error: io::Error,
    },
}

/// Whether a match goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The match goes on.
    Continue,
    /// The match stops at once, for example because an SPRT is decided.
    Stop,
}

/// Receives the events of a match.
pub trait Watcher {
    /// Called for every event, on the thread that runs the match. At [`Event::PairFinished`] the
    /// pair is already in the standings.
    fn event(&mut self, event: &Event, progress: &Progress<'_>) -> Flow;

    /// Called on resumption for every pair in the journal, in its order.
    fn replay(&mut self, _record: &PairRecord, _progress: &Progress<'_>) {}
}

/// The progress of a match.
pub struct Progress<'a> {
    /// The settings of the match.
    pub settings: &'a Settings,
    /// The results.
    pub standings: &'a Standings,
    /// The number of pairs in the whole match.
    pub total_pairs: u64,
    /// The time since this run began.
    pub elapsed: Duration,
    /// Pairs finished in this run.
    pub session_pairs: u64,
}

impl Progress<'_> {
    /// The estimated time for this many more pairs, at the rate of this run.
    #[must_use]
    pub fn time_for(&self, pairs: f64) -> Option<Duration> {
        if self.session_pairs == 0 {
            return None;
        }
        let seconds = self.elapsed.as_secs_f64() / self.session_pairs as f64 * pairs;
        Duration::try_from_secs_f64(seconds).ok()
    }
}

/// The result of a run of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The results.
    pub standings: Standings,
    /// Whether all pairs were played.
    pub is_complete: bool,
}

/// Settings that may change when a match is resumed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Concurrent games.
    pub concurrency: Option<usize>,
    /// Pairs per pairing.
    pub rounds: Option<u64>,
}

/// A match that is ready to play.
pub struct Match {
    settings: Settings,
    folder: PathBuf,
    referee: Box<dyn Referee>,
    journal: Journal,
    /// Pairs from the journal.
    replayed: Vec<PairRecord>,
    control: Control,
    warnings: Vec<String>,
    is_new: bool,
}

impl Match {
    /// Prepares a new match in a folder: opens the book, starts every engine once to check it, and
    /// begins the journal.
    ///
    /// # Errors
    /// If anything is wrong, before the first game.
    pub fn create(mut settings: Settings, folder: &Path) -> Result<Self, MatchError> {
        settings.validate()?;
        let referee = referee(&settings)?;
        let mut warnings = Vec::new();
        check_openings(&settings, &*referee, &mut warnings)?;
        check_engines(&mut settings)?;
        let journal = Journal::create(folder, &settings, referee.fingerprint())?;
        Ok(Self {
            settings,
            folder: folder.to_owned(),
            referee,
            journal,
            replayed: Vec::new(),
            control: Control::default(),
            warnings,
            is_new: true,
        })
    }

    /// Resumes the match in a folder. Torn writes at the ends of its files are cut off first.
    ///
    /// # Errors
    /// If there is no match, its files contradict each other, or an engine does not start.
    pub fn resume(folder: &Path, changes: Changes) -> Result<Self, MatchError> {
        let mut replayed = Vec::new();
        let (journal, header) = Journal::resume(folder, |record| replayed.push(record))?;
        let mut settings = header.settings;
        settings.concurrency = changes.concurrency.unwrap_or(settings.concurrency);
        settings.rounds = changes.rounds.unwrap_or(settings.rounds);
        settings.validate()?;
        let referee = referee(&settings)?;
        if referee.fingerprint() != header.book {
            return Err(MatchError::OtherBook);
        }
        let mut warnings = Vec::new();
        check_openings(&settings, &*referee, &mut warnings)?;
        check_engines(&mut settings)?;
        Ok(Self {
            settings,
            folder: folder.to_owned(),
            referee,
            journal,
            replayed,
            control: Control::default(),
            warnings,
            is_new: false,
        })
    }

    /// The handle that stops the match.
    #[must_use]
    pub fn control(&self) -> Control {
        self.control.clone()
    }

    /// The settings, with the engines' names filled in.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Plays the remaining pairs.
    ///
    /// # Errors
    /// If an engine does not start any more, or a file cannot be written. The match can be resumed
    /// once that is fixed.
    pub fn run(self, watcher: &mut dyn Watcher) -> Result<Outcome, MatchError> {
        let Self {
            settings,
            folder,
            referee,
            journal,
            replayed,
            control,
            warnings,
            is_new,
        } = self;
        let done: HashSet<u64> = replayed.iter().map(|record| record.pair).collect();
        let schedule = Schedule::new(settings.pairings(), settings.rounds, done);
        let live = Live::new(&settings, &folder);
        let mut collector = ResultCollector::new(&live, &folder, journal, &control, watcher)?;
        collector.start(replayed, is_new, warnings)?;
        let shared = Shared {
            settings: &settings,
            referee: &*referee,
            schedule: Mutex::new(schedule),
            control: &control,
            reports: &folder.join("reports"),
            report_count: AtomicU64::new(0),
            live: &live,
        };
        let result = thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            let threads = (0..settings.concurrency).map(|number| {
                let (sender, shared) = (sender.clone(), &shared);
                (Builder::new(), move || Worker::run(shared, number, sender))
            });
            if start_threads(scope, threads) == 0 {
                Worker::run(&shared, 0, sender.clone());
            }
            drop(sender);
            // A match goes on without those who watch.
            let _ = Builder::new().spawn_scoped(scope, || live.write());
            let result = collector.collect(&receiver);
            live.end();
            if result.is_err() {
                control.abort();
            }
            result
        });
        collector.finish(result)
    }
}
