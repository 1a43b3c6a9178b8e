//! Quantization by rounding to nearest, and dequantization.

use std::ops::Range;

use nnue::layers::{HIDDEN_SCALE, byte_scale};
use nnue::{Architecture, Network, NetworkError, Parameters};

use crate::model::{Layer, Model};
use crate::trained::Trained;

/// Why parameters cannot be quantized.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// A parameter does not fit its integer type.
    #[error("a parameter of the {0} is out of range or not finite")]
    OutOfRange(String),
    /// A sum could overflow.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// The quantization scales of a layer after the feature transformer.
struct LayerScales {
    weight: f64,
    bias: f64,
}

/// The quantization scales of each hidden layer, and those of the output layer.
fn layer_scales<F: Trained>(architecture: &Architecture<F>) -> (Vec<LayerScales>, LayerScales) {
    let scales = architecture.scales;
    let qb = f64::from(scales.qb);
    let Some(hidden) = &architecture.hidden else {
        let bias = f64::from(scales.qa) * qb;
        return (Vec::new(), LayerScales { weight: qb, bias });
    };
    let sum = f64::from(1_u32 << hidden.sum_bits);
    let later = || LayerScales {
        weight: qb,
        bias: f64::from(HIDDEN_SCALE) * qb,
    };
    let mut hidden_scales = vec![LayerScales {
        weight: sum / byte_scale(architecture),
        bias: sum,
    }];
    hidden_scales.extend(hidden.sizes.iter().skip(1).map(|_| later()));
    (hidden_scales, later())
}

/// The network rounded to nearest, if no sum in it can overflow.
///
/// # Errors
/// Names the layer whose parameters are out of range.
pub fn quantize<F: Trained>(
    model: &Model<F>,
    parameters: &[f32],
) -> Result<Network<F>, ExportError> {
    let architecture = &model.architecture;
    let mut integers = Parameters::zeroed(architecture);
    let qa = f64::from(architecture.scales.qa);
    let mut merged = Vec::new();
    let ft_weights = model.merged_ft_weights(parameters, &mut merged);
    let name = &model.ft.name;
    for (input, row) in integers
        .ft_weights
        .chunks_exact_mut(architecture.width)
        .enumerate()
    {
        for (neuron, weight) in row.iter_mut().enumerate() {
            *weight = round(ft_weights[model.ft_index(input, neuron)], qa, name)?;
        }
    }
    let biases = &parameters[model.ft.biases.clone()];
    fill(&mut integers.ft_biases, biases, qa, name)?;

    let (hidden, output) = layer_scales(architecture);
    let mut layers = model.hidden.iter().zip(&hidden);
    if let (Some(dense), Some((layer, scales))) = (&mut integers.dense, layers.next()) {
        let (weights, biases) = (&mut *dense.weights, &mut *dense.biases);
        fill_layer(weights, biases, parameters, layer, scales)?;
    }
    for (dense, (layer, scales)) in integers.later.iter_mut().zip(layers) {
        let (weights, biases) = (&mut *dense.weights, &mut *dense.biases);
        fill_layer(weights, biases, parameters, layer, scales)?;
    }
    let (weights, biases) = (&mut *integers.output_weights, &mut *integers.output_biases);
    fill_layer(weights, biases, parameters, &model.output, &output)?;
    Ok(Network::new(architecture.clone(), integers)?)
}

fn fill_layer<T: TryFrom<i64>>(
    weights: &mut [T],
    biases: &mut [i32],
    parameters: &[f32],
    layer: &Layer,
    scales: &LayerScales,
) -> Result<(), ExportError> {
    let of = |range: &Range<usize>| &parameters[range.clone()];
    fill(weights, of(&layer.weights), scales.weight, &layer.name)?;
    fill(biases, of(&layer.biases), scales.bias, &layer.name)
}

fn fill<T: TryFrom<i64>>(
    integers: &mut [T],
    numbers: &[f32],
    scale: f64,
    layer: &str,
) -> Result<(), ExportError> {
    for (integer, &number) in integers.iter_mut().zip(numbers) {
        *integer = round(number, scale, layer)?;
    }
    Ok(())
}

/// Rounds to nearest.
fn round<T: TryFrom<i64>>(number: f32, scale: f64, layer: &str) -> Result<T, ExportError> {
    let out_of_range = || ExportError::OutOfRange(layer.to_owned());
    if !number.is_finite() {
        return Err(out_of_range());
    }
    let scaled = (f64::from(number) * scale).round();
    T::try_from(scaled as i64).map_err(|_| out_of_range())
}

/// The floating-point parameters of a network, to continue training from it. What its king buckets have
/// in common is the factorizer's.
///
/// None if the network's architecture is not the model's. Only QB may differ.
pub fn dequantize<F: Trained>(model: &Model<F>, network: &Network<F>) -> Option<Vec<f32>> {
    let architecture = network.architecture();
    let mut wanted = model.architecture.clone();
    wanted.scales.qb = architecture.scales.qb;
    if *architecture != wanted {
        return None;
    }
    let integers = network.parameters();
    let mut parameters = vec![0.0; model.len()];
    let qa = f64::from(architecture.scales.qa);
    for (input, row) in integers
        .ft_weights
        .chunks_exact(architecture.width)
        .enumerate()
    {
        for (neuron, &weight) in row.iter().enumerate() {
            parameters[model.ft_index(input, neuron)] = dequantized(weight, qa);
        }
    }
    model.split_ft_weights(&mut parameters);
    put(
        &mut parameters[model.ft.biases.clone()],
        &integers.ft_biases,
        qa,
    );
    let (hidden, output) = layer_scales(architecture);
    let mut layers = model.hidden.iter().zip(&hidden);
    if let (Some(dense), Some((layer, scales))) = (&integers.dense, layers.next()) {
        put_layer(
            &dense.weights,
            &dense.biases,
            &mut parameters,
            layer,
            scales,
        );
    }
    for (dense, (layer, scales)) in integers.later.iter().zip(layers) {
        put_layer(
            &dense.weights,
            &dense.biases,
            &mut parameters,
            layer,
            scales,
        );
    }
    let (weights, biases) = (&*integers.output_weights, &*integers.output_biases);
    put_layer(weights, biases, &mut parameters, &model.output, &output);
    Some(parameters)
}

fn put_layer<T: Copy + Into<f64>>(
    weights: &[T],
    biases: &[i32],
    parameters: &mut [f32],
    layer: &Layer,
    scales: &LayerScales,
) {
    put(
        &mut parameters[layer.weights.clone()],
        weights,
        scales.weight,
    );
    put(&mut parameters[layer.biases.clone()], biases, scales.bias);
}

fn put<T: Copy + Into<f64>>(numbers: &mut [f32], integers: &[T], scale: f64) {
    for (number, &integer) in numbers.iter_mut().zip(integers) {
        *number = dequantized(integer, scale);
    }
}

fn dequantized<T: Into<f64>>(integer: T, scale: f64) -> f32 {
    (integer.into() / scale) as f32
}
