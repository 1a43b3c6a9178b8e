//! A whole run: from a configuration to a network file with its card and its curves.

mod outcome;
mod parent;
mod run;

use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use crate::backend::BackendError;
use crate::checkpoint::CheckpointError;
use crate::config::{Config, ConfigError};
use crate::data::DataError;
use crate::export::ExportError;

pub use outcome::{Finished, Outcome};
pub use parent::ParentError;
pub use run::train;

/// What to do with a checkpoint that is already there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// There must be none.
    New,
    /// Go on from it; without one, start.
    Resume,
    /// Start, and write over it.
    Restart,
}

/// A run to make.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    /// What is asked for.
    pub config: &'a Config,
    /// What to do with a checkpoint that is already there.
    pub start: Start,
    /// The commit of this program, for the card.
    pub commit: Option<&'a str>,
    /// When this becomes true, the run ends with a checkpoint.
    pub stop: &'a AtomicBool,
}

/// What is happening.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// All is ready.
    Started {
        /// The network in a few words.
        network: String,
        /// What computes.
        backend: String,
        /// Positions to learn from, and those that are held out.
        positions: [usize; 2],
        /// Steps that were made before.
        step: u64,
        /// Steps of the whole run.
        steps: u64,
    },
    /// Part of a file cannot be read, and is left out.
    Damage(String),
    /// A GPU was to be used where there is one, but there is none.
    NoGpu(String),
    /// Some steps were made.
    Progress(Progress),
    /// A checkpoint was written, and the network validated.
    Checkpoint(Progress),
}

/// How far a run has come.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Steps that were made.
    pub step: u64,
    /// Steps of the whole run.
    pub steps: u64,
    /// The mean loss of the last steps.
    pub loss: Option<f64>,
    /// The last loss on positions that are not learnt from.
    pub validation: Option<f64>,
    /// Positions a second.
    pub speed: f64,
    /// Seconds that are left.
    pub seconds_left: f64,
}

/// Why a run ended before it should.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// The configuration cannot be followed.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The positions cannot be used.
    #[error(transparent)]
    Data(#[from] DataError),
    /// The machine failed.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The network to start from is of no use.
    #[error("field parent: cannot start from {}: {error}", path.display())]
    Parent {
        /// The file.
        path: PathBuf,
        /// Why.
        error: ParentError,
    },
    /// There is a checkpoint that nobody asked for.
    #[error("{} is there already: go on with --resume, or begin again with --restart", .0.display())]
    Exists(PathBuf),
    /// The checkpoint is of no use.
    #[error("cannot go on from {}: {error}", path.display())]
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
    /// The loss is no number any more.
    #[error("the loss is no number any more after step {0}: try a lower rate")]
    Diverged(u64),
    /// The parameters make no network file.
    #[error("cannot make a network file: {0}")]
    Export(#[from] ExportError),
}
