//! The parameters in the GPU's memory, and what the optimizer knows of them.

use cudarc::driver::{CudaFunction, CudaSlice, DeviceRepr, DriverError, PushKernelArg};

use super::course::Course;
use super::device::{Device, threads};
use super::programs::Programs;
use super::{MAX_PARAMETER_GROUPS, failed};
use crate::backend::{BackendError, State};
use crate::model::{Group, Model, SHARED_INPUTS, striped_place};

/// Parameters that are treated alike, up to an end; as in the programs.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
struct DeviceGroup {
    end: u32,
    clip: f32,
    decays: u32,
}

/// All of them; as in the programs.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct DeviceGroups([DeviceGroup; MAX_PARAMETER_GROUPS]);

// SAFETY: plain numbers in C's layout, as the programs declare them.
unsafe impl DeviceRepr for DeviceGroups {}

impl DeviceGroups {
    fn new(groups: &[Group]) -> Self {
        let mut list = [DeviceGroup::default(); MAX_PARAMETER_GROUPS];
        for (place, group) in list.iter_mut().zip(groups) {
            *place = DeviceGroup {
                end: group.range.end as u32,
                clip: group.clip,
                decays: u32::from(group.decays),
            };
        }
        Self(list)
    }
}

/// What a network is computed from.
///
/// Lists of parameters are as in the model, but for the first layer's weights: `[input][neuron]`.
pub struct Weights {
    pub values: CudaSlice<f32>,
    /// The same in 16 bits; the first layer's with what king buckets share.
    pub halves: CudaSlice<u16>,
    to_halves: CudaFunction,
    merge: Option<CudaFunction>,
}

impl Weights {
    /// Puts parameters there.
    pub fn new(
        device: &Device,
        programs: &Programs,
        (model, parameters): (&Model, &[f32]),
    ) -> Result<Self, BackendError> {
        let shared = model.shared.as_ref();
        let mut weights = Self {
            values: put(device, model, parameters).map_err(failed)?,
            halves: device.stream.alloc_zeros(model.len()).map_err(failed)?,
            to_halves: programs.get("to_halves")?,
            merge: shared.map(|_| programs.get("merge")).transpose()?,
        };
        weights.copy_to_halves(device).map_err(failed)?;
        weights.merge_shared(device, model).map_err(failed)?;
        Ok(weights)
    }

    /// Puts other parameters in their place.
    pub fn replace(
        &mut self,
        device: &Device,
        model: &Model,
        parameters: &[f32],
    ) -> Result<(), DriverError> {
        let rows = to_device(model, parameters);
        device.stream.memcpy_htod(&rows, &mut self.values)?;
        self.copy_to_halves(device)?;
        self.merge_shared(device, model)
    }

    fn copy_to_halves(&mut self, device: &Device) -> Result<(), DriverError> {
        let count = self.halves.len() as u32;
        let blocks = threads(self.halves.len());
        let mut launch = device.stream.launch_builder(&self.to_halves);
        launch.arg(&self.values).arg(&mut self.halves).arg(&count);
        // SAFETY: the program takes these arguments in this order; both lists have `count` numbers.
        unsafe { launch.launch(blocks) }?;
        Ok(())
    }

    /// Adds what king buckets share to each bucket's weights in 16 bits.
    pub fn merge_shared(&mut self, device: &Device, model: &Model) -> Result<(), DriverError> {
        let (Some(merge), Some(range)) = (&self.merge, &model.shared) else {
            return Ok(());
        };
        let shared = self.values.slice(range.clone());
        let mut launch = device.stream.launch_builder(merge);
        launch.arg(&self.values).arg(&shared).arg(&mut self.halves);
        // SAFETY: the program takes these arguments in this order, and touches the first layer's
        // weights, which are the first parameters, and the shared ones.
        unsafe { launch.launch(threads(model.first.weights.len())) }?;
        Ok(())
    }
}

/// What the optimizer keeps, and the gradients it follows.
pub struct Moments {
    momentum: CudaSlice<f32>,
    variance: CudaSlice<f32>,
    average: CudaSlice<f32>,
    /// Sums over a batch; zero when it begins.
    pub gradient: CudaSlice<f32>,
    groups: DeviceGroups,
    adam: CudaFunction,
    shared_gradients: Option<CudaFunction>,
}

impl Moments {
    /// Puts the moments of a state there.
    pub fn new(
        device: &Device,
        programs: &Programs,
        (model, state): (&Model, &State),
    ) -> Result<Self, BackendError> {
        let put = |list: &[f32]| put(device, model, list).map_err(failed);
        let shared = model.shared.as_ref();
        Ok(Self {
            momentum: put(&state.momentum)?,
            variance: put(&state.variance)?,
            average: put(&state.average)?,
            gradient: device.stream.alloc_zeros(model.len()).map_err(failed)?,
            groups: DeviceGroups::new(&model.groups()),
            adam: programs.get("adam")?,
            shared_gradients: shared
                .map(|_| programs.get("shared_gradients"))
                .transpose()?,
        })
    }

    /// All parameters follow their gradients.
    pub fn step(
        &mut self,
        device: &Device,
        course: &Course,
        (model, weights): (&Model, &mut Weights),
    ) -> Result<(), DriverError> {
        self.sum_shared(device, model)?;
        let mut launch = device.stream.launch_builder(&self.adam);
        launch
            .arg(&mut weights.values)
            .arg(&mut self.momentum)
            .arg(&mut self.variance)
            .arg(&mut self.gradient)
            .arg(&mut self.average)
            .arg(&mut weights.halves)
            .arg(&self.groups)
            .arg(&course.steps)
            .arg(&course.current);
        // SAFETY: the program takes these arguments in this order; all lists have as many numbers as
        // the model it was compiled for, and the last group ends there.
        unsafe { launch.launch(threads(model.len())) }?;
        weights.merge_shared(device, model)
    }

    /// The gradients of weights that all king buckets share.
    fn sum_shared(&mut self, device: &Device, model: &Model) -> Result<(), DriverError> {
        let (Some(program), Some(range)) = (&self.shared_gradients, &model.shared) else {
            return Ok(());
        };
        let (mut own, mut rest) = self.gradient.split_at_mut(range.start);
        let mut shared = rest.slice_mut(..range.len());
        let mut launch = device.stream.launch_builder(program);
        launch.arg(&mut own).arg(&mut shared);
        // SAFETY: the program takes these arguments in this order, and touches the gradients of the
        // first layer's weights, which are the first parameters, and those of the shared ones.
        unsafe { launch.launch(threads(SHARED_INPUTS * model.architecture.width)) }?;
        Ok(())
    }

    /// All that training has changed, with the steps that were made and averaged.
    pub fn state(
        &self,
        device: &Device,
        (model, weights): (&Model, &Weights),
        (step, averaged): (u64, u64),
    ) -> Result<State, DriverError> {
        let get = |list: &CudaSlice<f32>| -> Result<Vec<f32>, DriverError> {
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

fn put(device: &Device, model: &Model, list: &[f32]) -> Result<CudaSlice<f32>, DriverError> {
    device.stream.clone_htod(&to_device(model, list))
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

/// The place of each of the first layer's weights, and of those that buckets share, here and in the
/// model.
fn for_each_first_weight(model: &Model, mut each: impl FnMut(usize, usize)) {
    let width = model.architecture.width;
    let shared = model.shared.iter().map(|shared| (shared, SHARED_INPUTS));
    for (range, inputs) in [(&model.first.weights, model.first.inputs)]
        .into_iter()
        .chain(shared)
    {
        for input in 0..inputs {
            for neuron in 0..width {
                let stripe = striped_place(inputs, input, neuron);
                each(range.start + input * width + neuron, range.start + stripe);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{from_device, to_device};
    use crate::examples::{configs, plan, records};

    #[test]
    fn stripes_survive_rows_and_back() {
        for config in configs() {
            let model = plan(&config, records(5, 1)).model;
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
}
