//! The CUDA backend: training on an NVIDIA GPU.
//!
//! All positions are in GPU memory. A step expands the records of its batch to dense fp16 rows of
//! ones and zeros, so that the feature transformer and its gradient are GEMMs on the tensor cores;
//! one kernel does everything in between; parameters, moments and gradients are fp32. Only the
//! losses are read back, after all steps of a call. A step is replayed as a CUDA graph.
//!
//! With king buckets there is a GEMM for each bucket, over the perspectives whose king is in it. It has
//! rows for the most perspectives of any step so far, so that all steps are alike.
//! HalfKP has too many features for dense rows: it gathers the weights of the active features.
//!
//! The driver and its libraries are loaded at run time, so that this builds, and reports what is
//! missing, on every machine.

mod batch_state;
mod column_sums;
mod device;
mod feature_transformer;
mod ft_method;
mod gemm;
mod kernels;
mod layers;
#[cfg(test)]
mod tests;
mod weights;

use std::ops::Range;

use cudarc::driver::sys::{CUgraphInstantiate_flags, CUstreamCaptureMode};
use cudarc::driver::{CudaGraph, DriverError};
use nnue::Features;

use crate::backend::{Backend, BackendError, Plan, State};
use crate::data::piece_count;
use crate::validation::Validation;
use batch_state::{BatchState, MAX_STEPS, StepParameters, steps, validation_steps};
use device::Device;
use feature_transformer::FeatureTransformer;
use ft_method::FtMethod;
use layers::Layers;
use weights::{Moments, Weights};

/// The most parameter groups.
const MAX_PARAMETER_GROUPS: usize = 12;

/// Whether there is a GPU to train on.
pub fn present() -> Result<(), BackendError> {
    device::present()
}

/// Whether a plan can be executed here.
pub fn supports(plan: &Plan) -> Result<(), BackendError> {
    if plan.data.training.len() < plan.batch_size {
        let reason = "the GPU needs at least a batch of training positions".to_owned();
        return Err(BackendError(reason));
    }
    if plan.model.architecture.features.listed().is_some() {
        let reason = "the GPU does not train listed features".to_owned();
        return Err(BackendError(reason));
    }
    Ok(())
}

/// The CUDA backend.
pub struct Cuda {
    plan: Plan,
    // Dropped before the device, whose memory it refers to.
    graph: Option<CudaGraph>,
    training: BatchState,
    validation: Option<(BatchState, Weights)>,
    weights: Weights,
    moments: Moments,
    ft: FeatureTransformer,
    /// The most perspectives of a training step in each king bucket, so far.
    perspectives: Vec<u32>,
    layers: Layers,
    step: u64,
    averaged: u64,
    device: Device,
}

impl Cuda {
    /// Executes a plan from a state on.
    ///
    /// # Errors
    /// If there is no GPU, or it does not support the plan.
    pub fn new(plan: Plan, state: &State) -> Result<Self, BackendError> {
        supports(&plan)?;
        let device = Device::new()?;
        let model = &plan.model;
        let training = BatchState::new(&device, &plan, &plan.data.training, true)?;
        let kernels = &training.kernels;
        Ok(Self {
            graph: None,
            validation: None,
            weights: Weights::new(&device, kernels, model, &state.parameters)?,
            moments: Moments::new(&device, kernels, &plan, state)?,
            ft: FeatureTransformer::new(&device, &plan, &training)?,
            perspectives: vec![0; FtMethod::new(model).king_buckets()],
            layers: Layers::new(&device, &plan, &training)?,
            training,
            plan,
            step: state.step,
            averaged: state.averaged,
            device,
        })
    }

    /// One step.
    fn run_step(&mut self) -> Result<(), BackendError> {
        let Self {
            device,
            training,
            ft,
            layers,
            moments,
            weights,
            ..
        } = self;
        let model = &self.plan.model;
        ft.forward(device, training, model, weights)?;
        layers.run(device, training, model, weights, ft)?;
        layers.backward(device, model, weights, ft, moments)?;
        ft.backward(device, model, moments)?;
        moments.step(device, training, model, weights)?;
        training.advance(device)
    }

    /// Runs steps, at most [`MAX_STEPS`]; returns the sum of losses of each.
    fn run_steps(&mut self, steps: &[StepParameters]) -> Result<Vec<f32>, BackendError> {
        self.training.upload(&self.device, steps)?;
        let counts = self
            .training
            .count(&self.device, &self.ft.inputs, steps.len())?;
        for counts in counts.chunks_exact(self.perspectives.len()) {
            for (most, &count) in self.perspectives.iter_mut().zip(counts) {
                *most = count.max(*most);
            }
        }
        if self.ft.lay_out(&self.device, &self.perspectives)? {
            self.graph = None;
        }
        self.run_graph(steps.len())?;
        let losses = self.device.stream.clone_dtoh(&self.training.losses);
        let mut losses = losses?;
        losses.truncate(steps.len());
        Ok(losses)
    }

    /// Runs steps as a CUDA graph.
    fn run_graph(&mut self, mut count: usize) -> Result<(), BackendError> {
        if self.graph.is_none() && count > 0 {
            // The first step selects the GEMM algorithms, which cannot be captured.
            self.run_step()?;
            count -= 1;
            self.graph = self.capture()?;
        }
        for _ in 0..count {
            match &self.graph {
                Some(graph) => graph.launch()?,
                None => self.run_step()?,
            }
        }
        Ok(())
    }

    /// Captures a step as a graph, without running it.
    fn capture(&mut self) -> Result<Option<CudaGraph>, BackendError> {
        let stream = self.device.stream.clone();
        stream.begin_capture(CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL)?;
        let step = self.run_step();
        let graph = stream.end_capture(CUgraphInstantiate_flags(0));
        step?;
        Ok(graph?)
    }

    /// The loss of each validation position.
    fn validation_losses(&mut self, parameters: &[f32]) -> Result<Vec<f32>, BackendError> {
        let Self {
            plan,
            device,
            ft,
            layers,
            ..
        } = self;
        if self.validation.is_none() {
            let batch = BatchState::new(device, plan, &plan.data.validation, false)?;
            let weights = Weights::new(device, &batch.kernels, &plan.model, parameters)?;
            self.validation = Some((batch, weights));
        }
        let Some((batch, weights)) = &mut self.validation else {
            return Ok(Vec::new());
        };
        weights.replace(device, &plan.model, parameters)?;
        let mut all = Vec::with_capacity(plan.data.validation.len());
        for step in validation_steps(plan) {
            batch.upload(device, &[step])?;
            let counts = batch.count(device, &ft.inputs, 1)?;
            ft.lay_out(device, &counts)?;
            ft.forward(device, batch, &plan.model, weights)?;
            layers.run(device, batch, &plan.model, weights, ft)?;
            all.extend(device.stream.clone_dtoh(&batch.losses)?);
        }
        Ok(all)
    }
}

impl From<DriverError> for BackendError {
    fn from(error: DriverError) -> Self {
        Self(format!("the GPU failed: {error}"))
    }
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
            let sums = self.run_steps(&steps)?;
            losses.extend(
                sums.iter()
                    .map(|sum| f64::from(*sum) / self.plan.batch_size as f64),
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
            validation.add(piece_count(record), loss);
        }
        Ok(validation)
    }

    fn state(&mut self) -> Result<State, BackendError> {
        let (model, weights) = (&self.plan.model, &self.weights);
        self.moments
            .state(&self.device, model, weights, self.step, self.averaged)
    }
}
