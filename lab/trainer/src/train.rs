//! A training run: from a configuration to a network file and a report.

mod lock;
mod outcome;
mod parent;
mod run;

use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use net_tools::TestSetError;
use serde::Serialize;

use crate::backend::BackendError;
use crate::checkpoint::CheckpointError;
use crate::config::{Config, ConfigError};
use crate::data::DataError;
use crate::export::ExportError;

pub use outcome::{Finished, Outcome};
pub use parent::ParentError;
pub use run::{check_start, train};

/// What to do with a checkpoint that is already there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Fail if there is one.
    New,
    /// Resume from it; without one, start a new run.
    Resume,
    /// Start a new run and overwrite it.
    Restart,
}

/// A run to do.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// The configuration.
    pub config: &'a Config,
    /// What to do with a checkpoint that is already there.
    pub start: Start,
    /// The commit of this program, for the card.
    pub commit: Option<&'a str>,
    /// When this becomes true, the run stops with a checkpoint.
    pub stop: &'a AtomicBool,
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Training starts.
    Started {
        /// The network's architecture.
        network: String,
        /// The backend's name.
        backend: String,
        /// Training and validation positions.
        positions: [usize; 2],
        /// Steps completed before.
        step: u64,
        /// Steps of the whole run.
        steps: u64,
    },
    /// Part of a file cannot be read and is skipped.
    Damage(String),
    /// With `auto`, there is no GPU that can be used.
    NoGpu(String),
    /// Some steps were completed.
    Progress(Progress),
    /// A checkpoint was written, and the network validated.
    Checkpoint(Progress),
}

/// The progress of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Progress {
    /// Completed steps.
    pub step: u64,
    /// Steps of the whole run.
    pub steps: u64,
    /// The mean loss of the last steps.
    pub loss: Option<f64>,
    /// The last validation loss.
    pub validation: Option<f64>,
    /// Positions a second.
    pub speed: f64,
    pub seconds_left: f64,
}

/// Why a run failed.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The configuration is invalid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The data cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The backend failed.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The network to start from cannot be used.
    #[error("field parent: cannot start from {}: {error}", path.display())]
    Parent {
        /// The file.
        path: PathBuf,
        /// Why.
        error: ParentError,
    },
    /// The test set or the games with results cannot be used.
    #[error("fields test_set and results: {0}")]
    TestSet(#[from] TestSetError),
    /// There is already a checkpoint.
    #[error("{} already exists: continue with --resume, or overwrite it with --restart", .0.display())]
    Exists(PathBuf),
    /// Another process trains in the folder.
    #[error("another process is training in {}", .0.display())]
    Locked(PathBuf),
    /// The checkpoint cannot be used.
    #[error("cannot resume from {}: {error}", path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// Why.
        error: CheckpointError,
    },
    /// A file cannot be written. The last checkpoint is as it was.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The loss is not finite.
    #[error("the loss is not finite after step {0}: try a lower learning_rate")]
    Diverged(u64),
    /// The parameters cannot be quantized.
    #[error("cannot export the network: {0}")]
    Export(#[from] ExportError),
}
