//! What lies in the GPU's memory.

use cudarc::driver::{CudaSlice, DeviceRepr, DriverError, PushKernelArg};
use games::Record;

use super::device::Device;
use super::{ERROR_COLUMNS, INPUTS, failed, threads};
use crate::backend::{BackendError, Plan, State};
use crate::model::Model;

/// The order of a batch's positions and what their targets need; as in the kernels.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Order {
    pub bound: u64,
    pub start: u64,
    pub half_bits: u32,
    pub batch: u32,
    pub keys: [u32; 4],
    pub next_keys: [u32; 4],
    pub result_weight: f32,
    pub scale: f32,
}

/// What a step of the optimizer multiplies with; as in the kernels.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Step {
    pub gradient: f32,
    pub rate: f32,
    pub root: f32,
    pub kept: f32,
    pub beta1: f32,
    pub beta2: f32,
    pub epsilon: f32,
    pub clip: f32,
    pub share: f32,
}

// SAFETY: plain numbers in C's layout, as the kernels declare them.
unsafe impl DeviceRepr for Order {}
// SAFETY: the same.
unsafe impl DeviceRepr for Step {}

/// Everything in the GPU's memory. Numbers of 16 bits are floating point numbers.
///
/// Lists of parameters are as in the model, but for the first layer's weights: `[input][neuron]`.
pub struct Buffers {
    /// All records to learn from.
    pub records: CudaSlice<u8>,
    /// Inputs: `[position][side][input]`.
    pub rows: CudaSlice<u16>,
    /// The first layer's sums without biases, then their gradients: `[position][side][neuron]`.
    pub sums: CudaSlice<u16>,
    /// What enters the output: `[position][input]`.
    pub activations: CudaSlice<u16>,
    /// The gradient of the output in the column of its bucket: `[position][bucket]`.
    pub errors: CudaSlice<u16>,
    /// What the network should say.
    pub targets: CudaSlice<f32>,
    /// The output bucket of each position.
    pub buckets: CudaSlice<u8>,
    /// The first layer's weights in 16 bits.
    pub halves: CudaSlice<u16>,
    pub parameters: CudaSlice<f32>,
    pub momentum: CudaSlice<f32>,
    pub variance: CudaSlice<f32>,
    pub average: CudaSlice<f32>,
    pub gradient: CudaSlice<f32>,
    /// The sum of losses of each step.
    pub losses: CudaSlice<f32>,
}

impl Buffers {
    /// Puts positions and parameters there.
    pub fn new(device: &Device, plan: &Plan, state: &State) -> Result<Self, BackendError> {
        let mut buffers = Self::allocate(device, plan, state).map_err(failed)?;
        buffers.copy_to_halves(device).map_err(failed)?;
        Ok(buffers)
    }

    fn allocate(device: &Device, plan: &Plan, state: &State) -> Result<Self, DriverError> {
        let stream = &device.stream;
        let model = &plan.model;
        let (width, batch) = (model.architecture.width, plan.batch);
        let put = |list: &[f32]| stream.clone_htod(&to_device(model, list));
        Ok(Self {
            records: stream.clone_htod(Record::as_bytes(&plan.data.training))?,
            rows: stream.alloc_zeros(2 * batch * INPUTS)?,
            sums: stream.alloc_zeros(2 * batch * width)?,
            activations: stream.alloc_zeros(batch * model.output.inputs)?,
            errors: stream.alloc_zeros(batch * ERROR_COLUMNS)?,
            targets: stream.alloc_zeros(batch)?,
            buckets: stream.alloc_zeros(batch)?,
            halves: stream.alloc_zeros(INPUTS * width)?,
            parameters: put(&state.parameters)?,
            momentum: put(&state.momentum)?,
            variance: put(&state.variance)?,
            average: put(&state.average)?,
            gradient: stream.alloc_zeros(model.len())?,
            losses: stream.alloc_zeros(1)?,
        })
    }

    /// The first layer's weights in 16 bits.
    fn copy_to_halves(&mut self, device: &Device) -> Result<(), DriverError> {
        let blocks = threads(self.halves.len());
        let count = self.halves.len() as u32;
        let mut launch = device.stream.launch_builder(&device.to_halves);
        launch
            .arg(&self.parameters)
            .arg(&mut self.halves)
            .arg(&count);
        // SAFETY: the kernel takes these arguments in this order. The first layer's weights are the
        // first parameters, and as many as the copy has room for.
        unsafe { launch.launch(blocks) }?;
        Ok(())
    }

    /// All that training has changed, with the steps that were made and averaged.
    pub fn state(
        &self,
        device: &Device,
        model: &Model,
        (step, averaged): (u64, u64),
    ) -> Result<State, DriverError> {
        let get = |list: &CudaSlice<f32>| -> Result<Vec<f32>, DriverError> {
            Ok(from_device(model, &device.stream.clone_dtoh(list)?))
        };
        Ok(State {
            step,
            averaged,
            parameters: get(&self.parameters)?,
            momentum: get(&self.momentum)?,
            variance: get(&self.variance)?,
            average: get(&self.average)?,
        })
    }
}

/// From stripes to rows.
fn to_device(model: &Model, list: &[f32]) -> Vec<f32> {
    let mut turned = list.to_vec();
    for_each_first_weight(model, |row, stripe| turned[row] = list[stripe]);
    turned
}

/// From rows to stripes.
fn from_device(model: &Model, list: &[f32]) -> Vec<f32> {
    let mut turned = list.to_vec();
    for_each_first_weight(model, |row, stripe| turned[stripe] = list[row]);
    turned
}

/// The place of each of the first layer's weights here and in the model.
fn for_each_first_weight(model: &Model, mut each: impl FnMut(usize, usize)) {
    let width = model.architecture.width;
    for input in 0..model.first.inputs {
        for neuron in 0..width {
            each(input * width + neuron, model.first_place(input, neuron));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{from_device, to_device};
    use crate::examples::{config, plan, records};

    #[test]
    fn stripes_survive_rows_and_back() {
        let model = plan(&config(), records(5, 1)).model;
        let list: Vec<f32> = (0..model.len()).map(|number| number as f32).collect();
        let rows = to_device(&model, &list);
        assert_eq!(from_device(&model, &rows), list);
        let width = model.architecture.width;
        assert_eq!(rows[5 * width + 3], list[model.first_place(5, 3)]);
        assert_eq!(
            rows[model.output.biases.start],
            list[model.output.biases.start]
        );
    }
}
