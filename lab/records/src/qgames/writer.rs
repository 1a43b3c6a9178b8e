//! Writing games so that a killed writer loses at most the block it was writing.

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
use super::lock::lock;
use crate::game::Game;

/// A block is written when it has so many moves: about 90 KiB.
const BLOCK_PLIES: u32 = 1 << 16;

/// Adds games to a file, from any number of threads.
///
/// A block is one write at the end of the file, so what is there at any moment is whole blocks and
/// perhaps one torn one, which the next writer cuts off. [`Writer::finish`] writes the last block and
/// the index; a writer that is just dropped loses the games since the last block, like a killed one.
pub struct Writer {
    path: PathBuf,
    block_plies: u32,
    pending: Mutex<BlockBuilder>,
    output: Mutex<Output>,
}

/// The file and what is in it.
struct Output {
    file: File,
    entries: Vec<Entry>,
    next_number: u32,
    end: u64,
}

/// What a file has after its writer has finished, earlier games included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Games.
    pub games: u64,
    /// Moves.
    pub plies: u64,
    /// The length of the file.
    pub bytes: u64,
}

impl Writer {
    /// Begins a file.
    ///
    /// # Errors
    /// If there is such a file already, or it cannot be written.
    pub fn create(path: &Path, header: &Header) -> Result<Self, Error> {
        let io_error = Error::io(path);
        if fs::exists(path).map_err(&io_error)? {
            return Err(Error::Exists(path.to_owned()));
        }
        // Under its name there is never a file without a whole header.
        let bytes = header.to_bytes().map_err(|error| io_error(error.into()))?;
        let draft = draft_name(path);
        let mut file = File::create(&draft).map_err(&io_error)?;
        lock(&file, path)?;
        let named = file
            .write_all(&bytes)
            .and_then(|()| fs::rename(&draft, path));
        if let Err(error) = named {
            // Nobody needs it, and that it cannot be removed is the lesser trouble.
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

    /// Goes on with a file that was begun with the same header, or begins it. A torn block at its
    /// end is cut off.
    ///
    /// # Errors
    /// If the file was begun with another header, is not one of ours or cannot be written.
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

    /// Chooses how many moves make a block. Larger blocks are a little smaller on the disk; smaller
    /// ones lose less when the writer is killed.
    #[must_use]
    pub const fn with_block_plies(mut self, plies: u32) -> Self {
        self.block_plies = plies;
        self
    }

    /// Games in the file so far, without those in memory.
    #[must_use]
    pub fn written(&self) -> Summary {
        unpoisoned(&self.output).summary()
    }

    /// Adds a game. It is on the disk when its block is.
    ///
    /// # Errors
    /// If a move is not legal, and then nothing of the game is kept; or if a block was full and
    /// could not be written.
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

    /// Writes the games in memory as a block of their own.
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

    /// Writes what is left and the index, and waits until everything is on the disk.
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
    /// Writes at the end of the file, all of it or nothing.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Err(error) = self.file.write_all(bytes) {
            // What was written of it is useless; if it cannot be cut, the next writer will.
            let _ = self.cut();
            return Err(error);
        }
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Cuts off what stands behind the last whole block.
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

/// A thread that panicked elsewhere left everything whole: blocks are swapped, not changed.
fn unpoisoned<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where a file is while it has no header yet.
fn draft_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    PathBuf::from(name)
}
