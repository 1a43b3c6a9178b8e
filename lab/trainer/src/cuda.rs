//! An NVIDIA GPU as a machine to train on.
//!
//! All positions lie in the GPU's memory. A step expands the records of its batch to rows of ones and
//! zeros in 16 bits, so that the first layer and its gradient are matrix products for the tensor
//! cores; one kernel does all between them; the parameters, their moments and gradients are 32 bits
//! wide. Nothing is read back but the losses, when all steps that were asked for are made.
//!
//! Networks of 768 inputs without small layers can be trained here; others are for the processor.
//!
//! The driver and its libraries are looked for when the program runs, so that this is built, and says
//! what is missing, on every machine.

mod buffers;
mod device;
mod products;

use std::ops::Range;

use cudarc::driver::{DriverError, LaunchConfig, PushKernelArg};
use nnue::FeatureSet;

use crate::backend::{Backend, BackendError, Plan, State};
use crate::cpu;
use crate::data::Permutation;
use crate::model::Group;
use crate::validation::Validation;
use buffers::{Buffers, Order, Step};
use device::Device;
use products::{Operand, Product};

/// What gradients are multiplied by while they are 16 bits wide; as in the kernels.
const GRADIENT_SCALE: f32 = 128.0;

/// Columns of the errors' rows: the most output buckets.
const ERROR_COLUMNS: usize = 8;

/// Inputs of the first layer.
const INPUTS: usize = 768;

/// Threads of a block.
const BLOCK: u32 = 256;

/// Threads that work on one position.
const WARP: u32 = 32;

/// Whether there is a GPU to train on.
///
/// # Errors
/// Says what is missing.
pub fn present() -> Result<(), BackendError> {
    device::present()
}

/// Whether a network can be trained here.
///
/// # Errors
/// Says why not.
pub fn supports(plan: &Plan) -> Result<(), BackendError> {
    let architecture = &plan.model.architecture;
    let is_plain = matches!(architecture.features, FeatureSet::PieceSquare { .. });
    if !is_plain || architecture.hidden.is_some() {
        let reason = format!("the GPU does not train {architecture} yet");
        return Err(BackendError(reason));
    }
    if plan.data.training.len() < plan.batch {
        let reason = "the GPU needs as many positions as a step has".to_owned();
        return Err(BackendError(reason));
    }
    Ok(())
}

/// A GPU.
pub struct Cuda {
    plan: Plan,
    device: Device,
    buffers: Buffers,
    step: u64,
    averaged: u64,
}

impl Cuda {
    /// Follows a plan from a state on.
    ///
    /// # Errors
    /// If there is no GPU, or it cannot do what the plan asks for.
    pub fn new(plan: Plan, state: &State) -> Result<Self, BackendError> {
        supports(&plan)?;
        let device = Device::new(&plan.model)?;
        let buffers = Buffers::new(&device, &plan, state)?;
        let cuda = Self {
            plan,
            device,
            buffers,
            step: state.step,
            averaged: state.averaged,
        };
        Ok(cuda)
    }

    /// One step; its loss is summed at a place.
    fn make_step(&mut self, loss: usize) -> Result<(), BackendError> {
        self.expand().map_err(failed)?;
        self.forward()?;
        self.layers(loss).map_err(failed)?;
        self.gradients()?;
        let is_averaged = self.plan.schedule.is_averaged(self.step);
        self.averaged += u64::from(is_averaged);
        for (number, group) in self.plan.model.groups().iter().enumerate() {
            self.adam(group, number == 0, is_averaged).map_err(failed)?;
        }
        self.step += 1;
        Ok(())
    }

    /// The batch's order of positions, with that of the next pass where the batch reaches into it.
    fn order(&self) -> Order {
        let positions = self.plan.data.training.len() as u64;
        let place = self.step * self.plan.batch as u64;
        let pass = place / positions;
        let key = |pass| Permutation::new(positions, self.plan.seed, pass).key();
        let (keys, half_bits) = key(pass);
        Order {
            bound: positions,
            start: place % positions,
            half_bits,
            batch: self.plan.batch as u32,
            keys,
            next_keys: key(pass + 1).0,
            result_weight: self.plan.schedule.result_weight(self.step),
            scale: self.plan.target.scale,
        }
    }

    /// Records of the batch to rows of inputs, targets and buckets.
    fn expand(&mut self) -> Result<(), DriverError> {
        let order = self.order();
        let buffers = &mut self.buffers;
        let mut launch = self.device.stream.launch_builder(&self.device.expand);
        launch
            .arg(&buffers.records)
            .arg(&order)
            .arg(&mut buffers.rows)
            .arg(&mut buffers.targets)
            .arg(&mut buffers.buckets);
        // SAFETY: the kernel takes these arguments in this order, reads records below the order's
        // bound only, and writes what belongs to the batch's positions, for which the buffers have
        // room.
        unsafe { launch.launch(warps(self.plan.batch)) }?;
        Ok(())
    }

    /// The first layer's sums: rows times weights.
    fn forward(&mut self) -> Result<(), BackendError> {
        let width = self.plan.model.architecture.width;
        let buffers = &mut self.buffers;
        let product = Product {
            m: width,
            n: 2 * self.plan.batch,
            k: INPUTS,
            a: Operand::plain(&buffers.halves, width),
            b: Operand::plain(&buffers.rows, INPUTS),
        };
        self.device.multiply_to_halves(&product, &mut buffers.sums)
    }

    /// Everything between the first layer's sums and their gradients, which take the sums' place.
    fn layers(&mut self, loss: usize) -> Result<(), DriverError> {
        let model = &self.plan.model;
        let buffers = &mut self.buffers;
        let batch = self.plan.batch as u32;
        let power = self.plan.target.power;
        let biases = buffers.parameters.slice(model.first.biases.clone());
        let weights = buffers.parameters.slice(model.output.weights.clone());
        let output_biases = buffers.parameters.slice(model.output.biases.clone());
        let mut loss = buffers.losses.slice_mut(loss..=loss);
        let mut launch = self.device.stream.launch_builder(&self.device.layers);
        launch
            .arg(&mut buffers.sums)
            .arg(&mut buffers.activations)
            .arg(&biases)
            .arg(&weights)
            .arg(&output_biases)
            .arg(&buffers.targets)
            .arg(&buffers.buckets)
            .arg(&mut buffers.errors)
            .arg(&mut loss)
            .arg(&batch)
            .arg(&power);
        // SAFETY: the kernel takes these arguments in this order, and reads and writes what belongs
        // to the batch's positions and to the network it was compiled for.
        unsafe { launch.launch(warps(self.plan.batch)) }?;
        Ok(())
    }

    /// The gradients of all parameters: products with those of sums and outputs, and their sums.
    fn gradients(&mut self) -> Result<(), BackendError> {
        let model = &self.plan.model;
        let (width, batch) = (model.architecture.width, self.plan.batch);
        let (outputs, buckets) = (model.output.inputs, model.architecture.buckets);
        let device = &self.device;
        let buffers = &mut self.buffers;
        let first = Product {
            m: width,
            n: INPUTS,
            k: 2 * batch,
            a: Operand::plain(&buffers.sums, width),
            b: Operand::turned(&buffers.rows, INPUTS),
        };
        let output = Product {
            m: outputs,
            n: buckets,
            k: batch,
            a: Operand::plain(&buffers.activations, outputs),
            b: Operand::turned(&buffers.errors, ERROR_COLUMNS),
        };
        for (range, product) in [
            (&model.first.weights, first),
            (&model.output.weights, output),
        ] {
            let mut gradient = buffers.gradient.slice_mut(range.clone());
            device.multiply_to_reals(&product, &mut gradient)?;
        }
        for (range, matrix, columns) in [
            (&model.first.biases, &buffers.sums, width),
            (&model.output.biases, &buffers.errors, ERROR_COLUMNS),
        ] {
            let mut gradient = buffers.gradient.slice_mut(range.clone());
            device
                .sum_columns(matrix, columns, &mut gradient)
                .map_err(failed)?;
        }
        Ok(())
    }

    /// Parameters of a group follow their gradients.
    fn adam(
        &mut self,
        group: &Group,
        has_halves: bool,
        is_averaged: bool,
    ) -> Result<(), DriverError> {
        let optimizer = self.plan.optimizer;
        let rate = self.plan.schedule.rate(self.step);
        let factors = optimizer.factors(self.step, rate, self.plan.batch);
        let share = (1.0 / self.averaged.max(1) as f64) as f32;
        let step = Step {
            gradient: factors.gradient / GRADIENT_SCALE,
            rate: factors.rate,
            root: factors.root,
            kept: if group.decays { factors.kept } else { 1.0 },
            beta1: optimizer.beta1,
            beta2: optimizer.beta2,
            epsilon: optimizer.epsilon,
            clip: group.clip,
            share: if is_averaged { share } else { 0.0 },
        };
        let count = group.range.len() as u32;
        let has_halves = u32::from(has_halves);
        let buffers = &mut self.buffers;
        let range = || group.range.clone();
        let mut parameters = buffers.parameters.slice_mut(range());
        let mut momentum = buffers.momentum.slice_mut(range());
        let mut variance = buffers.variance.slice_mut(range());
        let gradient = buffers.gradient.slice(range());
        let mut average = buffers.average.slice_mut(range());
        let mut launch = self.device.stream.launch_builder(&self.device.adam);
        launch
            .arg(&mut parameters)
            .arg(&mut momentum)
            .arg(&mut variance)
            .arg(&gradient)
            .arg(&mut average)
            .arg(&mut buffers.halves)
            .arg(&has_halves)
            .arg(&count)
            .arg(&step);
        // SAFETY: the kernel takes these arguments in this order, and touches `count` numbers of each
        // list; the copy in 16 bits is written for the first group only, which it has room for.
        unsafe { launch.launch(threads(group.range.len())) }?;
        Ok(())
    }
}

/// A warp for each position.
fn warps(positions: usize) -> LaunchConfig {
    threads(positions * WARP as usize)
}

/// A thread for each number.
fn threads(count: usize) -> LaunchConfig {
    LaunchConfig {
        grid_dim: ((count as u32).div_ceil(BLOCK), 1, 1),
        block_dim: (BLOCK, 1, 1),
        shared_mem_bytes: 0,
    }
}

fn failed(error: DriverError) -> BackendError {
    BackendError(format!("the GPU failed: {error}"))
}

impl Backend for Cuda {
    fn name(&self) -> String {
        self.device.name.clone()
    }

    fn train(&mut self, steps: Range<u64>) -> Result<Vec<f64>, BackendError> {
        let count = (steps.end - steps.start) as usize;
        self.buffers.losses = self
            .device
            .stream
            .alloc_zeros(count.max(1))
            .map_err(failed)?;
        for number in 0..count {
            self.make_step(number)?;
        }
        let losses = self
            .device
            .stream
            .clone_dtoh(&self.buffers.losses)
            .map_err(failed)?;
        let mean = |sum: &f32| f64::from(*sum) / self.plan.batch as f64;
        Ok(losses[..count].iter().map(mean).collect())
    }

    fn validate(&mut self, parameters: &[f32]) -> Result<Validation, BackendError> {
        Ok(cpu::validate(&self.plan, parameters))
    }

    fn state(&mut self) -> Result<State, BackendError> {
        self.buffers
            .state(&self.device, &self.plan.model, (self.step, self.averaged))
            .map_err(failed)
    }
}
