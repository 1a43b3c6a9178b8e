//! Reading positions from files.

use std::fs;
use std::path::{Path, PathBuf};

use records::{Filters, HoldOut, Part};
use sha2::{Digest, Sha256};

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
    /// There are no training positions.
    #[error("field data: no training positions")]
    Empty,
}

/// Reads files of games (`.qgames`) and of 32-byte records, and holds out a fraction for validation.
///
/// Whole games are held out. Of records, which do not know their games, the last ones of each file are
/// held out, so that at most one game is split. The filters apply to games only.
///
/// # Errors
/// Names the file, and the record where one is bad.
pub fn load(paths: &[PathBuf], share: f64, filters: &Filters) -> Result<DataSet, DataError> {
    let mut set = DataSet::default();
    for path in paths {
        let before = set.training.len() + set.validation.len();
        let bytes = fs::read(path).map_err(|error| DataError::Read {
            path: path.clone(),
            error,
        })?;
        let sha256 = format!("{:x}", Sha256::digest(&bytes));
        drop(bytes);
        let damage = if is_games(path) {
            add_games(&mut set, path, share, filters)?
        } else {
            add_records(&mut set, path, share)?;
            Vec::new()
        };
        let positions = set.training.len() + set.validation.len() - before;
        set.sources.push(Source {
            path: path.clone(),
            sha256,
            positions: positions as u64,
            damage,
        });
    }
    if set.training.is_empty() {
        return Err(DataError::Empty);
    }
    Ok(set)
}

fn is_games(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "qgames")
}

/// Adds the positions of games; returns what is damaged.
fn add_games(
    set: &mut DataSet,
    path: &Path,
    share: f64,
    filters: &Filters,
) -> Result<Vec<String>, DataError> {
    let part = |part: Part| Filters {
        hold_out: Some(HoldOut { share, part }),
        ..filters.clone()
    };
    let paths = [path.to_owned()];
    let training = records::expand(&paths, &part(Part::Training), FILTER_SEED)?;
    set.training.extend(training.records);
    if share > 0.0 {
        let held_out = records::expand(&paths, &part(Part::Validation), FILTER_SEED)?;
        set.validation.extend(held_out.records);
    }
    let damage = training.tally.damage.into_iter();
    Ok(damage.map(|(_, damage)| damage.to_string()).collect())
}

fn add_records(set: &mut DataSet, path: &Path, share: f64) -> Result<(), DataError> {
    let records = records::read_records(path).map_err(|error| DataError::Records {
        path: path.to_owned(),
        reason: error.to_string(),
    })?;
    let kept = records.len() - (records.len() as f64 * share) as usize;
    let (training, held_out) = records.split_at(kept);
    set.training.extend_from_slice(training);
    set.validation.extend_from_slice(held_out);
    Ok(())
}

#[cfg(test)]
mod tests;
