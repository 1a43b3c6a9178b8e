//! The events of a match: as values, and as a JSON Lines file.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use chess::GameResult;
use serde::Serialize;

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
    /// Opens the file for appending; a torn event at its end is cut off.
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

/// How every line begins.
const START: &[u8] = b"{\"time\":";

/// Cuts off what comes after the last line end, unless it is something else than a part of an event.
fn cut_torn_line(file: &mut File) -> io::Result<()> {
    let end = last_line_end(file)?;
    let mut torn = Vec::new();
    file.seek(SeekFrom::Start(end))?;
    file.take(START.len() as u64).read_to_end(&mut torn)?;
    match START.starts_with(&torn) {
        true => file.set_len(end),
        false => Err(io::Error::other("its last line is not an event")),
    }
}

/// Where the last complete line ends.
fn last_line_end(file: &mut File) -> io::Result<u64> {
    let mut end = file.metadata()?.len();
    let mut block = [0; 4096];
    while end > 0 {
        let start = end.saturating_sub(block.len() as u64);
        let size = usize::try_from(end - start).unwrap_or(0);
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut block[..size])?;
        if let Some(last) = block[..size].iter().rposition(|&byte| byte == b'\n') {
            return Ok(start + last as u64 + 1);
        }
        end = start;
    }
    Ok(end)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::EventLog;

    #[test]
    fn only_a_torn_event_is_cut_off() {
        let path = format!("arena-events-{}.jsonl", std::process::id());
        let path = std::env::temp_dir().join(path);
        let whole = "{\"time\":1.0}\n";
        for torn in ["", "{", "{\"time\":1.0,\"event\":\"ga"] {
            fs::write(&path, whole.to_owned() + torn).unwrap();
            EventLog::open(&path).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), whole, "{torn}");
        }
        for theirs in ["a list without a last line end", "two\nlines"] {
            fs::write(&path, theirs).unwrap();
            assert!(EventLog::open(&path).is_err(), "{theirs}");
            assert_eq!(fs::read_to_string(&path).unwrap(), theirs);
        }
        fs::remove_file(&path).unwrap();
    }
}
