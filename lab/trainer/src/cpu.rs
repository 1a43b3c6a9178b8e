//! The CPU backend: the reference for the others.
//!
//! A step has three phases. First, threads take shards of the batch: the forward and backward pass
//! up to the gradients of the accumulators. Then threads take tiles of the feature transformer and
//! add these gradients to those of the active features' weights, in the order of the batch. Last,
//! the optimizer updates all parameters. Shards and the order of sums are fixed: the result does not
//! depend on the number of threads.

mod activation;
mod backward;
mod forward;
mod gradients;
mod inputs;
mod shard;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use nnue::FeatureSet;
use rayon::prelude::{
    IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator, ParallelSlice,
    ParallelSliceMut,
};
use rayon::{ThreadPool, ThreadPoolBuilder};
use records::Record;
use support::{fitting_threads, warn};

use crate::backend::{Backend, BackendError, Plan, State};
use crate::data::{Permutation, piece_count};
use crate::optimizer::Arrays;
use crate::trained::Trained;
use crate::validation::Validation;

pub use forward::{Activations, Forward};
pub use inputs::Inputs;
use shard::Shard;

/// Shards of a batch.
const SHARDS: usize = 16;

/// Positions that one task validates.
const VALIDATION_BLOCK: usize = 4096;

/// Parameters that one task averages.
const AVERAGE_BLOCK: usize = 1 << 14;

pub struct Cpu<F: Trained = FeatureSet> {
    plan: Plan<F>,
    pool: Arc<ThreadPool>,
    state: State,
    /// Memory for the feature transformer's weights with the factorizer merged.
    merged: Vec<f32>,
    gradient: Vec<f32>,
    shards: Vec<Shard>,
    /// The current epoch and its shuffled order.
    order: (u64, Permutation),
}

/// Starts threads, or fewer if memory is short, which is said on standard error.
fn start_pool(threads: usize) -> Result<ThreadPool, BackendError> {
    let possible = fitting_threads(threads);
    if possible < threads {
        warn(&format!(
            "only {possible} of {threads} threads: not enough memory for more"
        ));
    }
    let pool = ThreadPoolBuilder::new().num_threads(possible).build();
    pool.map_err(|error| BackendError(format!("no threads: {error}")))
}

impl<F: Trained> Cpu<F> {
    /// Executes a plan from a state on; 0 threads are as many as the CPU has.
    ///
    /// # Errors
    /// If the system gives no threads.
    pub fn new(plan: Plan<F>, state: State, threads: usize) -> Result<Self, BackendError> {
        let sizes = (0..SHARDS).map(|number| shard_of(plan.batch_size, number).len());
        Ok(Self {
            merged: Vec::new(),
            gradient: vec![0.0; plan.model.len()],
            shards: sizes.map(|size| Shard::new(&plan.model, size)).collect(),
            order: (0, order(&plan, 0)),
            plan,
            pool: Arc::new(start_pool(threads)?),
            state,
        })
    }

    /// Runs one step; returns the mean loss.
    fn step(&mut self) -> f64 {
        let step = self.state.step;
        self.turn_to_epoch(
            step * self.plan.batch_size as u64 / self.plan.data.training.len() as u64,
        );
        let loss = self.gradients(step);
        let factors = self.plan.factors(step);
        for group in self.plan.model.groups() {
            let range = || group.range.clone();
            let arrays = Arrays {
                parameters: &mut self.state.parameters[range()],
                momentum: &mut self.state.momentum[range()],
                variance: &mut self.state.variance[range()],
                gradient: &mut self.gradient[range()],
            };
            self.plan.optimizer.step(factors, &group, arrays);
        }
        if self.plan.schedule.is_averaged(step) {
            self.average();
        }
        self.state.step += 1;
        loss / self.plan.batch_size as f64
    }

    /// Prepares the order of an epoch. A batch may reach into the next one.
    fn turn_to_epoch(&mut self, epoch: u64) {
        if self.order.0 != epoch {
            self.order = (epoch, order(&self.plan, epoch));
        }
    }

    /// Sums the gradients of a batch; returns the sum of losses.
    fn gradients(&mut self, step: u64) -> f64 {
        let Self {
            plan,
            state,
            merged,
            gradient,
            shards,
            order,
            ..
        } = self;
        let forward = Forward::new(&plan.model, &state.parameters, merged);
        let wdl = plan.schedule.wdl(step);
        let start = step * plan.batch_size as u64;
        let each = shards.par_iter_mut().enumerate();
        each.for_each(|(number, shard)| {
            let samples = shard_of(plan.batch_size, number).map(|sample| start + sample as u64);
            let positions = samples.map(|sample| position_of(plan, order, sample));
            shard.run(&forward, plan, wdl, positions);
        });
        gradients::feature_transformer(&plan.model, shards, gradient);
        gradients::after_ft(&plan.model, shards, gradient);
        shards.iter().map(|shard| shard.loss).sum()
    }

    /// Adds the parameters to the average (SWA).
    fn average(&mut self) {
        self.state.averaged += 1;
        let share = (1.0 / self.state.averaged as f64) as f32;
        let blocks = self.state.average.par_chunks_mut(AVERAGE_BLOCK);
        let parameters = &self.state.parameters;
        blocks.enumerate().for_each(|(number, block)| {
            let parameters = &parameters[number * AVERAGE_BLOCK..];
            for (mean, parameter) in block.iter_mut().zip(parameters) {
                *mean += (parameter - *mean) * share;
            }
        });
    }
}

/// The shuffled order of an epoch.
fn order<F: Trained>(plan: &Plan<F>, epoch: u64) -> Permutation {
    Permutation::new(plan.data.training.len() as u64, plan.seed, epoch)
}

/// The position of a sample, counted from the start of the run, in the current epoch or a later one.
fn position_of<F: Trained>(plan: &Plan<F>, current: &(u64, Permutation), sample: u64) -> usize {
    let positions = plan.data.training.len() as u64;
    let (epoch, index) = (sample / positions, sample % positions);
    let position = if epoch == current.0 {
        current.1.at(index)
    } else {
        order(plan, epoch).at(index)
    };
    position as usize
}

/// The samples of a shard in a batch.
fn shard_of(batch_size: usize, number: usize) -> Range<usize> {
    batch_size * number / SHARDS..batch_size * (number + 1) / SHARDS
}

impl<F: Trained> Backend for Cpu<F> {
    fn name(&self) -> String {
        format!("CPU, {} threads", self.pool.current_num_threads())
    }

    fn train(&mut self, steps: Range<u64>) -> Result<Vec<f64>, BackendError> {
        let pool = Arc::clone(&self.pool);
        Ok(pool.install(|| steps.map(|_| self.step()).collect()))
    }

    fn validate(&mut self, parameters: &[f32]) -> Result<Validation, BackendError> {
        let pool = Arc::clone(&self.pool);
        Ok(pool.install(|| validate(&self.plan, parameters)))
    }

    fn state(&mut self) -> Result<State, BackendError> {
        Ok(self.state.clone())
    }
}

/// The losses of parameters on the validation positions.
pub fn validate<F: Trained>(plan: &Plan<F>, parameters: &[f32]) -> Validation {
    let mut merged = Vec::new();
    let forward = Forward::new(&plan.model, parameters, &mut merged);
    let wdl = plan.schedule.validation_wdl();
    let blocks = plan.data.validation.par_chunks(VALIDATION_BLOCK);
    let block = |records: &[Record]| {
        let mut seen = Validation::default();
        let mut activations = Activations::new(&plan.model);
        let mut inputs = Inputs::default();
        for record in records {
            forward.read(record, &mut inputs);
            let output = forward.run(&inputs, &mut activations);
            let target = plan.loss.target(record, wdl);
            seen.add(piece_count(record), plan.loss.of(output, target).0);
        }
        seen
    };
    let seen: Vec<Validation> = blocks.map(block).collect();
    let mut all = Validation::default();
    for part in &seen {
        all.merge(part);
    }
    all
}
