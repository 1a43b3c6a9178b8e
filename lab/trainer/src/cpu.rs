//! The processor as a machine to train on: the reference for all others.
//!
//! A step has three parts. First, threads take parts of the batch: each part goes forward and
//! backward and keeps the gradients of the first layer's sums. Then threads take stripes of the
//! first layer and add these gradients to the weights that made the sums, in the order of the batch.
//! Last, all parameters follow their gradients. The parts are always the same, and sums are always
//! taken in the same order: the result does not depend on the number of threads.

mod activation;
mod backward;
mod forward;
mod inputs;
mod part;
mod sums;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::{
    IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator, ParallelSlice,
    ParallelSliceMut,
};
use rayon::{ThreadPool, ThreadPoolBuilder};
use records::Record;

use crate::backend::{Backend, BackendError, Plan, State};
use crate::data::{Permutation, pieces};
use crate::optimizer::Lists;
use crate::validation::Validation;

pub use forward::{Activations, Forward};
pub use inputs::{Inputs, piece};
use part::Part;

/// Parts of a batch.
const PARTS: usize = 16;

/// Positions that one task validates.
const VALIDATION_BLOCK: usize = 4096;

/// Parameters that one task averages.
const AVERAGE_BLOCK: usize = 1 << 14;

/// The processor.
pub struct Cpu {
    plan: Plan,
    pool: Arc<ThreadPool>,
    state: State,
    /// Memory for the first layer's weights with what king buckets share.
    merged: Vec<f32>,
    gradient: Vec<f32>,
    parts: Vec<Part>,
    /// The order of positions in a pass, with the number of the pass.
    order: (u64, Permutation),
}

impl Cpu {
    /// Follows a plan from a state on; 0 threads are as many as the processor has.
    ///
    /// # Errors
    /// If the system gives no threads.
    pub fn new(plan: Plan, state: State, threads: usize) -> Result<Self, BackendError> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| BackendError(format!("no threads: {error}")))?;
        let sizes = (0..PARTS).map(|number| part_of(plan.batch, number).len());
        Ok(Self {
            merged: Vec::new(),
            gradient: vec![0.0; plan.model.len()],
            parts: sizes.map(|size| Part::new(&plan.model, size)).collect(),
            order: (0, order(&plan, 0)),
            plan,
            pool: Arc::new(pool),
            state,
        })
    }

    /// One step; gives the mean loss.
    fn step(&mut self) -> f64 {
        let step = self.state.step;
        self.turn_to_pass(step * self.plan.batch as u64 / self.plan.data.training.len() as u64);
        let loss = self.gradients(step);
        let rate = self.plan.schedule.rate(step);
        let factors = self.plan.optimizer.factors(step, rate, self.plan.batch);
        for group in self.plan.model.groups() {
            let range = || group.range.clone();
            let lists = Lists {
                parameters: &mut self.state.parameters[range()],
                momentum: &mut self.state.momentum[range()],
                variance: &mut self.state.variance[range()],
                gradient: &mut self.gradient[range()],
            };
            self.plan.optimizer.step(factors, &group, lists);
        }
        if self.plan.schedule.is_averaged(step) {
            self.average();
        }
        self.state.step += 1;
        loss / self.plan.batch as f64
    }

    /// Prepares the order of a pass. A batch may reach into the next one.
    fn turn_to_pass(&mut self, pass: u64) {
        if self.order.0 != pass {
            self.order = (pass, order(&self.plan, pass));
        }
    }

    /// Sums the gradients of a batch; gives the sum of losses.
    fn gradients(&mut self, step: u64) -> f64 {
        let Self {
            plan,
            state,
            merged,
            gradient,
            parts,
            order,
            ..
        } = self;
        let forward = Forward::new(&plan.model, &state.parameters, merged);
        let weight = plan.schedule.result_weight(step);
        let start = step * plan.batch as u64;
        parts.par_iter_mut().enumerate().for_each(|(number, part)| {
            let places = part_of(plan.batch, number).map(|place| start + place as u64);
            part.run(
                &forward,
                plan,
                weight,
                places.map(|place| at(plan, order, place)),
            );
        });
        sums::first_layer(&plan.model, parts, gradient);
        sums::tail(&plan.model, parts, gradient);
        parts.iter().map(|part| part.loss).sum()
    }

    /// Takes the parameters into the average.
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

/// The order of positions in a pass.
fn order(plan: &Plan, pass: u64) -> Permutation {
    Permutation::new(plan.data.training.len() as u64, plan.seed, pass)
}

/// The position of a place in the run, whose pass is that of the order or a later one.
fn at(plan: &Plan, current: &(u64, Permutation), place: u64) -> usize {
    let positions = plan.data.training.len() as u64;
    let (pass, place) = (place / positions, place % positions);
    let number = if pass == current.0 {
        current.1.at(place)
    } else {
        order(plan, pass).at(place)
    };
    number as usize
}

/// The places of a part in a batch.
fn part_of(batch: usize, number: usize) -> Range<usize> {
    batch * number / PARTS..batch * (number + 1) / PARTS
}

impl Backend for Cpu {
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

/// The losses of parameters over the positions that were held out.
#[must_use]
pub fn validate(plan: &Plan, parameters: &[f32]) -> Validation {
    let mut merged = Vec::new();
    let forward = Forward::new(&plan.model, parameters, &mut merged);
    let weight = plan.schedule.validation_weight();
    let blocks = plan.data.validation.par_chunks(VALIDATION_BLOCK);
    let block = |records: &[Record]| {
        let mut seen = Validation::default();
        let mut activations = Activations::new(&plan.model);
        for record in records {
            let output = forward.run(&forward.inputs(record), &mut activations);
            let points = plan.target.points(record, weight);
            seen.add(pieces(record), plan.target.loss(output, points).0);
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
