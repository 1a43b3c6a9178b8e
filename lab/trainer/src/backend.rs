//! What computes: the contract between the course of training and a machine.

use std::ops::Range;
use std::sync::Arc;

use crate::config::{Config, ConfigError};
use crate::data::DataSet;
use crate::model::Model;
use crate::optimizer::Optimizer;
use crate::schedule::Schedule;
use crate::target::Target;
use crate::validation::Validation;

/// All that decides what happens in each step.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The network.
    pub model: Model,
    /// The positions.
    pub data: Arc<DataSet>,
    /// What changes from step to step.
    pub schedule: Schedule,
    /// What the network should say.
    pub target: Target,
    /// How parameters follow their gradients.
    pub optimizer: Optimizer,
    /// Positions of a step.
    pub batch: usize,
    /// Of the order of positions.
    pub seed: u64,
}

impl Plan {
    /// The plan that a configuration asks for.
    ///
    /// # Errors
    /// Names the field that cannot be followed.
    pub fn new(config: &Config, data: Arc<DataSet>) -> Result<Self, ConfigError> {
        config.check()?;
        let architecture = config.architecture()?;
        Ok(Self {
            model: Model::new(architecture, config.factoriser, config.clip as f32),
            schedule: Schedule::new(config, data.training.len()),
            target: Target {
                scale: config.scale as f32,
                power: config.loss_power as f32,
            },
            optimizer: Optimizer::new(config),
            batch: config.batch,
            seed: config.seed,
            data,
        })
    }
}

/// All that training has changed so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// Steps that were made.
    pub step: u64,
    /// The parameters.
    pub parameters: Vec<f32>,
    /// Their mean gradients.
    pub momentum: Vec<f32>,
    /// Their mean squared gradients.
    pub variance: Vec<f32>,
    /// The average of the parameters after the last steps.
    pub average: Vec<f32>,
    /// How many steps are in the average.
    pub averaged: u64,
}

impl State {
    /// The state before the first step.
    #[must_use]
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

    /// The parameters to make a network of: the average, if there is one.
    #[must_use]
    pub fn best(&self) -> &[f32] {
        if self.averaged > 0 {
            &self.average
        } else {
            &self.parameters
        }
    }
}

/// Something went wrong in a machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BackendError(pub String);

/// A machine that follows a plan.
pub trait Backend {
    /// What it is, in a few words.
    fn name(&self) -> String;

    /// Makes the steps of a range, the first of which must be the next one. Gives the mean
    /// loss of each.
    ///
    /// # Errors
    /// If the machine fails.
    fn train(&mut self, steps: Range<u64>) -> Result<Vec<f64>, BackendError>;

    /// The losses of parameters over the positions that were held out.
    ///
    /// # Errors
    /// If the machine fails.
    fn validate(&mut self, parameters: &[f32]) -> Result<Validation, BackendError>;

    /// All that was changed so far.
    ///
    /// # Errors
    /// If the machine fails.
    fn state(&mut self) -> Result<State, BackendError>;
}
