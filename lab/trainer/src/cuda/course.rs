//! Positions in the GPU's memory, and the steps that go through them.

use std::ops::Range;

use cudarc::driver::{CudaFunction, CudaSlice, DeviceRepr, DriverError, PushKernelArg};
use records::Record;

use super::device::{Device, block, grid};
use super::failed;
use super::programs::Programs;
use super::way::Way;
use crate::backend::{BackendError, Plan};
use crate::data::Permutation;

/// Steps that the GPU is told of at a time.
pub const MAX_STEPS: usize = 1024;

/// What a step has of its own; as in the programs.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Step {
    pub start: u64,
    pub keys: [u32; 4],
    pub next_keys: [u32; 4],
    pub result_weight: f32,
    pub gradient: f32,
    pub rate: f32,
    pub root: f32,
    pub kept: f32,
    pub share: f32,
}

// SAFETY: plain numbers in C's layout, as the programs declare them.
unsafe impl DeviceRepr for Step {}

/// Positions, and where the GPU is among its steps.
pub struct Course {
    pub programs: Programs,
    pub records: CudaSlice<u8>,
    pub steps: CudaSlice<Step>,
    /// How many of the steps are made.
    pub current: CudaSlice<u32>,
    /// The sum of losses of each step, or, to validate, the loss of each position.
    pub losses: CudaSlice<f32>,
    way: Way,
    count_groups: Option<CudaFunction>,
    advance: CudaFunction,
    batch: usize,
}

impl Course {
    /// Puts positions there, to train on or to validate with.
    pub fn new(
        device: &Device,
        plan: &Plan,
        (records, is_training): (&[Record], bool),
    ) -> Result<Self, BackendError> {
        let programs = Programs::new(&device.context, plan, (records.len(), is_training))?;
        let way = Way::new(&plan.model);
        let is_grouped = matches!(way, Way::Groups(_));
        let stream = &device.stream;
        let losses = if is_training { MAX_STEPS } else { plan.batch };
        Ok(Self {
            count_groups: is_grouped
                .then(|| programs.get("count_groups"))
                .transpose()?,
            advance: programs.get("advance")?,
            programs,
            records: stream
                .clone_htod(Record::as_bytes(records))
                .map_err(failed)?,
            steps: stream
                .clone_htod(&[Step::default(); MAX_STEPS])
                .map_err(failed)?,
            current: stream.alloc_zeros(1).map_err(failed)?,
            losses: stream.alloc_zeros(losses).map_err(failed)?,
            way,
            batch: plan.batch,
        })
    }

    /// Tells the GPU of the next steps, at most [`MAX_STEPS`].
    pub fn tell(&mut self, device: &Device, steps: &[Step]) -> Result<(), DriverError> {
        let stream = &device.stream;
        stream.memcpy_htod(steps, &mut self.steps)?;
        stream.memset_zeros(&mut self.current)?;
        stream.memset_zeros(&mut self.losses)
    }

    /// How many sides of each step's positions have their king in each bucket, if that matters.
    pub fn count(
        &self,
        device: &Device,
        inputs: &CudaSlice<u16>,
        steps: usize,
    ) -> Result<Vec<u32>, DriverError> {
        let (Some(program), Way::Groups(groups)) = (&self.count_groups, self.way) else {
            return Ok(Vec::new());
        };
        let mut counts: CudaSlice<u32> = device.stream.alloc_zeros(steps * groups)?;
        let mut launch = device.stream.launch_builder(program);
        launch
            .arg(&self.records)
            .arg(&self.steps)
            .arg(inputs)
            .arg(&mut counts);
        // SAFETY: the program takes these arguments in this order, and reads as many steps as there
        // are rows of blocks, for which there are counts.
        unsafe { launch.launch(grid(self.batch, steps as u32)) }?;
        device.stream.clone_dtoh(&counts)
    }

    /// On to the next step.
    pub fn advance(&mut self, device: &Device) -> Result<(), DriverError> {
        let mut launch = device.stream.launch_builder(&self.advance);
        launch.arg(&mut self.current);
        // SAFETY: the program takes this argument, one number.
        unsafe { launch.launch(block(1)) }?;
        Ok(())
    }
}

/// The steps of a range of a plan, from a number of averaged ones on.
pub fn steps(plan: &Plan, range: Range<u64>, averaged: u64) -> Vec<Step> {
    let positions = plan.data.training.len() as u64;
    let mut averaged = averaged;
    let each = |step: u64| {
        let place = step * plan.batch as u64;
        let pass = place / positions;
        let keys = |pass| Permutation::new(positions, plan.seed, pass).key().0;
        let rate = plan.schedule.rate(step);
        let factors = plan.optimizer.factors(step, rate, plan.batch);
        let is_averaged = plan.schedule.is_averaged(step);
        averaged += u64::from(is_averaged);
        let share = (1.0 / averaged.max(1) as f64) as f32;
        Step {
            start: place % positions,
            keys: keys(pass),
            next_keys: keys(pass + 1),
            result_weight: plan.schedule.result_weight(step),
            gradient: factors.gradient,
            rate: factors.rate,
            root: factors.root,
            kept: factors.kept,
            share: if is_averaged { share } else { 0.0 },
        }
    };
    range.map(each).collect()
}

/// The steps of validation, in the order of the positions.
pub fn validation_steps(plan: &Plan) -> Vec<Step> {
    let starts = (0..plan.data.validation.len()).step_by(plan.batch);
    let step = |start: usize| Step {
        start: start as u64,
        result_weight: plan.schedule.validation_weight(),
        ..Step::default()
    };
    starts.map(step).collect()
}
