//! Writes `.qgames` files. A killed writer loses at most the current block.
//!
//! With [`Writer::with_flush_interval`] that is at most a few seconds of games: blocks are then written
//! and synced before they are full. [`Writer::finish`] merges such small blocks, so that a file does
//! not depend on when it was flushed.

mod merge;

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use chess::Chess;
use game::{Codes, Rules};
use support::Draft;

use super::encode::{BlockBuilder, PackedBlock, Prepared};
use super::error::Error;
use super::header::Header;
use super::layout::{Entry, Layout, index_bytes, next_number};
use crate::game::Game;
use merge::is_full;

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
    pending: Mutex<Pending>,
    output: Mutex<Output>,
    game: PhantomData<fn() -> R>,
}

/// The next block.
#[derive(Default)]
struct Pending {
    block: BlockBuilder,
    /// When its first game came.
    since: Option<Instant>,
}

/// The file and its blocks.
struct Output {
    file: File,
    entries: Vec<Entry>,
    next_number: u32,
    end: u64,
    /// When a block was last on the disk.
    synced: Instant,
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
        // Written before it is named, so that the file never has an incomplete header.
        let bytes = header.to_bytes().map_err(|error| io_error(error.into()))?;
        let (draft, mut file) = Draft::create_new(path).map_err(&io_error)?;
        lock(&file, path)?;
        file.write_all(&bytes).map_err(&io_error)?;
        draft.commit_new().map_err(|error| match error.kind() {
            // Another writer has begun it since we looked.
            io::ErrorKind::AlreadyExists => Error::Exists(path.to_owned()),
            _ => io_error(error),
        })?;
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

    /// Writes a block that is not full with the first game after this interval, and syncs the file as
    /// often: a killed writer loses the games of at most two intervals.
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
        let since = *pending.since.get_or_insert_with(Instant::now);
        let block = &mut pending.block;
        block.push(&prepared);
        let is_full = is_full(block.plies(), block.games(), self.block_plies);
        let is_due = |interval| since.elapsed() >= interval;
        if !is_full && !self.flush_interval.is_some_and(is_due) {
            return Ok(());
        }
        let full = mem::take(&mut *pending);
        drop(pending);
        self.write_block(full.block)
    }

    /// Writes the games in memory as a block.
    pub fn flush(&self) -> Result<(), Error> {
        let Pending { block, .. } = mem::take(&mut *unpoisoned(&self.pending));
        if block.games() == 0 {
            return Ok(());
        }
        self.write_block(block)
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

    fn finish_blocks(&self) -> Result<Summary, Error> {
        let mut output = unpoisoned(&self.output);
        let index = index_bytes(&output.entries, output.end);
        output.append(&index).map_err(Error::io(&self.path))?;
        output.file.sync_all().map_err(Error::io(&self.path))?;
        Ok(output.summary())
    }

    fn write_block(&self, block: BlockBuilder) -> Result<(), Error> {
        self.append_block(block.pack().map_err(Error::io(&self.path))?)
    }

    fn append_block(&self, block: PackedBlock) -> Result<(), Error> {
        let io_error = Error::io(&self.path);
        let mut output = unpoisoned(&self.output);
        let (header, bytes) = block.number(output.next_number);
        let offset = output.end;
        output.append(&bytes).map_err(&io_error)?;
        output.entries.push(Entry { offset, header });
        output.next_number += 1;
        let is_due = |interval| output.synced.elapsed() >= interval;
        if self.flush_interval.is_some_and(is_due) {
            output.file.sync_data().map_err(&io_error)?;
            output.synced = Instant::now();
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
            synced: Instant::now(),
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
