//! Plays matches: many games at once, every pair of games written down before it counts.
//!
//! A [`Match`] lives in a folder: `journal.jsonl` (settings and finished pairs), `games.pgn`,
//! `events.jsonl` and `reports/`. It is started by [`Match::create`] or continued by
//! [`Match::resume`], then [`Match::run`] plays it while a [`Watcher`] looks on. The unit of work is
//! the pair: it is finished and written down, or it is played anew.

mod adjudicator;
mod affinity;
mod clock;
mod control;
mod desk;
mod ending;
mod event;
mod game;
mod journal;
mod notation;
mod preflight;
mod record;
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
use std::thread;
use std::time::Duration;

use thiserror::Error;

pub use affinity::available_processors;
pub use control::Control;
pub use ending::{Ending, Fault};
pub use event::Event;
pub use journal::JournalError;
pub use notation::today;
pub use record::{GameSummary, PairRecord};
pub use settings::{DrawRule, Format, Hypotheses, ResignRule, Rules, Settings, SettingsError};
pub use standings::{Score, Standings, Totals};
pub use text::{event_line, human_time, pairing_block, table};

use crate::{Book, BookError, EngineFailure};
use desk::Desk;
use journal::Journal;
use preflight::{check_engines, check_openings};
use schedule::Schedule;
use worker::{Common, Worker};

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The settings make no sense.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The openings cannot be had.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The book is not the one the match began with.
    #[error("the book has changed since the match began")]
    OtherBook,
    /// An engine does not start.
    #[error("{name} does not start: {failure}")]
    Start {
        /// The engine.
        name: String,
        /// What it did instead.
        failure: Box<EngineFailure>,
    },
    /// An engine does not play Chess960.
    #[error("{0} has no option UCI_Chess960")]
    NoChess960(String),
    /// The journal or the file of games cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The file of events cannot be written.
    #[error("cannot write events to {path:?}: {error}")]
    Events {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

/// What a watcher wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The match goes on.
    Continue,
    /// The match stops at once: what was wanted is known.
    Stop,
}

/// Sees everything that happens in a match.
pub trait Watcher {
    /// Called for every event, from the thread that runs the match. After [`Event::PairFinished`]
    /// the pair is already in the standings.
    fn event(&mut self, event: &Event, progress: &Progress<'_>) -> Flow;

    /// Called on resumption for every pair that was played before, in the order of the journal.
    fn replay(&mut self, _record: &PairRecord, _progress: &Progress<'_>) {}
}

/// How far a match has come.
pub struct Progress<'a> {
    /// How the match is played.
    pub settings: &'a Settings,
    /// The results.
    pub standings: &'a Standings,
    /// Pairs to play in all.
    pub total_pairs: u64,
    /// Since when it is played, this time.
    pub elapsed: Duration,
    /// Pairs finished this time.
    pub pairs_now: u64,
}

impl Progress<'_> {
    /// The time for so many more pairs, judging by those finished this time.
    #[must_use]
    pub fn time_for(&self, pairs: f64) -> Option<Duration> {
        if self.pairs_now == 0 {
            return None;
        }
        let seconds = self.elapsed.as_secs_f64() / self.pairs_now as f64 * pairs;
        Duration::try_from_secs_f64(seconds).ok()
    }
}

/// How a run of a match ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The results.
    pub standings: Standings,
    /// Whether everything was played.
    pub is_complete: bool,
}

/// What may be changed when a match is resumed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Games at once.
    pub concurrency: Option<usize>,
    /// Pairs for each pairing.
    pub rounds: Option<u64>,
}

/// A match that is ready to be played.
pub struct Match {
    settings: Settings,
    folder: PathBuf,
    book: Book,
    journal: Journal,
    /// Pairs played before.
    replayed: Vec<PairRecord>,
    control: Control,
    warnings: Vec<String>,
    is_new: bool,
}

impl Match {
    /// Prepares a new match in a folder: opens the book, starts every engine once to see that it
    /// works, and begins the journal.
    ///
    /// # Errors
    /// If anything is wrong, before a game is played.
    pub fn create(mut settings: Settings, folder: &Path) -> Result<Self, MatchError> {
        settings.validate()?;
        let book = Book::open(&settings.openings, settings.chess960)?;
        let mut warnings = Vec::new();
        check_openings(&settings, &book, &mut warnings)?;
        check_engines(&mut settings, &mut warnings)?;
        let journal = Journal::create(folder, &settings, book.fingerprint())?;
        Ok(Self {
            settings,
            folder: folder.to_owned(),
            book,
            journal,
            replayed: Vec::new(),
            control: Control::default(),
            warnings,
            is_new: true,
        })
    }

    /// Goes on with the match in a folder. Broken ends of its files are repaired first.
    ///
    /// # Errors
    /// If there is none, or its files do not fit together, or an engine does not start.
    pub fn resume(folder: &Path, changes: Changes) -> Result<Self, MatchError> {
        let mut replayed = Vec::new();
        let (journal, header) = Journal::resume(folder, |record| replayed.push(record))?;
        let mut settings = header.settings;
        settings.concurrency = changes.concurrency.unwrap_or(settings.concurrency);
        settings.rounds = changes.rounds.unwrap_or(settings.rounds);
        settings.validate()?;
        let book = Book::open(&settings.openings, settings.chess960)?;
        if book.fingerprint() != header.book {
            return Err(MatchError::OtherBook);
        }
        let mut warnings = Vec::new();
        check_openings(&settings, &book, &mut warnings)?;
        check_engines(&mut settings, &mut warnings)?;
        Ok(Self {
            settings,
            folder: folder.to_owned(),
            book,
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

    /// Plays what is left to play.
    ///
    /// # Errors
    /// If an engine does not start any more, or a file cannot be written. The match can be resumed
    /// when that is mended.
    pub fn run(self, watcher: &mut dyn Watcher) -> Result<Outcome, MatchError> {
        let Self {
            settings,
            folder,
            book,
            journal,
            replayed,
            control,
            warnings,
            is_new,
        } = self;
        let done: HashSet<u64> = replayed.iter().map(|record| record.pair).collect();
        let schedule = Schedule::new(settings.pairings(), settings.rounds, done);
        let mut desk = Desk::new(&settings, &folder, journal, &control, watcher)?;
        desk.open(replayed, is_new, warnings)?;
        let common = Common {
            settings: &settings,
            book: &book,
            schedule: Mutex::new(schedule),
            control: &control,
            reports: &folder.join("reports"),
            report_count: AtomicU64::new(0),
        };
        let result = thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for number in 0..settings.concurrency {
                let (sender, common) = (sender.clone(), &common);
                scope.spawn(move || Worker::run(common, number, sender));
            }
            drop(sender);
            let result = desk.receive(&receiver);
            if result.is_err() {
                control.abort();
            }
            result
        });
        desk.close(result)
    }
}
