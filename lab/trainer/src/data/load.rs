//! Reading positions from files.

use std::path::{Path, PathBuf};
use std::slice;

use game::Codes;
use records::{Filters, HoldOut, Manifest, Part, Record, StoreError};
use support::hash_file;

use super::DataSet;

/// The seed of random filters, independent of the run's own seed.
const FILTER_SEED: u64 = 1;

/// A file of positions or games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where it is.
    pub path: PathBuf,
    /// Its SHA-256 in hexadecimal.
    pub sha256: String,
    /// How many positions it gave, training and validation together.
    pub positions: u64,
    /// What could not be read, one line each.
    pub damage: Vec<String>,
}

/// Why data cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A file cannot be read.
    #[error("field data: cannot read {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file of records has something else in it.
    #[error("field data: {}: {reason}", path.display())]
    Records {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// A file of games cannot be used.
    #[error("field data: {0}")]
    Games(#[from] records::Error),
    /// A store is not as it was.
    #[error("field data: {0}")]
    Store(#[from] StoreError),
    /// There are no training positions.
    #[error("field data: no training positions")]
    Empty,
}

/// Reads files of games (`.qgames`), manifests of stores and files of 32-byte records,
/// and holds out a fraction for validation: whole games, and records by the group of the game or parent that
/// they come from. The filters apply to games only.
///
/// # Errors
/// Names the file, and the record where one is bad.
pub fn load<R: Codes>(
    paths: &[PathBuf],
    share: f64,
    filters: &Filters,
) -> Result<DataSet, DataError> {
    let mut set = DataSet::default();
    for path in paths {
        let hash = hash_file(path).map_err(|error| DataError::Read {
            path: path.clone(),
            error,
        })?;
        let (mut records, damage) = if is_games(path) {
            read_games::<R>(path, filters)?
        } else if Manifest::is_named(path) {
            (read_store::<R>(path, filters)?, Vec::new())
        } else {
            (read_records::<R>(path)?, Vec::new())
        };
        set.sources.push(Source {
            path: path.clone(),
            sha256: hash.sha256,
            positions: records.len() as u64,
            damage,
        });
        let part = Part::Validation;
        let is_held_out = |record: &Record| HoldOut { share, part }.wants_record(record);
        // In place: there may be gigabytes.
        let held_out = records.extract_if(.., |record| is_held_out(record));
        set.validation.extend(held_out);
        match set.training.is_empty() {
            true => set.training = records,
            false => set.training.extend(records),
        }
    }
    if set.training.is_empty() {
        return Err(DataError::Empty);
    }
    Ok(set)
}

fn is_games(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "qgames")
}

/// The records of a file of games, and what could not be read.
fn read_games<R: Codes>(
    path: &PathBuf,
    filters: &Filters,
) -> Result<(Vec<Record>, Vec<String>), DataError> {
    let found = records::expand::<R>(slice::from_ref(path), filters, FILTER_SEED)?;
    let damage = found.tally.damage.into_iter();
    let damage = damage.map(|(_, damage)| damage.to_string()).collect();
    Ok((found.records, damage))
}

/// The records of all chunks that a manifest lists, of each its share.
fn read_store<R: Codes>(path: &Path, filters: &Filters) -> Result<Vec<Record>, DataError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut all = Vec::new();
    for chunk in Manifest::read(path)?.chunks {
        chunk.check(folder)?;
        let filters = Filters {
            skip: 1.0 - chunk.share * (1.0 - filters.skip),
            ..filters.clone()
        };
        all.extend(read_games::<R>(&folder.join(&chunk.name), &filters)?.0);
    }
    Ok(all)
}

fn read_records<R: Codes>(path: &Path) -> Result<Vec<Record>, DataError> {
    let unusable = |reason: String| DataError::Records {
        path: path.to_owned(),
        reason,
    };
    records::read_records_of::<R>(path).map_err(|error| unusable(error.to_string()))
}

#[cfg(test)]
mod tests;
