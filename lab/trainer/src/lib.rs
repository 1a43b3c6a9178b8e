//! NNUE training.
//!
//! A [`Config`] and the positions make a [`Plan`], which a [`Backend`] executes. The [`model`] is the
//! network in floating point; [`export`] quantizes it. [`train()`] is a whole run: progress, validation,
//! checkpoints, and a report at the end.

// CUDA calls need it: it is for `cuda` alone.
#![deny(unsafe_code)]

pub mod backend;
mod checkpoint;
pub mod config;
pub mod cpu;
#[cfg(feature = "cuda")]
#[allow(unsafe_code, reason = "CUDA kernels and libraries are called")]
pub mod cuda;
pub mod data;
pub mod export;
#[cfg(test)]
mod fixtures;
mod history;
pub mod loss;
pub mod model;
pub mod optimizer;
mod report;
pub mod schedule;
pub mod train;
mod trained;
mod validation;

pub use backend::{Backend, BackendError, Plan, State, start_backend};
pub use checkpoint::{Checkpoint, CheckpointError};
pub use config::{Config, ConfigError, Settings};
pub use cpu::Cpu;
pub use data::{DataError, DataSet};
pub use history::{History, Point};
pub use train::{Event, Finished, Job, Outcome, Progress, Start, TrainError, check_start, train};
pub use trained::Trained;
pub use validation::{MeanLoss, Validation};
