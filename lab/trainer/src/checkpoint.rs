//! A run in a file, to go on with it exactly as if it had not been interrupted.
//!
//! A line of JSON says what the run is and how far it has come; the numbers of the [`State`] follow as
//! little-endian f32, and a checksum.

use std::fs;
use std::io;
use std::path::Path;

use nnue::container::crc32;
use serde::{Deserialize, Serialize};

use crate::backend::State;
use crate::config::Config;
use crate::history::History;

/// The first bytes of every checkpoint, with the version of the format.
const MAGIC: &[u8] = b"quietus checkpoint 1\n";

/// Bytes of the checksum at the end.
const CHECKSUM_LEN: usize = 4;

/// Fields that may differ between a run and what goes on with it: they do not change its course.
const FREE_FIELDS: [&str; 6] = ["name", "output", "data", "ledger", "backend", "threads"];

/// A run, as far as it has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// What was asked for.
    pub config: Config,
    /// The SHA-256 of each file of positions.
    pub data: Vec<String>,
    /// The course so far.
    pub history: History,
    /// Everything that training changes.
    pub state: State,
}

#[derive(Serialize, Deserialize)]
struct Head {
    config: Config,
    data: Vec<String>,
    history: History,
    step: u64,
    averaged: u64,
    parameters: usize,
}

/// Why a checkpoint is of no use.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// It is no checkpoint, or not a whole one.
    #[error("it is damaged, or no checkpoint of this version")]
    Damaged,
    /// It belongs to another run.
    #[error("it was made with another {0}")]
    Other(String),
}

impl Checkpoint {
    /// Writes the checkpoint. The one before is there until this one is complete.
    ///
    /// # Errors
    /// If the file cannot be written, as on a full disk.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        let head = Head {
            config: self.config.clone(),
            data: self.data.clone(),
            history: self.history.clone(),
            step: self.state.step,
            averaged: self.state.averaged,
            parameters: self.state.parameters.len(),
        };
        let mut bytes = MAGIC.to_vec();
        bytes.extend(serde_json::to_vec(&head)?);
        bytes.push(b'\n');
        let State {
            parameters,
            momentum,
            variance,
            average,
            ..
        } = &self.state;
        for list in [parameters, momentum, variance, average] {
            bytes.extend(list.iter().flat_map(|number| number.to_le_bytes()));
        }
        bytes.extend(crc32(&bytes).to_le_bytes());
        support::write_atomic(path, &bytes)
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// If there is none, or not a whole one.
    pub fn read(path: &Path) -> Result<Self, CheckpointError> {
        Self::parse(&fs::read(path)?).ok_or(CheckpointError::Damaged)
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let (content, checksum) = bytes.split_last_chunk::<CHECKSUM_LEN>()?;
        if crc32(content) != u32::from_le_bytes(*checksum) {
            return None;
        }
        let content = content.strip_prefix(MAGIC)?;
        let end = content.iter().position(|&byte| byte == b'\n')?;
        let head: Head = serde_json::from_slice(&content[..end]).ok()?;
        let (numbers, rest) = content[end + 1..].as_chunks::<4>();
        if !rest.is_empty() || numbers.len() != head.parameters.checked_mul(4)? {
            return None;
        }
        let mut lists = numbers.chunks(head.parameters.max(1)).map(|list| {
            let numbers = list.iter().map(|&number| f32::from_le_bytes(number));
            numbers.collect::<Vec<f32>>()
        });
        Some(Self {
            config: head.config,
            data: head.data,
            history: head.history,
            state: State {
                step: head.step,
                averaged: head.averaged,
                parameters: lists.next()?,
                momentum: lists.next()?,
                variance: lists.next()?,
                average: lists.next()?,
            },
        })
    }

    /// Checks that a run can go on from here.
    ///
    /// # Errors
    /// Names the first field of the configuration that would change the run's course.
    pub fn fits(&self, config: &Config, data: &[String]) -> Result<(), CheckpointError> {
        let fields = |config: &Config| match serde_json::to_value(config) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let (mine, theirs) = (fields(&self.config), fields(config));
        let differs = |field: &&String| {
            !FREE_FIELDS.contains(&field.as_str()) && mine.get(*field) != theirs.get(*field)
        };
        if let Some(field) = theirs.keys().find(differs) {
            return Err(CheckpointError::Other(field.clone()));
        }
        if self.data != data {
            return Err(CheckpointError::Other("data".to_owned()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Checkpoint, CheckpointError};
    use crate::backend::State;
    use crate::config::Config;
    use crate::history::History;

    fn example() -> Checkpoint {
        let mut history = History::default();
        history.add(&[0.1, 0.3]);
        history.mark(2, 1e-3, Some(0.123_456_789_012_345_68));
        history.add(&[0.1]);
        let mut state = State::new(vec![0.1, -2.5, f32::MIN_POSITIVE]);
        state.momentum[1] = 1e-20;
        state.step = 3;
        Checkpoint {
            config: Config::default(),
            data: vec!["ab".to_owned()],
            history,
            state,
        }
    }

    #[test]
    fn what_was_written_is_read_bit_for_bit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        example().write(&path).unwrap();
        assert_eq!(Checkpoint::read(&path).unwrap(), example());
    }

    #[test]
    fn damage_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        example().write(&path).unwrap();
        let bytes = fs::read(&path).unwrap();
        for damaged in [&bytes[..bytes.len() - 1], &bytes[1..], &[], b"hello, world"] {
            fs::write(&path, damaged).unwrap();
            let error = Checkpoint::read(&path).unwrap_err();
            assert!(matches!(error, CheckpointError::Damaged), "{error}");
        }
    }

    #[test]
    fn another_run_is_told_by_its_field() {
        let checkpoint = example();
        let data = ["ab".to_owned()];
        let mut config = Config {
            threads: 7,
            ..Config::default()
        };
        checkpoint.fits(&config, &data).unwrap();
        config.width = 256;
        let error = checkpoint.fits(&config, &data).unwrap_err();
        assert_eq!(error.to_string(), "it was made with another width");
        let error = checkpoint.fits(&Config::default(), &[]).unwrap_err();
        assert_eq!(error.to_string(), "it was made with another data");
    }
}
