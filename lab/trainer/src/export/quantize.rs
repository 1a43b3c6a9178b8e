//! Rounding to integers.

use std::ops::Range;

use nnue::layers::{HIDDEN_SCALE, byte_scale};
use nnue::{Architecture, Network, NetworkError, Parameters};

use crate::model::{Layer, Model};

/// Why parameters make no network file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// A number has no room in the file.
    #[error("a parameter of the {0} is too large, or no number at all")]
    Room(String),
    /// A sum could overflow.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// What the real number one becomes in a layer after the first.
struct Ones {
    weight: f64,
    bias: f64,
}

/// The ones of each small layer, and those of the output.
fn ones(architecture: &Architecture) -> (Vec<Ones>, Ones) {
    let scales = architecture.scales;
    let output = f64::from(scales.qb);
    let Some(hidden) = &architecture.hidden else {
        let bias = f64::from(scales.qa) * output;
        return (
            Vec::new(),
            Ones {
                weight: output,
                bias,
            },
        );
    };
    let sum = f64::from(1_u32 << hidden.sum_bits);
    let later = || Ones {
        weight: output,
        bias: f64::from(HIDDEN_SCALE) * output,
    };
    let mut small = vec![Ones {
        weight: sum / byte_scale(architecture),
        bias: sum,
    }];
    small.extend(hidden.sizes.iter().skip(1).map(|_| later()));
    (small, later())
}

/// The network of the nearest integers. That no sum in it can overflow is proved for just these
/// integers, or it is refused.
///
/// # Errors
/// Names the layer whose parameters are too large.
pub fn quantize(model: &Model, parameters: &[f32]) -> Result<Network, ExportError> {
    let architecture = &model.architecture;
    let mut integers = Parameters::zeroed(architecture);
    let one = f64::from(architecture.scales.qa);
    let mut merged = Vec::new();
    let first = model.ft_weights(parameters, &mut merged);
    let name = &model.first.name;
    for (input, row) in integers
        .ft_weights
        .chunks_exact_mut(architecture.width)
        .enumerate()
    {
        for (neuron, weight) in row.iter_mut().enumerate() {
            *weight = integer(first[model.first_place(input, neuron)], one, name)?;
        }
    }
    let biases = &parameters[model.first.biases.clone()];
    fill(&mut integers.ft_biases, biases, one, name)?;

    let (small, output) = ones(architecture);
    let mut layers = model.dense.iter().zip(&small);
    if let (Some(dense), Some((layer, ones))) = (&mut integers.dense, layers.next()) {
        fill_layer(
            (&mut dense.weights, &mut dense.biases),
            parameters,
            layer,
            ones,
        )?;
    }
    for (dense, (layer, ones)) in integers.later.iter_mut().zip(layers) {
        fill_layer(
            (&mut dense.weights, &mut dense.biases),
            parameters,
            layer,
            ones,
        )?;
    }
    let layer = &model.output;
    let weights = &parameters[layer.weights.clone()];
    fill(
        &mut integers.output_weights,
        weights,
        output.weight,
        &layer.name,
    )?;
    let biases = &parameters[layer.biases.clone()];
    fill(
        &mut integers.output_biases,
        biases,
        output.bias,
        &layer.name,
    )?;
    Ok(Network::new(architecture.clone(), integers)?)
}

fn fill_layer<T: TryFrom<i64>>(
    (weights, biases): (&mut [T], &mut [i32]),
    parameters: &[f32],
    layer: &Layer,
    ones: &Ones,
) -> Result<(), ExportError> {
    let of = |range: &Range<usize>| &parameters[range.clone()];
    fill(weights, of(&layer.weights), ones.weight, &layer.name)?;
    fill(biases, of(&layer.biases), ones.bias, &layer.name)
}

fn fill<T: TryFrom<i64>>(
    integers: &mut [T],
    numbers: &[f32],
    one: f64,
    layer: &str,
) -> Result<(), ExportError> {
    for (place, &number) in integers.iter_mut().zip(numbers) {
        *place = integer(number, one, layer)?;
    }
    Ok(())
}

/// The nearest integer.
fn integer<T: TryFrom<i64>>(number: f32, one: f64, layer: &str) -> Result<T, ExportError> {
    let no_room = || ExportError::Room(layer.to_owned());
    if !number.is_finite() {
        return Err(no_room());
    }
    let scaled = (f64::from(number) * one).round();
    T::try_from(scaled as i64).map_err(|_| no_room())
}

/// The real numbers of a network, to train on from it. What king buckets share is zero.
///
/// Nothing if the network does not look like the model. The output scale may be another one.
#[must_use]
pub fn dequantize(model: &Model, network: &Network) -> Option<Vec<f32>> {
    let architecture = network.architecture();
    let mut wanted = model.architecture.clone();
    wanted.scales.qb = architecture.scales.qb;
    if *architecture != wanted {
        return None;
    }
    let integers = network.parameters();
    let mut parameters = vec![0.0; model.len()];
    let one = f64::from(architecture.scales.qa);
    for (input, row) in integers
        .ft_weights
        .chunks_exact(architecture.width)
        .enumerate()
    {
        for (neuron, &weight) in row.iter().enumerate() {
            parameters[model.first_place(input, neuron)] = real(weight, one);
        }
    }
    let mut put = |range: &Range<usize>, numbers: Vec<f32>| {
        parameters[range.clone()].copy_from_slice(&numbers);
    };
    put(&model.first.biases, reals(&integers.ft_biases, one));
    let (small, output) = ones(architecture);
    let mut layers = model.dense.iter().zip(&small);
    if let (Some(dense), Some((layer, ones))) = (&integers.dense, layers.next()) {
        put(&layer.weights, reals(&dense.weights, ones.weight));
        put(&layer.biases, reals(&dense.biases, ones.bias));
    }
    for (dense, (layer, ones)) in integers.later.iter().zip(layers) {
        put(&layer.weights, reals(&dense.weights, ones.weight));
        put(&layer.biases, reals(&dense.biases, ones.bias));
    }
    let layer = &model.output;
    put(
        &layer.weights,
        reals(&integers.output_weights, output.weight),
    );
    put(&layer.biases, reals(&integers.output_biases, output.bias));
    Some(parameters)
}

fn reals<T: Copy + Into<f64>>(integers: &[T], one: f64) -> Vec<f32> {
    integers.iter().map(|&integer| real(integer, one)).collect()
}

fn real<T: Into<f64>>(integer: T, one: f64) -> f32 {
    (integer.into() / one) as f32
}
