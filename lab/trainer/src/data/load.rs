//! Reading positions from files.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use sha2::{Digest, Sha256};

use super::{DataSet, RECORD_LEN, Record};

/// A file of positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where it is.
    pub path: PathBuf,
    /// Its SHA-256 in hexadecimal.
    pub sha256: String,
    /// How many positions were taken from it, to learn from and to validate.
    pub positions: u64,
}

/// Why positions cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file is not a number of whole records.
    #[error("{} has {bytes} bytes, which is no multiple of {RECORD_LEN}", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// Its length.
        bytes: usize,
    },
    /// A record is no position.
    #[error("{}: record {number} has {fault}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// The record's number from 0.
        number: usize,
        /// What is wrong with it.
        fault: &'static str,
    },
    /// There is nothing to learn from.
    #[error("no positions to learn from")]
    Empty,
}

/// Reads files, and holds out the last `validation` of each: records of one game stand together, so
/// that at most one game is on both sides of the cut.
///
/// # Errors
/// Names the file, and the record where one is bad.
pub fn load(paths: &[PathBuf], validation: f64) -> Result<DataSet, DataError> {
    let mut set = DataSet::default();
    for path in paths {
        let bytes = read(path)?;
        let records = bytes.len() / RECORD_LEN;
        let held_out = (records as f64 * validation) as usize;
        let (training, held_out) = bytes.split_at((records - held_out) * RECORD_LEN);
        set.training.extend(training);
        set.validation.extend(held_out);
        set.sources.push(Source {
            path: path.clone(),
            sha256: format!("{:x}", Sha256::digest(&bytes)),
            positions: records as u64,
        });
    }
    if set.training.is_empty() {
        return Err(DataError::Empty);
    }
    Ok(set)
}

/// The bytes of a file, all of which are good records.
fn read(path: &Path) -> Result<Vec<u8>, DataError> {
    let named = || path.to_owned();
    let bytes = fs::read(path).map_err(|error| DataError::Read {
        path: named(),
        error,
    })?;
    let (records, rest) = bytes.as_chunks::<RECORD_LEN>();
    if !rest.is_empty() {
        return Err(DataError::Length {
            path: named(),
            bytes: bytes.len(),
        });
    }
    let faults = records.par_iter().enumerate();
    let fault = faults.find_map_first(|(number, bytes)| Some((number, Record(bytes).fault()?)));
    match fault {
        None => Ok(bytes),
        Some((number, fault)) => Err(DataError::Record {
            path: named(),
            number,
            fault,
        }),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::path::PathBuf;

    use chess::Position;

    use super::load;
    use crate::data::record;

    fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        file
    }

    #[test]
    fn the_tail_of_each_file_is_held_out() {
        let records: Vec<u8> = (0..20)
            .flat_map(|score| record(&Position::start(), score, 0.5))
            .collect();
        let files = [file(&records), file(&records[..320])];
        let paths: Vec<PathBuf> = files.iter().map(|file| file.path().to_owned()).collect();
        let set = load(&paths, 0.1).unwrap();
        assert_eq!((set.training.len(), set.validation.len()), (27, 3));
        let scores: Vec<i16> = set.validation.iter().map(|record| record.score()).collect();
        assert_eq!(scores, [18, 19, 9]);
        assert_eq!(set.sources[1].positions, 10);
    }

    #[test]
    fn bad_files_are_told() {
        let good = record(&Position::start(), 0, 0.5);
        let mut bad = good;
        bad[26] = 9;
        for (bytes, words) in [
            (good[..31].to_vec(), "31 bytes"),
            ([good, bad].concat(), "record 1 has a result"),
            (Vec::new(), "no positions"),
        ] {
            let file = file(&bytes);
            let error = load(&[file.path().to_owned()], 0.0).unwrap_err();
            assert!(error.to_string().contains(words), "{error}");
        }
        let error = load(&[PathBuf::from("no/such.bin")], 0.0).unwrap_err();
        assert!(error.to_string().contains("no/such.bin"), "{error}");
    }
}
