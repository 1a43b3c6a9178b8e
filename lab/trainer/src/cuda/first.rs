//! The first layer: from records to sums, and from the gradients of sums to those of weights.

use cudarc::driver::{CudaFunction, CudaSlice, DriverError, PushKernelArg};

use super::course::Course;
use super::device::{Device, block, grid, threads, warps};
use super::products::{Operand, Product};
use super::sums::ColumnSums;
use super::way::{Way, input_table};
use super::weights::{Moments, Weights};
use super::{ALIGNED, PLACE_THREADS, failed};
use crate::backend::{BackendError, Plan};
use crate::model::{Model, SHARED_INPUTS};

/// Inputs of one side that a list has room for.
const LIST: usize = 32;

/// Blocks that share the squares of kings when the gradients of biases are summed.
const KING_SHARES: u32 = 8;

/// A batch as the first layer sees it.
pub struct First {
    way: Way,
    batch: usize,
    /// `[side][king][piece][square]`
    pub inputs: CudaSlice<u16>,
    /// Rows of inputs, or lists of them: `[side of a position][input]`.
    batch_inputs: CudaSlice<u16>,
    /// The row of each side of each position, where it is not just the next one.
    pub slots: CudaSlice<u32>,
    /// The sums without biases, then their gradients: `[row][neuron]`.
    pub sums: CudaSlice<u16>,
    /// What the network should say.
    pub targets: CudaSlice<f32>,
    /// The output bucket of each position.
    pub buckets: CudaSlice<u8>,
    scatter: CudaFunction,
    bias_gradients: CudaFunction,
    column_sums: ColumnSums,
}

impl First {
    /// Room for a batch.
    pub fn new(device: &Device, plan: &Plan, course: &Course) -> Result<Self, BackendError> {
        let stream = &device.stream;
        let way = Way::new(&plan.model);
        let (batch, width) = (plan.batch, plan.model.architecture.width);
        // Each king bucket begins at a multiple of some rows.
        let rows = match way {
            Way::Groups(count) => 2 * batch + count * ALIGNED,
            Way::Rows | Way::Lists => 2 * batch,
        };
        let inputs = if way == Way::Lists {
            LIST
        } else {
            SHARED_INPUTS
        };
        let zeros = |count: usize| stream.alloc_zeros(count).map_err(failed);
        Ok(Self {
            way,
            batch,
            inputs: stream
                .clone_htod(&input_table(&plan.model))
                .map_err(failed)?,
            batch_inputs: zeros(rows * inputs)?,
            sums: zeros(rows * width)?,
            slots: stream.alloc_zeros(2 * batch).map_err(failed)?,
            targets: stream.alloc_zeros(batch).map_err(failed)?,
            buckets: stream.alloc_zeros(batch).map_err(failed)?,
            scatter: course.programs.get("scatter")?,
            bias_gradients: course.programs.get("bias_gradients")?,
            column_sums: ColumnSums::new(&course.programs)?,
        })
    }

    /// From records to sums. `counts` are those of the sides in each king bucket.
    pub fn forward(
        &mut self,
        device: &mut Device,
        course: &Course,
        (model, weights): (&Model, &Weights),
        counts: &[u32],
    ) -> Result<(), BackendError> {
        match self.way {
            Way::Lists => {
                self.expand(device, course, "lists")?;
                self.gather(device, course, weights)
            }
            Way::Rows => {
                self.expand(device, course, "rows")?;
                self.multiply(device, model, weights, &[2 * self.batch])
            }
            Way::Groups(_) => {
                self.place(device, course)?;
                self.expand(device, course, "rows")?;
                self.multiply(device, model, weights, &rows_of(counts))
            }
        }
    }

    /// The row of each side, so that those of a king bucket lie together.
    fn place(&mut self, device: &Device, course: &Course) -> Result<(), BackendError> {
        let (groups, place) = (
            course.programs.get("groups")?,
            course.programs.get("place")?,
        );
        let stream = &device.stream;
        // Rows between the last of a bucket and the first of the next one stay without inputs.
        stream
            .memset_zeros(&mut self.batch_inputs)
            .map_err(failed)?;
        let mut launch = stream.launch_builder(&groups);
        launch
            .arg(&course.records)
            .arg(&course.steps)
            .arg(&course.current)
            .arg(&self.inputs)
            .arg(&mut self.slots);
        // SAFETY: the program takes these arguments in this order, and writes two numbers for each
        // position of the batch.
        unsafe { launch.launch(threads(self.batch)) }.map_err(failed)?;
        let mut launch = stream.launch_builder(&place);
        launch.arg(&mut self.slots);
        // SAFETY: the program takes this argument, two numbers for each position, and gives rows for
        // which there is room.
        unsafe { launch.launch(block(PLACE_THREADS)) }.map_err(failed)?;
        Ok(())
    }

    /// Records of the batch to inputs, targets and buckets.
    fn expand(&mut self, device: &Device, course: &Course, name: &str) -> Result<(), BackendError> {
        let program = course.programs.get(name)?;
        let mut launch = device.stream.launch_builder(&program);
        launch
            .arg(&course.records)
            .arg(&course.steps)
            .arg(&course.current)
            .arg(&self.inputs);
        if self.way != Way::Lists {
            launch.arg(&self.slots);
        }
        launch
            .arg(&mut self.batch_inputs)
            .arg(&mut self.targets)
            .arg(&mut self.buckets);
        // SAFETY: the program takes these arguments in this order, reads records of the course only,
        // and writes what belongs to the batch's positions, for which there is room.
        unsafe { launch.launch(warps(self.batch)) }.map_err(failed)?;
        Ok(())
    }

    /// The sums of lists of inputs.
    fn gather(
        &mut self,
        device: &Device,
        course: &Course,
        weights: &Weights,
    ) -> Result<(), BackendError> {
        let program = course.programs.get("gather")?;
        let blocks = threads(self.sums.len() / 8);
        let mut launch = device.stream.launch_builder(&program);
        launch
            .arg(&self.batch_inputs)
            .arg(&weights.halves)
            .arg(&mut self.sums);
        // SAFETY: the program takes these arguments in this order, and reads weights of inputs that
        // the network has.
        unsafe { launch.launch(blocks) }.map_err(failed)?;
        Ok(())
    }

    /// The sums of rows of inputs, so many for each block of weights.
    fn multiply(
        &mut self,
        device: &mut Device,
        model: &Model,
        weights: &Weights,
        rows: &[usize],
    ) -> Result<(), BackendError> {
        let width = model.architecture.width;
        let mut start = 0;
        for (group, &rows) in rows.iter().enumerate().filter(|(_, rows)| **rows > 0) {
            let weights = weights.halves.slice(block_of(group, width));
            let inputs = self.batch_inputs.slice(start * SHARED_INPUTS..);
            let product = Product {
                m: width,
                n: rows,
                k: SHARED_INPUTS,
                a: Operand::plain(weights, width),
                b: Operand::plain(inputs, SHARED_INPUTS),
            };
            let mut to = self.sums.slice_mut(start * width..);
            device.products.multiply_to_halves(&product, &mut to)?;
            start += rows;
        }
        Ok(())
    }

    /// From the gradients of sums to those of weights and biases.
    pub fn backward(
        &mut self,
        device: &mut Device,
        model: &Model,
        moments: &mut Moments,
        counts: &[u32],
    ) -> Result<(), BackendError> {
        match self.way {
            Way::Lists => {
                self.scatter(device, moments).map_err(failed)?;
                let width = model.architecture.width;
                let mut biases = moments.gradient.slice_mut(model.first.biases.clone());
                let rows = (self.sums.as_view(), width);
                self.column_sums
                    .add(device, rows, &mut biases)
                    .map_err(failed)
            }
            Way::Rows => {
                self.weight_gradients(device, model, moments, &[2 * self.batch])?;
                self.bias_gradients(device, model, moments).map_err(failed)
            }
            Way::Groups(_) => {
                self.weight_gradients(device, model, moments, &rows_of(counts))?;
                self.bias_gradients(device, model, moments).map_err(failed)
            }
        }
    }

    fn scatter(&self, device: &Device, moments: &mut Moments) -> Result<(), DriverError> {
        let mut launch = device.stream.launch_builder(&self.scatter);
        launch
            .arg(&self.batch_inputs)
            .arg(&self.sums)
            .arg(&mut moments.gradient);
        // SAFETY: the program takes these arguments in this order, and adds to gradients of inputs
        // that the network has. The first layer's weights are the first parameters.
        unsafe { launch.launch(threads(self.sums.len() / 8)) }?;
        Ok(())
    }

    fn weight_gradients(
        &self,
        device: &mut Device,
        model: &Model,
        moments: &mut Moments,
        rows: &[usize],
    ) -> Result<(), BackendError> {
        let width = model.architecture.width;
        let mut start = 0;
        for (group, &rows) in rows.iter().enumerate().filter(|(_, rows)| **rows > 0) {
            let product = Product {
                m: width,
                n: SHARED_INPUTS,
                k: rows,
                a: Operand::plain(self.sums.slice(start * width..), width),
                b: Operand::turned(
                    self.batch_inputs.slice(start * SHARED_INPUTS..),
                    SHARED_INPUTS,
                ),
            };
            let mut to = moments.gradient.slice_mut(block_of(group, width));
            device.products.multiply_to_reals(&product, &mut to)?;
            start += rows;
        }
        Ok(())
    }

    fn bias_gradients(
        &self,
        device: &Device,
        model: &Model,
        moments: &mut Moments,
    ) -> Result<(), DriverError> {
        let range = model.first.biases.clone();
        let (mut weights, mut rest) = moments.gradient.split_at_mut(range.start);
        let mut biases = rest.slice_mut(..range.len());
        let mut launch = device.stream.launch_builder(&self.bias_gradients);
        launch.arg(&mut weights).arg(&mut biases);
        // SAFETY: the program takes these arguments in this order, reads gradients of the first
        // layer's weights, which are the first parameters, and adds to those of its biases.
        unsafe { launch.launch(grid(range.len(), KING_SHARES)) }?;
        Ok(())
    }
}

/// Where a block of the first layer's weights is.
const fn block_of(group: usize, width: usize) -> std::ops::Range<usize> {
    group * SHARED_INPUTS * width..(group + 1) * SHARED_INPUTS * width
}

/// The rows of each king bucket, with those that fill up the last.
fn rows_of(counts: &[u32]) -> Vec<usize> {
    let rows = |&count: &u32| (count as usize).next_multiple_of(ALIGNED);
    counts.iter().map(rows).collect()
}
