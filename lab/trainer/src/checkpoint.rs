//! Checkpoints: a resumed run equals an uninterrupted one bit for bit.
//!
//! A line of JSON with the configuration and the progress, the arrays of the [`State`] as
//! little-endian f32, and a checksum.

use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::backend::State;
use crate::config::Config;
use crate::history::History;

/// The first bytes of every checkpoint, with the version of the format.
const MAGIC: &[u8] = b"quietus checkpoint 2\n";

/// Bytes of the checksum at the end.
const CHECKSUM_LEN: usize = 4;

/// Fields that may change when a run is resumed: they do not affect the result.
const FREE_FIELDS: [&str; 9] = [
    "name", "output", "data", "generate", "test_set", "results", "ledger", "backend", "threads",
];

/// A run in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The configuration.
    pub config: Config,
    /// The SHA-256 of each data file.
    pub data: Vec<String>,
    /// The loss curves so far.
    pub history: History,
    /// The state of the backend.
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

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// Not a checkpoint, or a damaged one.
    #[error("damaged, or not a checkpoint of this version")]
    Damaged,
    /// It belongs to another run.
    #[error("it was made with a different {0}")]
    Other(String),
}

impl Checkpoint {
    /// Writes the checkpoint. The old one is kept until this one is complete.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        support::write_atomic(path, &self.to_bytes()?)
    }

    /// The contents of the file.
    ///
    /// # Errors
    /// If a number of the configuration is not finite.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
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
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// If there is none, or it is damaged.
    pub fn read(path: &Path) -> Result<Self, CheckpointError> {
        Self::parse(&fs::read(path)?).ok_or(CheckpointError::Damaged)
    }

    /// Reads the contents of a file; `None` if they are damaged.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let (content, checksum) = bytes.split_last_chunk::<CHECKSUM_LEN>()?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
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

    /// Checks that a run can be resumed from here.
    ///
    /// # Errors
    /// Names the first field of the configuration that differs and affects the result.
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
    use crate::validation::MeanLoss;

    fn example() -> Checkpoint {
        let mut history = History::default();
        history.add(&[0.1, 0.3]);
        let validation = MeanLoss {
            loss: 0.123_456_789_012_345_68,
            error: Some(0.012_345_678_901_234_568),
        };
        history.mark(2, 1e-3, Some(validation));
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
    fn checkpoints_round_trip() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        example().write(&path).unwrap();
        assert_eq!(Checkpoint::read(&path).unwrap(), example());
    }

    #[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
    #[test]
    fn a_checkpoint_survives_every_fault_of_the_next() {
        use faults::{Fault, each_fault};

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint");
        let mut next = example();
        next.state.step = 4;
        for fault in Fault::ALL {
            let calls = each_fault(
                fault,
                || example().write(&path).unwrap(),
                |acknowledged| {
                    if next.write(&path).is_ok() {
                        acknowledged.add(next.state.step);
                    }
                },
                |acknowledged| {
                    let read = Checkpoint::read(&path).unwrap();
                    let is_old = acknowledged.is_empty() && read == example();
                    assert!(is_old || read == next, "{fault:?}");
                },
            );
            assert!(calls > 2, "{fault:?}: {calls}");
        }
    }

    #[test]
    fn damaged_checkpoints_are_refused() {
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
    fn checkpoints_of_other_runs_are_refused_by_field() {
        let checkpoint = example();
        let data = ["ab".to_owned()];
        let mut config = Config {
            threads: 7,
            ..Config::default()
        };
        checkpoint.fits(&config, &data).unwrap();
        config.width = 256;
        let error = checkpoint.fits(&config, &data).unwrap_err();
        assert_eq!(error.to_string(), "it was made with a different width");
        let error = checkpoint.fits(&Config::default(), &[]).unwrap_err();
        assert_eq!(error.to_string(), "it was made with a different data");
    }
}
