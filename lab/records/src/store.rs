//! A store of games: a folder of `.qgames` files that never change, and a manifest that lists them.
//!
//! A file of games becomes a chunk as it is, under a name that says how it was made. It is complete
//! before the manifest names it, and the manifest is replaced as a whole, so that a killed process
//! leaves the store as it was or with one chunk more.

mod manifest;
mod overlap;

use std::fs::{self, File, TryLockError};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use support::{Draft, hash_file};
use thiserror::Error;

use crate::qgames::{self, Damage, Reader};
pub use manifest::{Chunk, Manifest};

/// The manifest of all chunks.
const MANIFEST: &str = "store.manifest";

/// The file that an adding process locks. It stays: a second one could lock a file being removed.
const LOCK: &str = "lock";

/// Digits of a hash in the name of a chunk.
const SHORT_HASH: usize = 8;

/// Why a store, or a part of it, cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system error.
        error: io::Error,
    },
    /// A manifest is not as it was written.
    #[error("{}: line {line}: {reason}", path.display())]
    Manifest {
        /// The manifest.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A chunk is not what the manifest says.
    #[error("the chunk {} is {wrong}", path.display())]
    Chunk {
        /// The chunk.
        path: PathBuf,
        /// What happened to it.
        wrong: &'static str,
    },
    /// A file to add has no sound header.
    #[error(transparent)]
    Games(#[from] qgames::Error),
    /// A file to add is damaged or unfinished.
    #[error("{}: {damage}; continue the file, or convert it to a new one", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The first damage.
        damage: Damage,
    },
    /// Games of a file to add are in the store.
    #[error(
        "{}: games {} to {} of seed {seed} are in the store already, in {chunk}",
        path.display(), games.start, games.end - 1
    )]
    Repeated {
        /// The file.
        path: PathBuf,
        /// The numbers of the games.
        games: Range<u64>,
        /// Their seed.
        seed: u64,
        /// The chunk that has them.
        chunk: String,
    },
    /// Another process adds to the store.
    #[error("another process is adding to {}", .0.display())]
    Locked(PathBuf),
}

impl StoreError {
    fn io(path: &Path) -> impl Fn(io::Error) -> Self + '_ {
        move |error| Self::Io {
            path: path.to_owned(),
            error,
        }
    }
}

/// Who adds a chunk, and when.
#[derive(Clone, Debug, Default)]
pub struct Added {
    /// The commit of the program.
    pub commit: Option<String>,
    pub date: String,
    /// Whether to wait while another process adds; otherwise that is an error.
    pub wait: bool,
}

/// A folder of chunks with its manifest.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    /// All chunks, in the order in which they were added.
    pub manifest: Manifest,
}

impl Store {
    /// Opens a store; a folder without a manifest is an empty one.
    ///
    /// # Errors
    /// If the manifest is damaged. Chunks are not read; see [`Store::verify`].
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        let manifest = match Manifest::read(&folder.join(MANIFEST)) {
            // Only then: a manifest that cannot be read now is not an empty one.
            Err(StoreError::Io { error, .. })
                if error.kind() == io::ErrorKind::NotFound && folder.is_dir() =>
            {
                Manifest::default()
            }
            manifest => manifest?,
        };
        Ok(Self {
            folder: folder.to_owned(),
            manifest,
        })
    }

    /// Adds files of games to the store in a folder, which is created if needed. Tells for each file
    /// the chunk and whether it is new: games that are there already are not added again.
    ///
    /// # Errors
    /// If a file is not sound, has games that are in the store, or cannot be copied. The files before
    /// it are added.
    pub fn add(
        folder: &Path,
        files: &[PathBuf],
        added: &Added,
        mut tell: impl FnMut(&Chunk, bool),
    ) -> Result<(), StoreError> {
        fs::create_dir_all(folder).map_err(StoreError::io(folder))?;
        let _lock = lock(folder, added.wait)?;
        let mut store = Self::open(folder)?;
        for file in files {
            let chunk = store.add_file(file, added)?;
            let known = store.manifest.chunks.iter();
            let is_new = known.clone().all(|known| known.sha256 != chunk.sha256);
            if is_new {
                store.manifest.chunks.push(chunk.clone());
                store.manifest.write(&folder.join(MANIFEST))?;
            }
            tell(&chunk, is_new);
        }
        Ok(())
    }

    /// Copies a file into the folder, where no manifest names it yet.
    fn add_file(&self, file: &Path, added: &Added) -> Result<Chunk, StoreError> {
        let reader = Reader::open(file)?;
        if let Some(damage) = reader.check().into_iter().next() {
            let path = file.to_owned();
            return Err(StoreError::Damaged { path, damage });
        }
        let hash = hash_file(file).map_err(StoreError::io(file))?;
        let chunk = Chunk::new(&reader, hash, added);
        self.check_overlap(file, reader.header(), &chunk)?;
        let path = self.folder.join(&chunk.name);
        if self.check(&chunk).is_err() {
            let draft = Draft::new(&path);
            fs::copy(file, draft.path()).map_err(StoreError::io(draft.path()))?;
            draft.commit().map_err(StoreError::io(&path))?;
            // The file may have been changed since it was hashed.
            self.check(&chunk)?;
        }
        Ok(chunk)
    }

    /// Reads all chunks and names those that are missing or changed.
    pub fn verify(&self) -> Vec<StoreError> {
        let chunks = self.manifest.chunks.iter();
        chunks.filter_map(|chunk| self.check(chunk).err()).collect()
    }

    /// Chunks that the manifest does not name: of a process that was killed while it added them.
    pub fn unlisted(&self) -> Result<Vec<PathBuf>, StoreError> {
        let entries = fs::read_dir(&self.folder).map_err(StoreError::io(&self.folder))?;
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let is_unlisted = |path: &PathBuf| {
            let is_named = |chunk: &Chunk| path.file_name() == Some(chunk.name.as_ref());
            path.extension().is_some_and(|ending| ending == "qgames")
                && !self.manifest.chunks.iter().any(is_named)
        };
        let mut unlisted: Vec<PathBuf> = paths.filter(is_unlisted).collect();
        unlisted.sort();
        Ok(unlisted)
    }

    fn check(&self, chunk: &Chunk) -> Result<(), StoreError> {
        chunk.check(&self.folder)
    }
}

/// Locks a store until the file is dropped or the process ends, however it ends.
fn lock(folder: &Path, wait: bool) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    let file = File::create(&path).map_err(StoreError::io(&path))?;
    let locked = match wait {
        true => file.lock().map_err(TryLockError::Error),
        false => file.try_lock(),
    };
    match locked {
        Err(TryLockError::WouldBlock) => Err(StoreError::Locked(folder.to_owned())),
        // A file system without locks does not prevent adding.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}
