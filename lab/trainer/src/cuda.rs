//! An NVIDIA GPU as a machine to train on.
//!
//! All positions lie in the GPU's memory. A step expands the records of its batch to rows of ones and
//! zeros in 16 bits, so that the first layer and its gradient are matrix products for the tensor
//! cores; one kernel does all between them; the parameters, their moments and gradients are 32 bits
//! wide. Nothing is read back but the losses, when all steps that were asked for are made. Where
//! all steps are alike, the GPU keeps them as one graph and is only told to go on.
//!
//! King buckets have a product each, over the rows of the sides whose king is there. HalfKP has
//! too many inputs for rows: it gathers the weights of lists of them.
//!
//! The driver and its libraries are looked for when the program runs, so that this is built, and says
//! what is missing, on every machine.

mod course;
mod device;
mod first;
mod products;
mod programs;
mod sums;
mod tail;
#[cfg(test)]
mod tests;
mod way;
mod weights;

use std::ops::Range;

use cudarc::driver::sys::{CUgraphInstantiate_flags, CUstreamCaptureMode};
use cudarc::driver::{CudaGraph, DriverError};

use crate::backend::{Backend, BackendError, Plan, State};
use crate::data::pieces;
use crate::validation::Validation;
use course::{Course, MAX_STEPS, Step, steps, validation_steps};
use device::Device;
use first::First;
use tail::Tail;
use way::Way;
use weights::{Moments, Weights};

/// The rows of each king bucket begin at a multiple of this, so that there are few sizes of products.
const ALIGNED: usize = 128;

/// Threads that place rows.
const PLACE_THREADS: u32 = 256;

/// Most groups of parameters that are treated alike.
const MAX_PARAMETER_GROUPS: usize = 12;

/// Whether there is a GPU to train on.
///
/// # Errors
/// Says what is missing.
pub fn present() -> Result<(), BackendError> {
    device::present()
}

/// Whether a plan can be followed here.
///
/// # Errors
/// Says why not.
pub fn supports(plan: &Plan) -> Result<(), BackendError> {
    if plan.data.training.len() < plan.batch {
        let reason = "the GPU needs as many positions as a step has".to_owned();
        return Err(BackendError(reason));
    }
    Ok(())
}

/// A GPU.
pub struct Cuda {
    plan: Plan,
    // Before the device, whose memory it names.
    graph: Option<CudaGraph>,
    training: Course,
    validation: Option<(Course, Weights)>,
    weights: Weights,
    moments: Moments,
    first: First,
    tail: Tail,
    step: u64,
    averaged: u64,
    device: Device,
}

impl Cuda {
    /// Follows a plan from a state on.
    ///
    /// # Errors
    /// If there is no GPU, or it cannot do what the plan asks for.
    pub fn new(plan: Plan, state: &State) -> Result<Self, BackendError> {
        supports(&plan)?;
        let device = Device::new()?;
        let model = &plan.model;
        let training = Course::new(&device, &plan, (&plan.data.training, true))?;
        let programs = &training.programs;
        let cuda = Self {
            graph: None,
            validation: None,
            weights: Weights::new(&device, programs, (model, &state.parameters))?,
            moments: Moments::new(&device, programs, (model, state))?,
            first: First::new(&device, &plan, &training)?,
            tail: Tail::new(&device, &plan, &training)?,
            training,
            plan,
            step: state.step,
            averaged: state.averaged,
            device,
        };
        Ok(cuda)
    }

    /// One step. `counts` are those of the sides in each king bucket.
    fn make_step(&mut self, counts: &[u32]) -> Result<(), BackendError> {
        let Self {
            device,
            training,
            first,
            tail,
            moments,
            weights,
            ..
        } = self;
        let model = &self.plan.model;
        first.forward(device, training, (model, weights), counts)?;
        tail.run(device, training, (model, weights), first)?;
        tail.backward(device, (model, weights), first, moments)?;
        first.backward(device, model, moments, counts)?;
        moments
            .step(device, training, (model, weights))
            .map_err(failed)?;
        training.advance(device).map_err(failed)
    }

    /// Makes steps, at most [`MAX_STEPS`]; gives the sum of losses of each.
    fn make_steps(&mut self, steps: &[Step]) -> Result<Vec<f32>, BackendError> {
        self.training.tell(&self.device, steps).map_err(failed)?;
        if let Way::Groups(groups) = Way::new(&self.plan.model) {
            let counts = self
                .training
                .count(&self.device, &self.first.inputs, steps.len())
                .map_err(failed)?;
            for counts in counts.chunks_exact(groups) {
                self.make_step(counts)?;
            }
        } else {
            self.make_equal_steps(steps.len())?;
        }
        let losses = self.device.stream.clone_dtoh(&self.training.losses);
        let mut losses = losses.map_err(failed)?;
        losses.truncate(steps.len());
        Ok(losses)
    }

    /// Makes steps that differ in nothing that the host decides.
    fn make_equal_steps(&mut self, mut count: usize) -> Result<(), BackendError> {
        if self.graph.is_none() && count > 0 {
            // The first one finds out how to compute products, which cannot be part of a graph.
            self.make_step(&[])?;
            count -= 1;
            self.graph = self.capture()?;
        }
        for _ in 0..count {
            match &self.graph {
                Some(graph) => graph.launch().map_err(failed)?,
                None => self.make_step(&[])?,
            }
        }
        Ok(())
    }

    /// A step as a graph, without making it.
    fn capture(&mut self) -> Result<Option<CudaGraph>, BackendError> {
        let stream = self.device.stream.clone();
        stream
            .begin_capture(CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL)
            .map_err(failed)?;
        let step = self.make_step(&[]);
        let graph = stream.end_capture(CUgraphInstantiate_flags(0));
        step?;
        graph.map_err(failed)
    }

    /// The losses of all positions to validate with.
    fn validation_losses(&mut self, parameters: &[f32]) -> Result<Vec<f32>, BackendError> {
        let Self {
            plan,
            device,
            first,
            tail,
            ..
        } = self;
        if self.validation.is_none() {
            let course = Course::new(device, plan, (&plan.data.validation, false))?;
            let weights = Weights::new(device, &course.programs, (&plan.model, parameters))?;
            self.validation = Some((course, weights));
        }
        let Some((course, weights)) = &mut self.validation else {
            return Ok(Vec::new());
        };
        weights
            .replace(device, &plan.model, parameters)
            .map_err(failed)?;
        let mut all = Vec::with_capacity(plan.data.validation.len());
        for step in validation_steps(plan) {
            course.tell(device, &[step]).map_err(failed)?;
            let counts = course.count(device, &first.inputs, 1).map_err(failed)?;
            first.forward(device, course, (&plan.model, weights), &counts)?;
            tail.run(device, course, (&plan.model, weights), first)?;
            all.extend(device.stream.clone_dtoh(&course.losses).map_err(failed)?);
        }
        Ok(all)
    }
}

fn failed(error: DriverError) -> BackendError {
    BackendError(format!("the GPU failed: {error}"))
}

impl Backend for Cuda {
    fn name(&self) -> String {
        self.device.name.clone()
    }

    fn train(&mut self, range: Range<u64>) -> Result<Vec<f64>, BackendError> {
        let mut losses = Vec::new();
        for start in range.clone().step_by(MAX_STEPS) {
            let end = range.end.min(start + MAX_STEPS as u64);
            let steps = steps(&self.plan, start..end, self.averaged);
            let sums = self.make_steps(&steps)?;
            losses.extend(
                sums.iter()
                    .map(|sum| f64::from(*sum) / self.plan.batch as f64),
            );
            let is_averaged = |step: &u64| self.plan.schedule.is_averaged(*step);
            self.averaged += (start..end).filter(is_averaged).count() as u64;
            self.step = end;
        }
        Ok(losses)
    }

    fn validate(&mut self, parameters: &[f32]) -> Result<Validation, BackendError> {
        let mut validation = Validation::default();
        if self.plan.data.validation.is_empty() {
            return Ok(validation);
        }
        let losses = self.validation_losses(parameters)?;
        for (record, loss) in self.plan.data.validation.iter().zip(losses) {
            validation.add(pieces(record), loss);
        }
        Ok(validation)
    }

    fn state(&mut self) -> Result<State, BackendError> {
        let steps = (self.step, self.averaged);
        self.moments
            .state(&self.device, (&self.plan.model, &self.weights), steps)
            .map_err(failed)
    }
}
