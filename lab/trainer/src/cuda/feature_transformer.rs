//! The feature transformer: from records to accumulators, and from their gradients to those of the
//! weights.

use cudarc::driver::{CudaFunction, CudaSlice, PushKernelArg};

use super::batch_state::BatchState;
use super::column_sums::ColumnSums;
use super::device::{Device, grid, threads, warps};
use super::ft_method::{FtMethod, index_table};
use super::gemm::{Operand, Product};
use super::weights::{Moments, Weights};
use crate::backend::{BackendError, Plan};
use crate::model::{BUCKET_INPUTS, Model};

/// Active features of one perspective that a list has room for.
const LIST: usize = 32;

/// Blocks that share the king squares of each king bucket when the gradients of biases are summed.
const KING_SHARES: usize = 8;

/// King buckets have a multiple of so many slots, so that there are few GEMM shapes.
const SLOT_ALIGNMENT: usize = 128;

/// The feature transformer's part of a batch.
pub struct FeatureTransformer {
    method: FtMethod,
    batch_size: usize,
    width: usize,
    /// Feature indices: `[side][king][piece][square]`
    pub inputs: CudaSlice<u16>,
    /// Dense rows, or lists of active features: `[slot][input]`.
    batch_inputs: CudaSlice<u16>,
    /// Rows of each GEMM.
    rows: Vec<usize>,
    /// With king buckets: the first slot of each, and the end of the last.
    starts: CudaSlice<u32>,
    /// How many slots of each the batch takes.
    taken: CudaSlice<u32>,
    /// The slot of each perspective of each position.
    pub slots: CudaSlice<u32>,
    /// The accumulators without biases, then their gradients: `[slot][neuron]`.
    pub accumulators: CudaSlice<u16>,
    /// The target of each position.
    pub targets: CudaSlice<f32>,
    /// The output bucket of each position.
    pub buckets: CudaSlice<u8>,
    scatter: CudaFunction,
    bias_gradients: CudaFunction,
    column_sums: ColumnSums,
}

impl FeatureTransformer {
    /// Room for a batch.
    pub fn new(device: &Device, plan: &Plan, batch: &BatchState) -> Result<Self, BackendError> {
        let stream = &device.stream;
        let method = FtMethod::new(&plan.model);
        let (batch_size, width) = (plan.batch_size, plan.model.architecture.width);
        let (slots, king_buckets) = (2 * batch_size, method.king_buckets());
        let inputs = if method == FtMethod::SparseGather {
            LIST
        } else {
            BUCKET_INPUTS
        };
        Ok(Self {
            method,
            batch_size,
            width,
            inputs: stream.clone_htod(&index_table(&plan.model))?,
            batch_inputs: stream.alloc_zeros(slots * inputs)?,
            accumulators: stream.alloc_zeros(slots * width)?,
            rows: vec![slots],
            starts: stream.alloc_zeros(king_buckets + 1)?,
            taken: stream.alloc_zeros(king_buckets)?,
            slots: stream.alloc_zeros(slots)?,
            targets: stream.alloc_zeros(batch_size)?,
            buckets: stream.alloc_zeros(batch_size)?,
            scatter: batch.kernels.get("scatter")?,
            bias_gradients: batch.kernels.get("bias_gradients")?,
            column_sums: ColumnSums::new(&batch.kernels)?,
        })
    }

    /// Makes room for so many perspectives in each king bucket; whether that changed anything.
    pub fn lay_out(&mut self, device: &Device, perspectives: &[u32]) -> Result<bool, BackendError> {
        let padded = |&count: &u32| (count as usize).next_multiple_of(SLOT_ALIGNMENT);
        let rows: Vec<usize> = perspectives.iter().map(padded).collect();
        if self.method.king_buckets() == 1 || rows == self.rows {
            return Ok(false);
        }
        let mut starts = vec![0];
        starts.extend(rows.iter().scan(0, |end, &rows| {
            *end += rows as u32;
            Some(*end)
        }));
        let stream = &device.stream;
        let slots: usize = rows.iter().sum();
        if self.batch_inputs.len() < slots * BUCKET_INPUTS {
            self.batch_inputs = stream.alloc_zeros(slots * BUCKET_INPUTS)?;
            self.accumulators = stream.alloc_zeros(slots * self.width)?;
        }
        stream.memcpy_htod(&starts, &mut self.starts)?;
        self.rows = rows;
        Ok(true)
    }

    /// From records to accumulators.
    pub fn forward(
        &mut self,
        device: &mut Device,
        batch: &BatchState,
        model: &Model,
        weights: &Weights,
    ) -> Result<(), BackendError> {
        match self.method {
            FtMethod::SparseGather => {
                self.expand(device, batch, "sparse_inputs")?;
                self.gather(device, batch, weights)
            }
            FtMethod::Gemm | FtMethod::BucketGemm(_) => {
                if self.method != FtMethod::Gemm {
                    self.assign_slots(device, batch)?;
                }
                self.expand(device, batch, "dense_inputs")?;
                self.multiply(device, model, weights)
            }
        }
    }

    /// Assigns contiguous slots to the perspectives of each king bucket.
    fn assign_slots(&mut self, device: &Device, batch: &BatchState) -> Result<(), BackendError> {
        let kernel = batch.kernels.get("assign_slots")?;
        let stream = &device.stream;
        stream.memset_zeros(&mut self.taken)?;
        let mut launch = stream.launch_builder(&kernel);
        launch
            .arg(&batch.records)
            .arg(&batch.steps)
            .arg(&batch.current)
            .arg(&self.inputs)
            .arg(&self.starts)
            .arg(&mut self.taken)
            .arg(&mut self.slots);
        // SAFETY: the kernel takes these arguments in this order, counts for each king bucket, and
        // writes two slots for each position of the batch, for which `lay_out` made room.
        unsafe { launch.launch(threads(self.batch_size)) }?;
        Ok(())
    }

    /// Expands the batch's records to inputs, targets and output buckets.
    fn expand(
        &mut self,
        device: &Device,
        batch: &BatchState,
        name: &str,
    ) -> Result<(), BackendError> {
        let kernel = batch.kernels.get(name)?;
        let mut launch = device.stream.launch_builder(&kernel);
        launch
            .arg(&batch.records)
            .arg(&batch.steps)
            .arg(&batch.current)
            .arg(&self.inputs);
        let slots: usize = self.rows.iter().sum();
        if self.method != FtMethod::SparseGather {
            launch.arg(&self.slots).arg(&self.starts).arg(&self.taken);
        }
        launch
            .arg(&mut self.batch_inputs)
            .arg(&mut self.targets)
            .arg(&mut self.buckets);
        // SAFETY: the kernel takes these arguments in this order, reads records of the batch only,
        // and writes what belongs to the batch's positions and to free slots, for which there is room.
        unsafe { launch.launch(warps(slots - self.batch_size)) }?;
        Ok(())
    }

    /// Sums the weights of the active features.
    fn gather(
        &mut self,
        device: &Device,
        batch: &BatchState,
        weights: &Weights,
    ) -> Result<(), BackendError> {
        let kernel = batch.kernels.get("gather")?;
        let blocks = threads(self.accumulators.len() / 8);
        let mut launch = device.stream.launch_builder(&kernel);
        launch
            .arg(&self.batch_inputs)
            .arg(&weights.halves)
            .arg(&mut self.accumulators);
        // SAFETY: the kernel takes these arguments in this order, and reads weights of features that
        // the network has.
        unsafe { launch.launch(blocks) }?;
        Ok(())
    }

    /// Multiplies dense rows with the weights of their king bucket.
    fn multiply(
        &mut self,
        device: &mut Device,
        model: &Model,
        weights: &Weights,
    ) -> Result<(), BackendError> {
        let width = model.architecture.width;
        let mut start = 0;
        for (bucket, &rows) in self.rows.iter().enumerate().filter(|(_, rows)| **rows > 0) {
            let weights = weights.halves.slice(weights_of(bucket, width));
            let inputs = self.batch_inputs.slice(start * BUCKET_INPUTS..);
            let product = Product {
                m: width,
                n: rows,
                k: BUCKET_INPUTS,
                a: Operand::plain(weights, width),
                b: Operand::plain(inputs, BUCKET_INPUTS),
            };
            let mut to = self.accumulators.slice_mut(start * width..);
            device.gemm.multiply_to_halves(&product, &mut to)?;
            start += rows;
        }
        Ok(())
    }

    /// From the gradients of accumulators to those of weights and biases.
    pub fn backward(
        &mut self,
        device: &mut Device,
        model: &Model,
        moments: &mut Moments,
    ) -> Result<(), BackendError> {
        match self.method {
            FtMethod::SparseGather => {
                self.scatter(device, moments)?;
                let width = model.architecture.width;
                let mut biases = moments.gradient.slice_mut(model.ft.biases.clone());
                let rows = self.accumulators.as_view();
                self.column_sums.add(device, rows, width, &mut biases)
            }
            FtMethod::Gemm | FtMethod::BucketGemm(_) => {
                self.weight_gradients(device, model, moments)?;
                self.bias_gradients(device, model, moments)
            }
        }
    }

    fn scatter(&self, device: &Device, moments: &mut Moments) -> Result<(), BackendError> {
        let mut launch = device.stream.launch_builder(&self.scatter);
        launch
            .arg(&self.batch_inputs)
            .arg(&self.accumulators)
            .arg(&mut moments.gradient);
        // SAFETY: the kernel takes these arguments in this order, and adds to gradients of features
        // that the network has. The feature transformer's weights are the first parameters.
        unsafe { launch.launch(threads(self.accumulators.len() / 8)) }?;
        Ok(())
    }

    fn weight_gradients(
        &self,
        device: &mut Device,
        model: &Model,
        moments: &mut Moments,
    ) -> Result<(), BackendError> {
        let width = model.architecture.width;
        let mut start = 0;
        for (bucket, &rows) in self.rows.iter().enumerate().filter(|(_, rows)| **rows > 0) {
            let product = Product {
                m: width,
                n: BUCKET_INPUTS,
                k: rows,
                a: Operand::plain(self.accumulators.slice(start * width..), width),
                b: Operand::transposed(
                    self.batch_inputs.slice(start * BUCKET_INPUTS..),
                    BUCKET_INPUTS,
                ),
            };
            let mut to = moments.gradient.slice_mut(weights_of(bucket, width));
            device.gemm.multiply_to_reals(&product, &mut to)?;
            start += rows;
        }
        Ok(())
    }

    fn bias_gradients(
        &self,
        device: &Device,
        model: &Model,
        moments: &mut Moments,
    ) -> Result<(), BackendError> {
        let range = model.ft.biases.clone();
        let (mut weights, mut rest) = moments.gradient.split_at_mut(range.start);
        let mut biases = rest.slice_mut(..range.len());
        let shares = KING_SHARES * self.method.king_buckets();
        let mut launch = device.stream.launch_builder(&self.bias_gradients);
        launch.arg(&mut weights).arg(&mut biases);
        // SAFETY: the kernel takes these arguments in this order, reads gradients of the feature
        // transformer's weights, which are the first parameters, and adds to those of its biases.
        unsafe { launch.launch(grid(range.len(), shares as u32)) }?;
        Ok(())
    }
}

/// The range of a king bucket's weights.
const fn weights_of(bucket: usize, width: usize) -> std::ops::Range<usize> {
    bucket * BUCKET_INPUTS * width..(bucket + 1) * BUCKET_INPUTS * width
}
