//! Writes `.qgames` files. A killed writer loses at most the current block.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use sys::MappedFile;

use super::encode::{BlockBuilder, Prepared};
use super::error::Error;
use super::header::Header;
use super::layout::{Entry, Layout, index_bytes};
use crate::game::Game;

/// The number of plies of a block: about 90 KiB.
const BLOCK_PLIES: u32 = 1 << 16;

/// Appends games to a file, from any number of threads.
///
/// A block is one write at the end of the file, so the file always holds complete blocks and at most
/// one torn block, which the next writer cuts off. [`Writer::finish`] writes the last block and the
/// index; a dropped writer loses the games since the last block, like a killed one.
pub struct Writer {
    path: PathBuf,
    block_plies: u32,
    pending: Mutex<BlockBuilder>,
    output: Mutex<Output>,
}

/// The file and its blocks.
struct Output {
    file: File,
    entries: Vec<Entry>,
    next_number: u32,
    end: u64,
}

/// The totals of a file, including earlier games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games.
    pub games: u64,
    /// Plies.
    pub plies: u64,
    /// The size of the file.
    pub bytes: u64,
}

impl Writer {
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
        let output = Output {
            file,
            entries: Vec::new(),
            next_number: 0,
            end: bytes.len() as u64,
        };
        Ok(Self::new(path, output))
    }

    /// Opens a file with the same header for appending, or creates it. A torn block at its end is cut
    /// off.
    ///
    /// # Errors
    /// If the file has another header, is not a `.qgames` file, or cannot be written.
    pub fn append(path: &Path, header: &Header) -> Result<Self, Error> {
        let io_error = Error::io(path);
        let file = match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Self::create(path, header);
            }
            Err(error) => return Err(io_error(error)),
        };
        lock(&file, path)?;
        let bytes = MappedFile::new(&file).map_err(&io_error)?;
        let (found, start) = Header::read(&bytes).map_err(|bad| bad.of(path))?;
        if let Some(difference) = found.difference(header) {
            return Err(Error::OtherHeader {
                path: path.to_owned(),
                difference,
            });
        }
        let layout = Layout::find(&bytes, start);
        drop(bytes);
        let mut output = Output {
            file,
            next_number: layout.next_number(),
            entries: layout.entries,
            end: layout.end,
        };
        output.cut().map_err(&io_error)?;
        Ok(Self::new(path, output))
    }

    fn new(path: &Path, output: Output) -> Self {
        Self {
            path: path.to_owned(),
            block_plies: BLOCK_PLIES,
            pending: Mutex::default(),
            output: Mutex::new(output),
        }
    }

    /// Sets the number of plies of a block. Larger blocks compress a little better; smaller ones lose
    /// less when the writer is killed.
    #[must_use]
    pub const fn with_block_plies(mut self, plies: u32) -> Self {
        self.block_plies = plies;
        self
    }

    /// The totals of the file so far, without the games in memory.
    #[must_use]
    pub fn written(&self) -> Summary {
        unpoisoned(&self.output).summary()
    }

    /// Adds a game. It is on disk once its block is.
    ///
    /// # Errors
    /// If a move is not legal, in which case nothing of the game is kept; or if a full block cannot be
    /// written.
    pub fn write(&self, game: &Game) -> Result<(), Error> {
        let prepared = Prepared::new(game)?;
        let mut pending = unpoisoned(&self.pending);
        pending.push(&prepared);
        if pending.plies() < self.block_plies && pending.games() < self.block_plies {
            return Ok(());
        }
        let full = mem::take(&mut *pending);
        drop(pending);
        self.write_block(full)
    }

    /// Writes the games in memory as a block.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn flush(&self) -> Result<(), Error> {
        let pending = mem::take(&mut *unpoisoned(&self.pending));
        if pending.games() == 0 {
            return Ok(());
        }
        self.write_block(pending)
    }

    /// Writes the last block and the index, and syncs the file to disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> Result<Summary, Error> {
        self.flush()?;
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
        Ok(())
    }
}

impl Output {
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
