//! Training of networks.
//!
//! A [`Config`] says everything; with positions it makes a [`Plan`], which a [`Backend`] follows. The
//! [`model`] is the network in real numbers, [`export`] makes the integers of a network file of it.
//! [`train`] does all of it: progress, validation, checkpoints, and a report at the end.

// The GPU's programs cannot be called without it: it is for `cuda` alone.
#![deny(unsafe_code)]

pub mod backend;
mod checkpoint;
pub mod config;
pub mod cpu;
#[cfg(feature = "cuda")]
#[allow(unsafe_code, reason = "programs of the GPU are called")]
pub mod cuda;
pub mod data;
#[cfg(test)]
mod examples;
pub mod export;
mod history;
mod machine;
pub mod model;
pub mod optimizer;
mod report;
pub mod schedule;
pub mod target;
pub mod train;
mod validation;

pub use backend::{Backend, BackendError, Plan, State};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use config::{Config, ConfigError, Settings};
pub use cpu::Cpu;
pub use data::{DataError, DataSet};
pub use history::{History, Point};
pub use machine::{can_use_gpu, start_backend};
pub use train::{Event, Finished, Job, Outcome, Progress, Start, TrainError, train};
pub use validation::Validation;
