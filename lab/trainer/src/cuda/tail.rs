//! Everything after the first layer's sums: to the loss and back.

use cudarc::driver::{
    CudaFunction, CudaSlice, DevicePtrMut, DeviceRepr, DriverError, PushKernelArg,
};

use super::course::Course;
use super::device::{Device, threads, warps, warps_with_memory};
use super::failed;
use super::first::First;
use super::products::{Operand, Product};
use super::programs::largest_small_layer;
use super::sums::ColumnSums;
use super::weights::{Moments, Weights};
use crate::backend::{BackendError, Plan};
use crate::model::{Layer, Model};

/// Columns of errors are a multiple of this, which products like.
const COLUMN_STEP: usize = 8;

/// Most layers after the first.
const MAX_LAYERS: usize = 4;

/// A layer in the GPU's memory; as in the programs.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
struct DeviceLayer {
    weights: u32,
    biases: u32,
    inputs: u64,
    errors: u64,
    columns: u32,
}

/// All of them; the programs declare as many as the network has.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct DeviceLayers([DeviceLayer; MAX_LAYERS]);

// SAFETY: plain numbers and places in the GPU's memory, in C's layout, as the programs declare them.
unsafe impl DeviceRepr for DeviceLayers {}

/// What the gradients of a layer's weights are made of.
struct Errors {
    layer: Layer,
    /// What goes into the layer, `[position][input]`; that of the first one is with the others'.
    inputs: CudaSlice<u16>,
    /// The gradients of its sums in the columns of the position's bucket: `[position][column]`.
    errors: CudaSlice<u16>,
    columns: usize,
}

/// A batch as everything after the first layer sees it.
pub struct Tail {
    batch: usize,
    outputs: usize,
    layers: Vec<Errors>,
    /// For small layers: what is on the way between them and the first.
    small: Option<Small>,
    column_sums: ColumnSums,
}

/// What only networks with small layers need.
struct Small {
    /// The first small layer's products of all buckets: `[position][column]`.
    products: CudaSlice<f32>,
    /// The gradients of the first layer's outputs: `[position][output]`.
    back: CudaSlice<u16>,
    activate_back: CudaFunction,
    device_layers: DeviceLayers,
    /// Memory of one position, in bytes.
    memory: usize,
}

impl Tail {
    /// Room for a batch.
    pub fn new(device: &Device, plan: &Plan, course: &Course) -> Result<Self, BackendError> {
        let (model, batch) = (&plan.model, plan.batch);
        let layers = model.dense.iter().chain([&model.output]);
        let mut layers = layers
            .map(|layer| Errors::new(device, (layer, model.architecture.buckets), batch))
            .collect::<Result<Vec<_>, _>>()
            .map_err(failed)?;
        let has_small = !model.dense.is_empty();
        let small = has_small
            .then(|| Small::new(device, plan, course, &mut layers))
            .transpose()?;
        Ok(Self {
            batch,
            outputs: 2 * model.architecture.activated_width(),
            layers,
            small,
            column_sums: ColumnSums::new(&course.programs)?,
        })
    }

    /// From sums to losses and, when training, the gradients of sums, which take their place.
    pub fn run(
        &mut self,
        device: &mut Device,
        course: &mut Course,
        (model, weights): (&Model, &Weights),
        first: &mut First,
    ) -> Result<(), BackendError> {
        if self.small.is_none() {
            return self.output(device, course, (model, weights), first);
        }
        self.activate(device, course, (model, weights), first)?;
        self.small_layers(device, course, weights, first)
    }

    /// Of a network without small layers: all in one.
    fn output(
        &mut self,
        device: &Device,
        course: &mut Course,
        (model, weights): (&Model, &Weights),
        first: &mut First,
    ) -> Result<(), BackendError> {
        let program = course.programs.get("layers")?;
        let output = &mut self.layers[0];
        let biases = weights.values.slice(model.first.biases.clone());
        let output_weights = weights.values.slice(model.output.weights.clone());
        let output_biases = weights.values.slice(model.output.biases.clone());
        let mut launch = device.stream.launch_builder(&program);
        launch
            .arg(&mut first.sums)
            .arg(&first.slots)
            .arg(&mut output.inputs)
            .arg(&biases)
            .arg(&output_weights)
            .arg(&output_biases)
            .arg(&first.targets)
            .arg(&first.buckets)
            .arg(&mut output.errors)
            .arg(&mut course.losses)
            .arg(&course.current);
        // SAFETY: the program takes these arguments in this order, and reads and writes what belongs
        // to the batch's positions and to the network it was compiled for.
        unsafe { launch.launch(warps(self.batch)) }.map_err(failed)?;
        Ok(())
    }

    /// What the first layer's sums become.
    fn activate(
        &mut self,
        device: &Device,
        course: &Course,
        (model, weights): (&Model, &Weights),
        first: &First,
    ) -> Result<(), BackendError> {
        let program = course.programs.get("activate")?;
        let biases = weights.values.slice(model.first.biases.clone());
        let mut launch = device.stream.launch_builder(&program);
        launch
            .arg(&first.sums)
            .arg(&first.slots)
            .arg(&mut self.layers[0].inputs)
            .arg(&biases);
        // SAFETY: the program takes these arguments in this order, and writes the outputs of the
        // batch's positions.
        unsafe { launch.launch(threads(self.batch * self.outputs / 8)) }.map_err(failed)?;
        Ok(())
    }

    /// From the first layer's outputs to the loss and back to the gradients of small layers' sums.
    fn small_layers(
        &mut self,
        device: &mut Device,
        course: &mut Course,
        weights: &Weights,
        first: &First,
    ) -> Result<(), BackendError> {
        let Some(small) = &mut self.small else {
            return Ok(());
        };
        let layer = &self.layers[0];
        let own = weights.halves.slice(layer.layer.weights.clone());
        let product = Product {
            m: layer.columns,
            n: self.batch,
            k: self.outputs,
            a: Operand::turned(own, self.outputs),
            b: Operand::plain(layer.inputs.as_view(), self.outputs),
        };
        let mut products = small.products.as_view_mut();
        device.products.multiply_to_reals(&product, &mut products)?;
        let program = course.programs.get("small_layers")?;
        let mut launch = device.stream.launch_builder(&program);
        launch
            .arg(&small.products)
            .arg(&weights.values)
            .arg(&small.device_layers)
            .arg(&first.targets)
            .arg(&first.buckets)
            .arg(&mut course.losses)
            .arg(&course.current);
        // SAFETY: the program takes these arguments in this order, and reads and writes what belongs
        // to the batch's positions and to the network it was compiled for; the places of the layers'
        // matrices are those that are kept beside them.
        unsafe { launch.launch(warps_with_memory(self.batch, small.memory)) }.map_err(failed)?;
        Ok(())
    }

    /// The gradients of weights and biases, and, behind small layers, those of the first layer's sums.
    pub fn backward(
        &mut self,
        device: &mut Device,
        (model, weights): (&Model, &Weights),
        first: &mut First,
        moments: &mut Moments,
    ) -> Result<(), BackendError> {
        for errors in &self.layers {
            errors.add_gradients(device, self.batch, moments)?;
            let mut biases = moments.gradient.slice_mut(errors.layer.biases.clone());
            let matrix = (errors.errors.as_view(), errors.columns);
            self.column_sums
                .add(device, matrix, &mut biases)
                .map_err(failed)?;
        }
        let Some(small) = &mut self.small else {
            return Ok(());
        };
        let layer = &self.layers[0];
        let own = weights.halves.slice(layer.layer.weights.clone());
        let product = Product {
            m: self.outputs,
            n: self.batch,
            k: layer.columns,
            a: Operand::plain(own, self.outputs),
            b: Operand::plain(layer.errors.as_view(), layer.columns),
        };
        let mut back = small.back.as_view_mut();
        device.products.multiply_to_halves(&product, &mut back)?;
        let biases = weights.values.slice(model.first.biases.clone());
        let mut launch = device.stream.launch_builder(&small.activate_back);
        launch
            .arg(&mut first.sums)
            .arg(&first.slots)
            .arg(&small.back)
            .arg(&biases);
        // SAFETY: the program takes these arguments in this order, and turns the sums of the batch's
        // positions into their gradients.
        unsafe { launch.launch(threads(self.batch * self.outputs / 8)) }.map_err(failed)?;
        Ok(())
    }
}

impl Errors {
    fn new(
        device: &Device,
        (layer, buckets): (&Layer, usize),
        batch: usize,
    ) -> Result<Self, DriverError> {
        let columns = (buckets * layer.neurons).next_multiple_of(COLUMN_STEP);
        Ok(Self {
            layer: layer.clone(),
            inputs: device.stream.alloc_zeros(batch * layer.inputs)?,
            errors: device.stream.alloc_zeros(batch * columns)?,
            columns,
        })
    }

    /// The gradients of the layer's weights.
    fn add_gradients(
        &self,
        device: &mut Device,
        batch: usize,
        moments: &mut Moments,
    ) -> Result<(), BackendError> {
        let inputs = self.layer.inputs;
        let product = Product {
            m: inputs,
            n: self.layer.weights.len() / inputs,
            k: batch,
            a: Operand::plain(self.inputs.as_view(), inputs),
            b: Operand::turned(self.errors.as_view(), self.columns),
        };
        let mut to = moments.gradient.slice_mut(self.layer.weights.clone());
        device.products.multiply_to_reals(&product, &mut to)
    }
}

impl Small {
    fn new(
        device: &Device,
        plan: &Plan,
        course: &Course,
        layers: &mut [Errors],
    ) -> Result<Self, BackendError> {
        let (batch, stream) = (plan.batch, &device.stream);
        if layers.len() > MAX_LAYERS {
            let reason = format!("the GPU trains up to {} small layers", MAX_LAYERS - 1);
            return Err(BackendError(reason));
        }
        let mut list = [DeviceLayer::default(); MAX_LAYERS];
        for (place, layer) in list.iter_mut().zip(layers.iter_mut()) {
            *place = DeviceLayer {
                weights: layer.layer.weights.start as u32,
                biases: layer.layer.biases.start as u32,
                inputs: layer.inputs.device_ptr_mut(stream).0,
                errors: layer.errors.device_ptr_mut(stream).0,
                columns: layer.columns as u32,
            };
        }
        let outputs = 2 * plan.model.architecture.activated_width();
        let numbers = 2 * layers.len() * largest_small_layer(plan);
        Ok(Self {
            products: stream
                .alloc_zeros(batch * layers[0].columns)
                .map_err(failed)?,
            back: stream.alloc_zeros(batch * outputs).map_err(failed)?,
            activate_back: course.programs.get("activate_back")?,
            device_layers: DeviceLayers(list),
            memory: numbers * size_of::<f32>(),
        })
    }
}
