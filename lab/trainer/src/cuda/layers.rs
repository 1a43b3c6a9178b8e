//! The layers after the feature transformer: from accumulators to the loss and back.

use cudarc::driver::{CudaFunction, CudaSlice, DevicePtrMut, DeviceRepr, PushKernelArg};

use super::batch_state::BatchState;
use super::column_sums::ColumnSums;
use super::device::{Device, threads, warps, warps_with_memory};
use super::feature_transformer::FeatureTransformer;
use super::gemm::{Operand, Product};
use super::kernels::largest_hidden_layer;
use super::weights::{Moments, Weights};
use crate::backend::{BackendError, Plan};
use crate::model::{Layer, Model};

/// Columns of errors are a multiple of this, for GEMM alignment.
const COLUMN_STEP: usize = 8;

/// The most layers after the feature transformer.
const MAX_LAYERS: usize = 4;

/// A layer in GPU memory; as in the kernels.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
struct DeviceLayer {
    weights: u32,
    biases: u32,
    inputs: u64,
    errors: u64,
    columns: u32,
}

/// All of them; the kernels declare as many as the network has.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct DeviceLayers([DeviceLayer; MAX_LAYERS]);

// SAFETY: plain numbers and addresses in GPU memory, in C's layout, as the kernels declare them.
unsafe impl DeviceRepr for DeviceLayers {}

/// The factors of a layer's weight gradients.
struct Errors {
    layer: Layer,
    /// The layer's inputs: `[position][input]`.
    inputs: CudaSlice<u16>,
    /// The gradients of its sums in the columns of the output bucket: `[position][column]`.
    errors: CudaSlice<u16>,
    columns: usize,
}

/// A batch in the layers after the feature transformer.
pub struct Layers {
    batch_size: usize,
    outputs: usize,
    layers: Vec<Errors>,
    /// Only with hidden layers.
    hidden: Option<HiddenLayers>,
    column_sums: ColumnSums,
}

/// What only networks with hidden layers need.
struct HiddenLayers {
    /// The first hidden layer's products of all output buckets: `[position][column]`.
    products: CudaSlice<f32>,
    /// The gradients of the feature transformer's outputs: `[position][output]`.
    back: CudaSlice<u16>,
    activate_backward: CudaFunction,
    device_layers: DeviceLayers,
    /// Shared memory of one position, in bytes.
    memory: usize,
}

impl Layers {
    /// Room for a batch.
    pub fn new(device: &Device, plan: &Plan, batch: &BatchState) -> Result<Self, BackendError> {
        let (model, batch_size) = (&plan.model, plan.batch_size);
        let layers = model.hidden.iter().chain([&model.output]);
        let mut layers = layers
            .map(|layer| Errors::new(device, layer, model.architecture.buckets, batch_size))
            .collect::<Result<Vec<_>, _>>()?;
        let hidden = (!model.hidden.is_empty())
            .then(|| HiddenLayers::new(device, plan, batch, &mut layers))
            .transpose()?;
        Ok(Self {
            batch_size,
            outputs: 2 * model.architecture.activated_width(),
            layers,
            hidden,
            column_sums: ColumnSums::new(&batch.kernels)?,
        })
    }

    /// From accumulators to losses and, when training, the gradients of accumulators in their place.
    pub fn run(
        &mut self,
        device: &mut Device,
        batch: &mut BatchState,
        model: &Model,
        weights: &Weights,
        ft: &mut FeatureTransformer,
    ) -> Result<(), BackendError> {
        if self.hidden.is_none() {
            return self.output_layer(device, batch, model, weights, ft);
        }
        self.activate(device, batch, model, weights, ft)?;
        self.hidden_layers(device, batch, weights, ft)
    }

    /// Networks without hidden layers: everything in one kernel.
    fn output_layer(
        &mut self,
        device: &Device,
        batch: &mut BatchState,
        model: &Model,
        weights: &Weights,
        ft: &mut FeatureTransformer,
    ) -> Result<(), BackendError> {
        let kernel = batch.kernels.get("output_layer")?;
        let output = &mut self.layers[0];
        let biases = weights.values.slice(model.ft.biases.clone());
        let output_weights = weights.values.slice(model.output.weights.clone());
        let output_biases = weights.values.slice(model.output.biases.clone());
        let mut launch = device.stream.launch_builder(&kernel);
        launch
            .arg(&mut ft.accumulators)
            .arg(&ft.slots)
            .arg(&mut output.inputs)
            .arg(&biases)
            .arg(&output_weights)
            .arg(&output_biases)
            .arg(&ft.targets)
            .arg(&ft.buckets)
            .arg(&mut output.errors)
            .arg(&mut batch.losses)
            .arg(&batch.current);
        // SAFETY: the kernel takes these arguments in this order, and reads and writes what belongs
        // to the batch's positions and to the network it was compiled for.
        unsafe { launch.launch(warps(self.batch_size)) }?;
        Ok(())
    }

    /// The activation of the accumulators.
    fn activate(
        &mut self,
        device: &Device,
        batch: &BatchState,
        model: &Model,
        weights: &Weights,
        ft: &FeatureTransformer,
    ) -> Result<(), BackendError> {
        let kernel = batch.kernels.get("activate")?;
        let biases = weights.values.slice(model.ft.biases.clone());
        let mut launch = device.stream.launch_builder(&kernel);
        launch
            .arg(&ft.accumulators)
            .arg(&ft.slots)
            .arg(&mut self.layers[0].inputs)
            .arg(&biases);
        // SAFETY: the kernel takes these arguments in this order, and writes the outputs of the
        // batch's positions.
        unsafe { launch.launch(threads(self.batch_size * self.outputs / 8)) }?;
        Ok(())
    }

    /// From the activations to the loss and back to the gradients of the hidden layers' sums.
    fn hidden_layers(
        &mut self,
        device: &mut Device,
        batch: &mut BatchState,
        weights: &Weights,
        ft: &FeatureTransformer,
    ) -> Result<(), BackendError> {
        let Some(hidden) = &mut self.hidden else {
            return Ok(());
        };
        let layer = &self.layers[0];
        let own = weights.halves.slice(layer.layer.weights.clone());
        let product = Product {
            m: layer.columns,
            n: self.batch_size,
            k: self.outputs,
            a: Operand::transposed(own, self.outputs),
            b: Operand::plain(layer.inputs.as_view(), self.outputs),
        };
        let mut products = hidden.products.as_view_mut();
        device.gemm.multiply_to_reals(&product, &mut products)?;
        let kernel = batch.kernels.get("hidden_layers")?;
        let mut launch = device.stream.launch_builder(&kernel);
        launch
            .arg(&hidden.products)
            .arg(&weights.values)
            .arg(&hidden.device_layers)
            .arg(&ft.targets)
            .arg(&ft.buckets)
            .arg(&mut batch.losses)
            .arg(&batch.current);
        // SAFETY: the kernel takes these arguments in this order, and reads and writes what belongs
        // to the batch's positions and to the network it was compiled for; the addresses of the
        // layers' matrices are those that are kept beside them.
        unsafe { launch.launch(warps_with_memory(self.batch_size, hidden.memory)) }?;
        Ok(())
    }

    /// The gradients of weights and biases and, with hidden layers, those of the accumulators.
    pub fn backward(
        &mut self,
        device: &mut Device,
        model: &Model,
        weights: &Weights,
        ft: &mut FeatureTransformer,
        moments: &mut Moments,
    ) -> Result<(), BackendError> {
        for errors in &self.layers {
            errors.add_gradients(device, self.batch_size, moments)?;
            let mut biases = moments.gradient.slice_mut(errors.layer.biases.clone());
            let matrix = errors.errors.as_view();
            self.column_sums
                .add(device, matrix, errors.columns, &mut biases)?;
        }
        let Some(hidden) = &mut self.hidden else {
            return Ok(());
        };
        let layer = &self.layers[0];
        let own = weights.halves.slice(layer.layer.weights.clone());
        let product = Product {
            m: self.outputs,
            n: self.batch_size,
            k: layer.columns,
            a: Operand::plain(own, self.outputs),
            b: Operand::plain(layer.errors.as_view(), layer.columns),
        };
        let mut back = hidden.back.as_view_mut();
        device.gemm.multiply_to_halves(&product, &mut back)?;
        let biases = weights.values.slice(model.ft.biases.clone());
        let mut launch = device.stream.launch_builder(&hidden.activate_backward);
        launch
            .arg(&mut ft.accumulators)
            .arg(&ft.slots)
            .arg(&hidden.back)
            .arg(&biases);
        // SAFETY: the kernel takes these arguments in this order, and turns the accumulators of the
        // batch's positions into their gradients.
        unsafe { launch.launch(threads(self.batch_size * self.outputs / 8)) }?;
        Ok(())
    }
}

impl Errors {
    fn new(
        device: &Device,
        layer: &Layer,
        buckets: usize,
        batch_size: usize,
    ) -> Result<Self, BackendError> {
        let columns = (buckets * layer.neurons).next_multiple_of(COLUMN_STEP);
        Ok(Self {
            layer: layer.clone(),
            inputs: device.stream.alloc_zeros(batch_size * layer.inputs)?,
            errors: device.stream.alloc_zeros(batch_size * columns)?,
            columns,
        })
    }

    /// The gradients of the layer's weights.
    fn add_gradients(
        &self,
        device: &mut Device,
        batch_size: usize,
        moments: &mut Moments,
    ) -> Result<(), BackendError> {
        let inputs = self.layer.inputs;
        let product = Product {
            m: inputs,
            n: self.layer.weights.len() / inputs,
            k: batch_size,
            a: Operand::plain(self.inputs.as_view(), inputs),
            b: Operand::transposed(self.errors.as_view(), self.columns),
        };
        let mut to = moments.gradient.slice_mut(self.layer.weights.clone());
        device.gemm.multiply_to_reals(&product, &mut to)
    }
}

impl HiddenLayers {
    fn new(
        device: &Device,
        plan: &Plan,
        batch: &BatchState,
        layers: &mut [Errors],
    ) -> Result<Self, BackendError> {
        let (batch_size, stream) = (plan.batch_size, &device.stream);
        if layers.len() > MAX_LAYERS {
            let reason = format!("the GPU trains up to {} hidden layers", MAX_LAYERS - 1);
            return Err(BackendError(reason));
        }
        let mut list = [DeviceLayer::default(); MAX_LAYERS];
        for (device_layer, layer) in list.iter_mut().zip(layers.iter_mut()) {
            *device_layer = DeviceLayer {
                weights: layer.layer.weights.start as u32,
                biases: layer.layer.biases.start as u32,
                inputs: layer.inputs.device_ptr_mut(stream).0,
                errors: layer.errors.device_ptr_mut(stream).0,
                columns: layer.columns as u32,
            };
        }
        let outputs = 2 * plan.model.architecture.activated_width();
        let numbers = 2 * layers.len() * largest_hidden_layer(plan);
        Ok(Self {
            products: stream.alloc_zeros(batch_size * layers[0].columns)?,
            back: stream.alloc_zeros(batch_size * outputs)?,
            activate_backward: batch.kernels.get("activate_backward")?,
            device_layers: DeviceLayers(list),
            memory: numbers * size_of::<f32>(),
        })
    }
}
