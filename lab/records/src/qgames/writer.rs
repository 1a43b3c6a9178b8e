//! Writes `.qgames` files. A killed writer loses at most the current block.
//!
//! With [`Writer::with_flush_interval`] that is at most a few seconds of games: blocks are then written
//! and synced before they are full. [`Writer::finish`] merges such small blocks, so that a file does
//! not depend on when it was flushed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use chess::Chess;
use game::{Codes, Rules};

use super::encode::{BlockBuilder, Prepared};
use super::error::Error;
use super::header::Header;
use super::layout::{Entry, Layout, index_bytes, next_number};
use super::reader::Reader;
use crate::game::Game;

/// The number of plies of a block: about 90 KiB.
const BLOCK_PLIES: u32 = 1 << 16;

/// Appends games to a file, from any number of threads.
///
/// A block is one write at the end of the file, so the file always holds complete blocks and at most
/// one torn block, which the next writer cuts off. [`Writer::finish`] writes the last block and the
/// index; a dropped writer loses the games since the last block, like a killed one.
pub struct Writer<R: Rules = Chess> {
    path: PathBuf,
    block_plies: u32,
    flush_interval: Option<Duration>,
    pending: Mutex<BlockBuilder>,
    output: Mutex<Output>,
    game: PhantomData<fn() -> R>,
}

/// The file and its blocks.
struct Output {
    file: File,
    entries: Vec<Entry>,
    next_number: u32,
    end: u64,
    /// When the last block was written.
    flushed: Instant,
}

/// The totals of a file, including earlier games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub games: u64,
    pub plies: u64,
    /// The size of the file.
    pub bytes: u64,
}

impl Summary {
    /// The totals of this file in one line.
    pub fn line(&self, path: &Path) -> String {
        format!(
            "{}: {} games, {} plies, {} bytes, {:.2} bytes/ply",
            path.display(),
            self.games,
            self.plies,
            self.bytes,
            self.bytes as f64 / self.plies.max(1) as f64,
        )
    }
}

impl<R: Codes> Writer<R> {
    /// Creates a file.
    ///
    /// # Errors
    /// If the file exists, or cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<Self, Error> {
        let io_error = Error::io(path);
        if fs::exists(path).map_err(&io_error)? {
            return Err(Error::Exists(path.to_owned()));
        }
        // Write and rename, so that the file never has an incomplete header.
        let bytes = header.to_bytes().map_err(|error| io_error(error.into()))?;
        let draft = draft_name(path);
        let mut file = File::create(&draft).map_err(&io_error)?;
        lock(&file, path)?;
        let named = file
            .write_all(&bytes)
            .and_then(|()| fs::rename(&draft, path));
        if let Err(error) = named {
            // Report the first error, not a failure to remove the draft.
            let _ = fs::remove_file(&draft);
            return Err(io_error(error));
        }
        let output = Output::new(file, Vec::new(), bytes.len() as u64);
        Ok(Self::new(path, output))
    }

    /// Opens a file with the same header for appending, or creates it. A torn block at its end is cut
    /// off.
    ///
    /// # Errors
    /// If the file has another header, is not a `.qgames` file, or cannot be written.
    pub fn append(path: &Path, header: &Header) -> Result<Self, Error> {
        let io_error = Error::io(path);
        let mut file = match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Self::create(path, header);
            }
            Err(error) => return Err(io_error(error)),
        };
        lock(&file, path)?;
        let found = Header::bytes_of(&mut file).map_err(&io_error)?;
        let (found, start) = Header::read::<R>(&found).map_err(|bad| bad.of::<R>(path))?;
        if let Some(difference) = found.difference(header) {
            return Err(Error::OtherHeader {
                path: path.to_owned(),
                difference,
            });
        }
        let layout = Layout::find(&mut file, start as u64).map_err(&io_error)?;
        let mut output = Output::new(file, layout.entries, layout.end);
        output.cut().map_err(&io_error)?;
        Ok(Self::new(path, output))
    }

    fn new(path: &Path, output: Output) -> Self {
        Self {
            path: path.to_owned(),
            block_plies: BLOCK_PLIES,
            flush_interval: None,
            pending: Mutex::default(),
            output: Mutex::new(output),
            game: PhantomData,
        }
    }

    /// Sets the number of plies of a block. Larger blocks compress a little better; smaller ones lose
    /// less when the writer is killed.
    #[must_use]
    pub const fn with_block_plies(mut self, plies: u32) -> Self {
        self.block_plies = plies;
        self
    }

    /// Writes and syncs a block, full or not, with the first game after this interval: a killed writer
    /// loses the games of at most two intervals.
    #[must_use]
    pub const fn with_flush_interval(mut self, interval: Duration) -> Self {
        self.flush_interval = Some(interval);
        self
    }

    /// The totals of the file so far, without the games in memory.
    pub fn written(&self) -> Summary {
        unpoisoned(&self.output).summary()
    }

    /// Adds a game. It is on disk once its block is.
    ///
    /// # Errors
    /// If a move is not legal, in which case nothing of the game is kept; or if a full block cannot be
    /// written.
    pub fn write(&self, game: &Game<R>) -> Result<(), Error> {
        let prepared = Prepared::new(game)?;
        let mut pending = unpoisoned(&self.pending);
        pending.push(&prepared);
        let is_full = pending.plies() >= self.block_plies || pending.games() >= self.block_plies;
        if !is_full && !self.is_flush_due() {
            return Ok(());
        }
        let full = mem::take(&mut *pending);
        drop(pending);
        self.write_block(full)
    }

    /// Writes the games in memory as a block.
    pub fn flush(&self) -> Result<(), Error> {
        let pending = mem::take(&mut *unpoisoned(&self.pending));
        if pending.games() == 0 {
            return Ok(());
        }
        self.write_block(pending)
    }

    fn is_flush_due(&self) -> bool {
        let is_due = |interval| unpoisoned(&self.output).flushed.elapsed() >= interval;
        self.flush_interval.is_some_and(is_due)
    }

    /// Writes what is left and the index, and waits until everything is on the disk. Blocks that were
    /// written before they were full are merged.
    pub fn finish(self) -> Result<Summary, Error> {
        self.flush()?;
        match self.merge() {
            Some(summary) => Ok(summary),
            None => self.finish_blocks(),
        }
    }

    /// Replaces the file with one that has the same games in full blocks. Does nothing if all blocks
    /// but the last are full, or if that fails: the file is sound as it is.
    fn merge(&self) -> Option<Summary> {
        let output = unpoisoned(&self.output);
        let (_, all_but_last) = output.entries.split_last()?;
        let is_small = |entry: &Entry| {
            entry.header.plies < self.block_plies && entry.header.games < self.block_plies
        };
        let first = all_but_last.iter().position(is_small)?;
        let reader = Reader::<R>::open(&self.path).ok()?;
        let draft = draft_name(&self.path);
        let copy = || {
            let mut file = File::create(&draft).ok()?;
            lock(&file, &draft).ok()?;
            let start = output.entries[first].offset;
            let mut kept = File::open(&self.path).ok()?.take(start);
            io::copy(&mut kept, &mut file).ok()?;
            let kept = output.entries[..first].to_vec();
            let merged = Self::new(&draft, Output::new(file, kept, start));
            let merged = merged.with_block_plies(self.block_plies);
            for block in first..output.entries.len() {
                for game in reader.decode(block).ok()? {
                    merged.write(&game).ok()?;
                }
            }
            merged.flush().ok()?;
            let summary = merged.finish_blocks().ok()?;
            fs::rename(&draft, &self.path).ok()?;
            Some(summary)
        };
        let summary = copy();
        if summary.is_none() {
            // Nobody needs it, and that it cannot be removed is the lesser trouble.
            let _ = fs::remove_file(&draft);
        }
        summary
    }

    fn finish_blocks(&self) -> Result<Summary, Error> {
        let mut output = unpoisoned(&self.output);
        let index = index_bytes(&output.entries, output.end);
        output.append(&index).map_err(Error::io(&self.path))?;
        output.file.sync_all().map_err(Error::io(&self.path))?;
        Ok(output.summary())
    }

    fn write_block(&self, block: BlockBuilder) -> Result<(), Error> {
        let io_error = Error::io(&self.path);
        let block = block.pack().map_err(&io_error)?;
        let mut output = unpoisoned(&self.output);
        let (header, bytes) = block.number(output.next_number);
        let offset = output.end;
        output.append(&bytes).map_err(&io_error)?;
        output.entries.push(Entry { offset, header });
        output.next_number += 1;
        if self.flush_interval.is_some() {
            output.file.sync_data().map_err(&io_error)?;
            output.flushed = Instant::now();
        }
        Ok(())
    }
}

impl Output {
    fn new(file: File, entries: Vec<Entry>, end: u64) -> Self {
        Self {
            file,
            next_number: next_number(&entries),
            entries,
            end,
            flushed: Instant::now(),
        }
    }

    /// Appends all bytes or none.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Err(error) = self.file.write_all(bytes) {
            // Remove the partial write; if that fails, the next writer does it.
            let _ = self.cut();
            return Err(error);
        }
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Truncates the file after the last complete block.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(self.end)).map(drop)
    }

    fn summary(&self) -> Summary {
        let heads = self.entries.iter().map(|entry| &entry.header);
        Summary {
            games: heads.clone().map(|head| u64::from(head.games)).sum(),
            plies: heads.map(|head| u64::from(head.plies)).sum(),
            bytes: self.end,
        }
    }
}

/// A panic elsewhere leaves the data consistent: blocks are swapped, not modified in place.
fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The temporary name of a file until its header is complete.
fn draft_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    PathBuf::from(name)
}

/// Locks a file against other writers for as long as it is open.
#[cfg(unix)]
fn lock(file: &File, path: &Path) -> Result<(), Error> {
    use rustix::fs::{FlockOperation, flock};
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(()),
        Err(rustix::io::Errno::WOULDBLOCK) => Err(Error::Locked(path.to_owned())),
        Err(error) => Err(Error::io(path)(error.into())),
    }
}

#[cfg(not(unix))]
fn lock(_: &File, _: &Path) -> Result<(), Error> {
    Ok(())
}
