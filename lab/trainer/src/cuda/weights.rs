//! The parameters in GPU memory, and the optimizer's state.

use cudarc::driver::{CudaFunction, CudaSlice, DeviceRepr, PushKernelArg};

use super::MAX_PARAMETER_GROUPS;
use super::batch_state::BatchState;
use super::device::{Device, threads};
use super::kernels::Kernels;
use crate::backend::{BackendError, Plan, State};
use crate::model::{BUCKET_INPUTS, Model, ParameterGroup, tiled_index};
use crate::optimizer::Optimizer;

/// A parameter group, up to an end; as in the kernels.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
struct DeviceGroup {
    end: u32,
    max: f32,
    learning_rate: f32,
    decay: f32,
}

/// All of them; as in the kernels.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct DeviceGroups([DeviceGroup; MAX_PARAMETER_GROUPS]);

// SAFETY: plain numbers in C's layout, as the kernels declare them.
unsafe impl DeviceRepr for DeviceGroups {}

impl DeviceGroups {
    fn new(groups: &[ParameterGroup], optimizer: &Optimizer) -> Self {
        let mut list = [DeviceGroup::default(); MAX_PARAMETER_GROUPS];
        for (device_group, group) in list.iter_mut().zip(groups) {
            let rates = optimizer.rates(group);
            *device_group = DeviceGroup {
                end: group.range.end as u32,
                max: group.max,
                learning_rate: rates.learning_rate,
                decay: rates.decay,
            };
        }
        Self(list)
    }
}

/// The parameters in fp32 and fp16.
///
/// The layout is the model's, but for the feature transformer's weights: `[feature][neuron]`.
pub struct Weights {
    pub values: CudaSlice<f32>,
    /// The same in fp16, with the factorizer merged.
    pub halves: CudaSlice<u16>,
    to_halves: CudaFunction,
    merge_factorizer: Option<CudaFunction>,
}

impl Weights {
    /// Uploads parameters.
    pub fn new(
        device: &Device,
        kernels: &Kernels,
        model: &Model,
        parameters: &[f32],
    ) -> Result<Self, BackendError> {
        let factorizer = model.factorizer.as_ref();
        let mut weights = Self {
            values: put(device, model, parameters)?,
            halves: device.stream.alloc_zeros(model.len())?,
            to_halves: kernels.get("to_halves")?,
            merge_factorizer: factorizer
                .map(|_| kernels.get("merge_factorizer"))
                .transpose()?,
        };
        weights.copy_to_halves(device)?;
        weights.merge_factorizer(device, model)?;
        Ok(weights)
    }

    /// Uploads other parameters in their place.
    pub fn replace(
        &mut self,
        device: &Device,
        model: &Model,
        parameters: &[f32],
    ) -> Result<(), BackendError> {
        let rows = to_device(model, parameters);
        device.stream.memcpy_htod(&rows, &mut self.values)?;
        self.copy_to_halves(device)?;
        self.merge_factorizer(device, model)
    }

    fn copy_to_halves(&mut self, device: &Device) -> Result<(), BackendError> {
        let count = self.halves.len() as u32;
        let blocks = threads(self.halves.len());
        let mut launch = device.stream.launch_builder(&self.to_halves);
        launch.arg(&self.values).arg(&mut self.halves).arg(&count);
        // SAFETY: the kernel takes these arguments in this order; both lists have `count` numbers.
        unsafe { launch.launch(blocks) }?;
        Ok(())
    }

    /// Adds the factorizer to each king bucket's fp16 weights.
    pub fn merge_factorizer(&mut self, device: &Device, model: &Model) -> Result<(), BackendError> {
        let (Some(kernel), Some(range)) = (&self.merge_factorizer, &model.factorizer) else {
            return Ok(());
        };
        let factorizer = self.values.slice(range.clone());
        let mut launch = device.stream.launch_builder(kernel);
        launch
            .arg(&self.values)
            .arg(&factorizer)
            .arg(&mut self.halves);
        // SAFETY: the kernel takes these arguments in this order, and touches the feature
        // transformer's weights, which are the first parameters, and the factorizer.
        unsafe { launch.launch(threads(model.ft.weights.len())) }?;
        Ok(())
    }
}

/// The optimizer's moments, and the gradients.
pub struct Moments {
    momentum: CudaSlice<f32>,
    variance: CudaSlice<f32>,
    average: CudaSlice<f32>,
    /// Sums over a batch; zero when a step begins.
    pub gradient: CudaSlice<f32>,
    groups: DeviceGroups,
    adam: CudaFunction,
    factorizer_gradients: Option<CudaFunction>,
}

impl Moments {
    /// Uploads the moments of a state.
    pub fn new(
        device: &Device,
        kernels: &Kernels,
        plan: &Plan,
        state: &State,
    ) -> Result<Self, BackendError> {
        let model = &plan.model;
        let put = |list: &[f32]| put(device, model, list);
        let factorizer = model.factorizer.as_ref();
        Ok(Self {
            momentum: put(&state.momentum)?,
            variance: put(&state.variance)?,
            average: put(&state.average)?,
            gradient: device.stream.alloc_zeros(model.len())?,
            groups: DeviceGroups::new(&model.groups(), &plan.optimizer),
            adam: kernels.get("adam")?,
            factorizer_gradients: factorizer
                .map(|_| kernels.get("factorizer_gradients"))
                .transpose()?,
        })
    }

    /// Updates all parameters.
    pub fn step(
        &mut self,
        device: &Device,
        batch: &BatchState,
        model: &Model,
        weights: &mut Weights,
    ) -> Result<(), BackendError> {
        self.factorizer_gradients(device, model)?;
        let mut launch = device.stream.launch_builder(&self.adam);
        launch
            .arg(&mut weights.values)
            .arg(&mut self.momentum)
            .arg(&mut self.variance)
            .arg(&mut self.gradient)
            .arg(&mut self.average)
            .arg(&mut weights.halves)
            .arg(&self.groups)
            .arg(&batch.steps)
            .arg(&batch.current);
        // SAFETY: the kernel takes these arguments in this order; all arrays have as many numbers
        // as the model it was compiled for, and the last group ends there.
        unsafe { launch.launch(threads(model.len())) }?;
        weights.merge_factorizer(device, model)
    }

    fn factorizer_gradients(&mut self, device: &Device, model: &Model) -> Result<(), BackendError> {
        let (Some(kernel), Some(range)) = (&self.factorizer_gradients, &model.factorizer) else {
            return Ok(());
        };
        let (mut own, mut rest) = self.gradient.split_at_mut(range.start);
        let mut factorizer = rest.slice_mut(..range.len());
        let mut launch = device.stream.launch_builder(kernel);
        launch.arg(&mut own).arg(&mut factorizer);
        // SAFETY: the kernel takes these arguments in this order, and touches the gradients of the
        // feature transformer's weights, which are the first parameters, and those of the factorizer.
        unsafe { launch.launch(threads(BUCKET_INPUTS * model.architecture.width)) }?;
        Ok(())
    }

    /// Downloads the state, given the completed and averaged steps.
    pub fn state(
        &self,
        device: &Device,
        model: &Model,
        weights: &Weights,
        step: u64,
        averaged: u64,
    ) -> Result<State, BackendError> {
        let get = |list: &CudaSlice<f32>| -> Result<Vec<f32>, BackendError> {
            Ok(from_device(model, &device.stream.clone_dtoh(list)?))
        };
        Ok(State {
            step,
            averaged,
            parameters: get(&weights.values)?,
            momentum: get(&self.momentum)?,
            variance: get(&self.variance)?,
            average: get(&self.average)?,
        })
    }
}

fn put(device: &Device, model: &Model, list: &[f32]) -> Result<CudaSlice<f32>, BackendError> {
    Ok(device.stream.clone_htod(&to_device(model, list))?)
}

/// From tiles to rows.
fn to_device(model: &Model, list: &[f32]) -> Vec<f32> {
    let mut relaid = list.to_vec();
    for_each_ft_weight(model, |row, tile| relaid[row] = list[tile]);
    relaid
}

/// From rows to tiles.
fn from_device(model: &Model, list: &[f32]) -> Vec<f32> {
    let mut relaid = list.to_vec();
    for_each_ft_weight(model, |row, tile| relaid[tile] = list[row]);
    relaid
}

/// The index of each weight of the feature transformer and of the factorizer, here and in the model.
fn for_each_ft_weight(model: &Model, mut each: impl FnMut(usize, usize)) {
    let width = model.architecture.width;
    let factorizer = model.factorizer.iter().map(|range| (range, BUCKET_INPUTS));
    for (range, inputs) in [(&model.ft.weights, model.ft.inputs)]
        .into_iter()
        .chain(factorizer)
    {
        for input in 0..inputs {
            for neuron in 0..width {
                let tile = tiled_index(inputs, input, neuron);
                each(range.start + input * width + neuron, range.start + tile);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{from_device, to_device};
    use crate::fixtures::{configs, plan, records};

    #[test]
    fn layouts_round_trip() {
        for config in configs() {
            let model = plan(&config, records(5, 1)).model;
            let list: Vec<f32> = (0..model.len()).map(|number| number as f32).collect();
            let rows = to_device(&model, &list);
            assert_eq!(from_device(&model, &rows), list);
            let width = model.architecture.width;
            assert_eq!(rows[5 * width + 3], list[model.ft_index(5, 3)]);
            assert_eq!(
                rows[model.output.biases.start],
                list[model.output.biases.start]
            );
        }
    }
}
