//! What happens in a match, for those who watch: as values and as a file of JSON lines.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use chess::GameResult;
use serde::Serialize;

use super::journal::cut_torn_line;
use super::record::result_text;
use super::{PairRecord, Settings};

/// Something that happened.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The match begins.
    MatchStarted {
        /// How it is played.
        settings: Box<Settings>,
        /// Pairs to play in all.
        pairs: u64,
    },
    /// The match goes on after a break.
    MatchResumed {
        /// Pairs played before.
        done: u64,
        /// Pairs to play in all.
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
        /// Where the engines take over.
        fen: String,
    },
    /// A game has ended. It counts when its pair has.
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
    /// A pair is complete and written down.
    PairFinished {
        /// The pair.
        #[serde(flatten)]
        record: Box<PairRecord>,
        /// Pairs of its pairing by the first player's points, including this one.
        pentanomial: [u64; 5],
    },
    /// An engine did what it must not.
    Fault {
        /// The game's number, from one.
        game: u64,
        /// The engine's name.
        engine: String,
        /// `crash`, `stall`, `illegal_move` or `time_loss`.
        kind: String,
        /// The particulars.
        detail: String,
        /// The report, if one was written.
        report: Option<PathBuf>,
    },
    /// Something that people should know.
    Warning {
        /// What it is.
        text: String,
    },
    /// Nothing more will be played now.
    MatchFinished {
        /// Pairs played in all.
        done: u64,
        /// Pairs to play in all.
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

/// A file of events, one JSON object to a line.
pub(super) struct EventLog(File);

impl EventLog {
    /// Opens the file to add to it; half a line at its end is cut off.
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
