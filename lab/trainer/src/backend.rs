//! Backends: the interface between a training run and the CPU or a GPU.

mod start;

use std::ops::Range;
use std::sync::Arc;

use nnue::FeatureSet;

use crate::config::{Config, ConfigError};
use crate::data::DataSet;
use crate::loss::Loss;
use crate::model::Model;
use crate::optimizer::{Factors, Optimizer};
use crate::schedule::Schedule;
use crate::trained::Trained;
use crate::validation::Validation;

pub use start::start_backend;

/// All that determines the training steps.
#[derive(Clone, Debug)]
pub struct Plan<F: Trained = FeatureSet> {
    /// The network.
    pub model: Model<F>,
    /// The positions.
    pub data: Arc<DataSet>,
    /// Learning rate, WDL blend and averaging of each step.
    pub schedule: Schedule,
    /// The loss function.
    pub loss: Loss,
    pub optimizer: Optimizer,
    /// Positions of a batch.
    pub batch_size: usize,
    /// The seed of the shuffling.
    pub seed: u64,
}

impl<F: Trained> Plan<F> {
    /// The plan of a configuration.
    ///
    /// # Errors
    /// Names the invalid field.
    pub fn new(config: &Config, data: Arc<DataSet>) -> Result<Self, ConfigError> {
        config.check()?;
        let architecture = config.architecture()?;
        Ok(Self {
            model: Model::new(architecture, config.factorizer, config.max_weight as f32),
            schedule: Schedule::new(config, data.training.len()),
            loss: Loss {
                eval_scale: config.eval_scale as f32,
                exponent: config.loss_exponent as f32,
            },
            optimizer: Optimizer::new(config),
            batch_size: config.batch_size,
            seed: config.seed,
            data,
        })
    }

    /// The optimizer's factors of a step.
    pub(crate) fn factors(&self, step: u64) -> Factors {
        let learning_rate = self.schedule.learning_rate(step);
        self.optimizer.factors(step, learning_rate, self.batch_size)
    }
}

/// The state of a training run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Completed steps.
    pub step: u64,
    pub parameters: Vec<f32>,
    /// Adam's first moments: mean gradients.
    pub momentum: Vec<f32>,
    /// Adam's second moments: mean squared gradients.
    pub variance: Vec<f32>,
    /// The stochastic weight average (SWA).
    pub average: Vec<f32>,
    /// Steps in the average.
    pub averaged: u64,
}

impl State {
    /// The state before the first step.
    pub fn new(parameters: Vec<f32>) -> Self {
        let zeros = vec![0.0; parameters.len()];
        Self {
            step: 0,
            momentum: zeros.clone(),
            variance: zeros.clone(),
            average: zeros,
            averaged: 0,
            parameters,
        }
    }

    /// The parameters to export: the average, if there is one.
    pub fn best(&self) -> &[f32] {
        if self.averaged > 0 {
            &self.average
        } else {
            &self.parameters
        }
    }
}

/// A backend failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BackendError(pub String);

/// A device that executes a plan.
pub trait Backend {
    /// The device's name.
    fn name(&self) -> String;

    /// Runs a range of steps, which must start at the next one. Returns the mean loss of each.
    fn train(&mut self, steps: Range<u64>) -> Result<Vec<f64>, BackendError>;

    /// The losses of parameters on the validation positions.
    fn validate(&mut self, parameters: &[f32]) -> Result<Validation, BackendError>;

    /// The current state.
    fn state(&mut self) -> Result<State, BackendError>;
}
