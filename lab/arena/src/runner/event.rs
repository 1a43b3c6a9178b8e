//! The events of a match: as values, and as a JSON Lines file.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use chess::GameResult;
use serde::Serialize;

use super::journal::cut_torn_line;
use super::record::result_text;
use super::{PairRecord, Settings};

/// An event of a match.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The match begins.
    MatchStarted {
        /// As in the journal.
        settings: Box<Settings>,
        /// The number of pairs in the whole match.
        pairs: u64,
    },
    /// It goes on where it was stopped.
    MatchResumed {
        /// Pairs in the journal.
        done: u64,
        /// The number of pairs in the whole match.
        pairs: u64,
    },
    /// A game begins.
    GameStarted {
        /// The game's number, from one.
        game: u64,
        /// The pair's number, from zero.
        pair: u64,
        /// White's name.
        white: String,
        /// Black's name.
        black: String,
        /// The position after the opening.
        fen: String,
    },
    /// A game has ended. It counts once its pair is complete.
    GameFinished {
        /// The game's number, from one.
        game: u64,
        /// The pair's number, from zero.
        pair: u64,
        /// White's name.
        white: String,
        /// Black's name.
        black: String,
        /// The result, written as in PGN.
        #[serde(serialize_with = "result_text::serialize")]
        result: GameResult,
        /// Why it ended so.
        reason: String,
        /// Plies played by the engines.
        plies: usize,
    },
    /// A pair is complete and journaled.
    PairFinished {
        /// The pair.
        #[serde(flatten)]
        record: Box<PairRecord>,
        /// The pentanomial counts of its pairing, including this pair.
        pentanomial: [u64; 5],
    },
    /// An engine fault.
    Fault {
        /// The game's number, from one.
        game: u64,
        /// The engine's name.
        engine: String,
        /// `crash`, `stall`, `illegal_move` or `time_loss`.
        kind: String,
        /// What happened, in words.
        detail: String,
        /// The fault report, if one was written.
        report: Option<PathBuf>,
    },
    /// Nothing that ends a game.
    Warning {
        /// The message.
        text: String,
    },
    /// The run has ended.
    MatchFinished {
        /// Pairs played so far.
        done: u64,
        /// The number of pairs in the whole match.
        pairs: u64,
    },
}

#[derive(Serialize)]
struct Stamped<'a> {
    /// Seconds since 1970.
    time: f64,
    #[serde(flatten)]
    event: &'a Event,
}

/// The event file, one JSON object per line.
pub(super) struct EventLog(File);

impl EventLog {
    /// Opens the file for appending; a torn line at its end is cut off.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        let mut file = options.read(true).append(true).create(true).open(path)?;
        cut_torn_line(&mut file)?;
        Ok(Self(file))
    }

    pub(super) fn write(&mut self, event: &Event) -> io::Result<()> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let time = now.map_or(0.0, |now| now.as_secs_f64());
        let mut line = serde_json::to_vec(&Stamped { time, event })?;
        line.push(b'\n');
        self.0.write_all(&line)
    }
}
