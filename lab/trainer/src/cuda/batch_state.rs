//! The device batch state: positions in GPU memory, and the parameters of the next steps.

use std::ops::Range;

use cudarc::driver::{CudaFunction, CudaSlice, DeviceRepr, PushKernelArg};
use records::Record;

use super::device::{Device, block, grid};
use super::ft_method::FtMethod;
use super::kernels::Kernels;
use crate::backend::{BackendError, Plan};
use crate::data::Permutation;

/// Steps that are uploaded at a time.
pub const MAX_STEPS: usize = 1024;

/// The parameters of a step; as in the kernels.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct StepParameters {
    pub start: u64,
    pub keys: [u32; 4],
    pub next_keys: [u32; 4],
    pub wdl: f32,
    pub inverse_batch: f32,
    pub learning_rate: f32,
    pub step_size: f32,
    pub root_correction: f32,
    pub average_weight: f32,
}

// SAFETY: plain numbers in C's layout, as the kernels declare them.
unsafe impl DeviceRepr for StepParameters {}

/// Positions, and the GPU's progress through the uploaded steps.
pub struct BatchState {
    pub kernels: Kernels,
    pub records: CudaSlice<u8>,
    pub steps: CudaSlice<StepParameters>,
    /// The index of the current step.
    pub current: CudaSlice<u32>,
    /// The sum of losses of each step or, for validation, the loss of each position.
    pub losses: CudaSlice<f32>,
    ft_method: FtMethod,
    count_king_buckets: Option<CudaFunction>,
    advance: CudaFunction,
    batch_size: usize,
}

impl BatchState {
    /// Uploads positions, for training or for validation.
    pub fn new(
        device: &Device,
        plan: &Plan,
        records: &[Record],
        is_training: bool,
    ) -> Result<Self, BackendError> {
        let kernels = Kernels::new(&device.context, plan, records.len(), is_training)?;
        let ft_method = FtMethod::new(&plan.model);
        let has_buckets = matches!(ft_method, FtMethod::BucketGemm(_));
        let stream = &device.stream;
        let losses = if is_training {
            MAX_STEPS
        } else {
            plan.batch_size
        };
        Ok(Self {
            count_king_buckets: has_buckets
                .then(|| kernels.get("count_king_buckets"))
                .transpose()?,
            advance: kernels.get("advance")?,
            kernels,
            records: stream.clone_htod(Record::as_bytes(records))?,
            steps: stream.clone_htod(&[StepParameters::default(); MAX_STEPS])?,
            current: stream.alloc_zeros(1)?,
            losses: stream.alloc_zeros(losses)?,
            ft_method,
            batch_size: plan.batch_size,
        })
    }

    /// Uploads the next steps, at most [`MAX_STEPS`].
    pub fn upload(
        &mut self,
        device: &Device,
        steps: &[StepParameters],
    ) -> Result<(), BackendError> {
        let stream = &device.stream;
        stream.memcpy_htod(steps, &mut self.steps)?;
        stream.memset_zeros(&mut self.current)?;
        Ok(stream.memset_zeros(&mut self.losses)?)
    }

    /// `[step][king bucket]`: perspectives in each king bucket; empty without king buckets.
    pub fn count(
        &self,
        device: &Device,
        inputs: &CudaSlice<u16>,
        steps: usize,
    ) -> Result<Vec<u32>, BackendError> {
        let (Some(kernel), FtMethod::BucketGemm(buckets)) =
            (&self.count_king_buckets, self.ft_method)
        else {
            return Ok(Vec::new());
        };
        let mut counts: CudaSlice<u32> = device.stream.alloc_zeros(steps * buckets)?;
        let mut launch = device.stream.launch_builder(kernel);
        launch
            .arg(&self.records)
            .arg(&self.steps)
            .arg(inputs)
            .arg(&mut counts);
        // SAFETY: the kernel takes these arguments in this order, and reads as many steps as there
        // are rows of blocks, for which there are counts.
        unsafe { launch.launch(grid(self.batch_size, steps as u32)) }?;
        Ok(device.stream.clone_dtoh(&counts)?)
    }

    /// Advances to the next step.
    pub fn advance(&mut self, device: &Device) -> Result<(), BackendError> {
        let mut launch = device.stream.launch_builder(&self.advance);
        launch.arg(&mut self.current);
        // SAFETY: the kernel takes this argument, one number.
        unsafe { launch.launch(block(1)) }?;
        Ok(())
    }
}

/// The steps of a range of a plan, from a number of averaged ones on.
pub fn steps(plan: &Plan, range: Range<u64>, averaged: u64) -> Vec<StepParameters> {
    let positions = plan.data.training.len() as u64;
    let mut averaged = averaged;
    let each = |step: u64| {
        let sample = step * plan.batch_size as u64;
        let epoch = sample / positions;
        let keys = |epoch| Permutation::new(positions, plan.seed, epoch).key().0;
        let factors = plan.factors(step);
        let is_averaged = plan.schedule.is_averaged(step);
        averaged += u64::from(is_averaged);
        let average_weight = (1.0 / averaged.max(1) as f64) as f32;
        StepParameters {
            start: sample % positions,
            keys: keys(epoch),
            next_keys: keys(epoch + 1),
            wdl: plan.schedule.wdl(step),
            inverse_batch: factors.inverse_batch,
            learning_rate: factors.learning_rate as f32,
            step_size: factors.step_size,
            root_correction: factors.root_correction,
            average_weight: if is_averaged { average_weight } else { 0.0 },
        }
    };
    range.map(each).collect()
}

/// The steps of validation, in the order of the positions.
pub fn validation_steps(plan: &Plan) -> Vec<StepParameters> {
    let starts = (0..plan.data.validation.len()).step_by(plan.batch_size);
    let step = |start: usize| StepParameters {
        start: start as u64,
        wdl: plan.schedule.validation_wdl(),
        ..StepParameters::default()
    };
    starts.map(step).collect()
}
