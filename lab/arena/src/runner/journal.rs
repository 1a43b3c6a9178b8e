//! The journal of a match: finished pairs, in a file that survives `kill -9` at any moment.
//!
//! The first line holds the settings, every other line one finished pair. A pair's games are
//! appended to the PGN file first, then its line is appended here, with the length of the PGN file
//! after it. So a pair counts if and only if its line is complete, and resuming truncates the PGN
//! file to the length in the last complete line.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use support::Draft;
use thiserror::Error;

use super::{PairRecord, Settings};

/// The version of the format.
const VERSION: u32 = 4;

/// How often the files are synced to disk.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// How long and how often to try to lock the journal.
#[cfg(unix)]
const LOCK_TIMEOUT: Duration = Duration::from_secs(2);
#[cfg(unix)]
const LOCK_INTERVAL: Duration = Duration::from_millis(20);

/// The first line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Header {
    quietus_match: u32,
    pub(super) settings: Settings,
    /// The fingerprint of the opening book.
    pub(super) book: u64,
    /// The length of the PGN file before the match.
    games_start: u64,
}

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// A file cannot be read or written.
    #[error("{path:?}: {error}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The system error.
        error: io::Error,
    },
    /// The folder already holds a match.
    #[error("{0:?} already holds a match: resume it, or choose another folder")]
    Exists(PathBuf),
    /// Another process is running the match.
    #[error("{0:?} is in use by another process")]
    Locked(PathBuf),
    /// The first line is not a header of this version.
    #[error("{0:?} is not a match journal of version {VERSION}")]
    Header(PathBuf),
    /// A line in the middle is invalid, which no crash explains.
    #[error("{path:?} is damaged at line {line}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from one.
        line: usize,
    },
    /// The PGN file lacks games of the journal.
    #[error("{path:?} is missing games of the journal: it should have at least {expected} bytes")]
    GamesMissing {
        /// The PGN file.
        path: PathBuf,
        /// The length in the journal.
        expected: u64,
    },
    /// The PGN file has games that the journal does not know, and that resuming would cut off.
    #[error(
        "{path:?} has games of something else after the {expected} bytes of this match: move them to another file"
    )]
    OtherGames {
        /// The PGN file.
        path: PathBuf,
        /// The length in the journal.
        expected: u64,
    },
}

/// The journal and the PGN file, which must agree.
pub(super) struct Journal {
    journal: File,
    games: File,
    path: PathBuf,
    games_path: PathBuf,
    games_end: u64,
    synced: Instant,
}

/// The path of the journal in a match's folder.
fn journal_path(folder: &Path) -> PathBuf {
    folder.join("journal.jsonl")
}

/// Opens the PGN file: that of the folder, which the journal's lock protects, or one that other
/// matches may use, too.
fn open_games(folder: &Path, settings: &Settings) -> Result<(File, PathBuf), JournalError> {
    let path = settings.pgn.clone();
    let path = path.unwrap_or_else(|| folder.join("games.pgn"));
    let file = open(&path)?;
    if settings.pgn.is_some() {
        lock(&file, &path)?;
    }
    Ok((file, path))
}

/// Adds the path to a system error.
fn at(path: &Path) -> impl FnOnce(io::Error) -> JournalError {
    let path = path.to_owned();
    move |error| JournalError::Io { path, error }
}

impl Journal {
    /// Creates a journal in a folder that has none.
    pub(super) fn create(
        folder: &Path,
        settings: &Settings,
        book: u64,
    ) -> Result<Self, JournalError> {
        fs::create_dir_all(folder).map_err(at(folder))?;
        let path = journal_path(folder);
        if fs::exists(&path).map_err(at(&path))? {
            return Err(JournalError::Exists(folder.to_owned()));
        }
        let (mut games, games_path) = open_games(folder, settings)?;
        // A PGN file given by the user may already hold games; the match appends to them.
        let games_end = games.seek(SeekFrom::End(0)).map_err(at(&games_path))?;
        let header = Header {
            quietus_match: VERSION,
            settings: settings.clone(),
            book,
            games_start: games_end,
        };
        // The journal appears with a complete header, or not at all.
        let (draft, mut journal) = Draft::create_new(&path).map_err(at(&path))?;
        let write = |journal: &mut File| {
            let mut line = serde_json::to_vec(&header)?;
            line.push(b'\n');
            journal.write_all(&line)?;
            journal.sync_all()
        };
        write(&mut journal).map_err(at(draft.path()))?;
        lock(&journal, &path)?;
        draft.commit_new().map_err(|error| match error.kind() {
            // Another process has begun a match since we looked.
            io::ErrorKind::AlreadyExists => JournalError::Exists(folder.to_owned()),
            _ => at(&path)(error),
        })?;
        Ok(Self {
            journal,
            games,
            path,
            games_path,
            games_end,
            synced: Instant::now(),
        })
    }

    /// Opens the journal in a folder and truncates it and the PGN file to the last complete pair.
    /// Calls `on_pair` for every finished pair.
    pub(super) fn resume(
        folder: &Path,
        mut on_pair: impl FnMut(PairRecord),
    ) -> Result<(Self, Header), JournalError> {
        let path = journal_path(folder);
        let mut options = OpenOptions::new();
        let journal = options
            .read(true)
            .append(true)
            .open(&path)
            .map_err(at(&path))?;
        lock(&journal, &path)?;
        let mut lines = Lines {
            stream: BufReader::new(&journal),
            path: &path,
            number: 0,
            end: 0,
        };
        let header: Header = lines
            .next_complete()?
            .filter(|header: &Header| header.quietus_match == VERSION)
            .ok_or_else(|| JournalError::Header(path.clone()))?;
        let mut games_end = None;
        while let Some(record) = lines.next_complete::<PairRecord>()? {
            games_end = Some(record.pgn_end);
            on_pair(record);
        }
        let end = lines.end;
        journal.set_len(end).map_err(at(&path))?;
        let (games, games_path) = open_games(folder, &header.settings)?;
        let length = games.metadata().map_err(at(&games_path))?.len();
        let expected = games_end.unwrap_or(header.games_start);
        if length < expected {
            return Err(JournalError::GamesMissing {
                path: games_path,
                expected,
            });
        }
        // A file of our own has none, unless the journal lost its end with the power.
        let is_shared = header.settings.pgn.is_some();
        if is_shared && has_other_games(&games, expected).map_err(at(&games_path))? {
            return Err(JournalError::OtherGames {
                path: games_path,
                expected,
            });
        }
        games.set_len(expected).map_err(at(&games_path))?;
        let resumed = Self {
            journal,
            games,
            path,
            games_path,
            games_end: expected,
            synced: Instant::now(),
        };
        Ok((resumed, header))
    }

    /// Appends a pair: its games, then its line.
    pub(super) fn add(&mut self, record: &mut PairRecord, pgn: &str) -> Result<(), JournalError> {
        self.games
            .write_all(pgn.as_bytes())
            .map_err(at(&self.games_path))?;
        self.games_end += pgn.len() as u64;
        record.pgn_end = self.games_end;
        let line = serde_json::to_vec(record).map_err(io::Error::from);
        let mut line = line.map_err(at(&self.path))?;
        line.push(b'\n');
        self.journal.write_all(&line).map_err(at(&self.path))?;
        if self.synced.elapsed() >= SYNC_INTERVAL {
            self.sync()?;
        }
        Ok(())
    }

    /// Syncs both files to disk, the games first.
    pub(super) fn sync(&mut self) -> Result<(), JournalError> {
        self.games.sync_data().map_err(at(&self.games_path))?;
        self.journal.sync_data().map_err(at(&self.path))?;
        self.synced = Instant::now();
        Ok(())
    }
}

fn open(path: &Path) -> Result<File, JournalError> {
    let mut options = OpenOptions::new();
    let file = options.read(true).append(true).create(true).open(path);
    file.map_err(at(path))
}

/// The complete lines of a journal.
struct Lines<'a, R> {
    stream: R,
    path: &'a Path,
    number: usize,
    /// Where the last complete line ends.
    end: u64,
}

impl<R: BufRead> Lines<'_, R> {
    /// The next line; `None` at the end, or if only a torn write follows.
    fn next_complete<T: for<'de> Deserialize<'de>>(&mut self) -> Result<Option<T>, JournalError> {
        let mut line = Vec::new();
        self.stream
            .read_until(b'\n', &mut line)
            .map_err(at(self.path))?;
        self.number += 1;
        let is_complete = line.last() == Some(&b'\n');
        match serde_json::from_slice(&line) {
            Ok(value) if is_complete => {
                self.end += line.len() as u64;
                Ok(Some(value))
            }
            _ => {
                let mut rest = Vec::new();
                self.stream.read_to_end(&mut rest).map_err(at(self.path))?;
                if rest.contains(&b'\n') {
                    let (path, line) = (self.path.to_owned(), self.number);
                    return Err(JournalError::Damaged { path, line });
                }
                Ok(None)
            }
        }
    }
}

/// Whether a PGN file has more after this place than a pair that was being written: the games of
/// another match that has appended to the same file.
fn has_other_games(mut games: &File, end: u64) -> io::Result<bool> {
    games.seek(SeekFrom::Start(end))?;
    let mut starts = 0;
    for line in BufReader::new(games).split(b'\n') {
        starts += usize::from(line?.starts_with(b"[Event "));
    }
    Ok(starts > 2)
}

/// Locks a file against other matches as long as it is open.
///
/// An engine that was being started when its match was killed inherits the lock for a moment, so this
/// retries for a while.
#[cfg(unix)]
fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    let deadline = Instant::now() + LOCK_TIMEOUT;
    loop {
        match flock(file, FlockOperation::NonBlockingLockExclusive) {
            Err(Errno::WOULDBLOCK) if Instant::now() < deadline => {
                std::thread::sleep(LOCK_INTERVAL);
            }
            Err(Errno::WOULDBLOCK) => return Err(JournalError::Locked(path.to_owned())),
            // A file system without locks does not prevent a match.
            _ => return Ok(()),
        }
    }
}

#[cfg(not(unix))]
fn lock(_: &File, _: &Path) -> Result<(), JournalError> {
    Ok(())
}

#[cfg(test)]
mod tests;
