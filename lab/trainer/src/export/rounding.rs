//! Better than the nearest integers: output weights that make up for what rounding spoilt.
//!
//! Each output weight is rounded by up to half a unit, and so are the weights before it; over
//! hundreds of neurons this adds up to some hundredths of a pawn. Here output weights take steps of
//! one unit, one weight after the other, as long as the values of sample positions come closer to
//! those of the real numbers: coordinate descent on a sum of squares. Networks with small layers
//! stay as they are.

use chess::Color;
use games::Record;
use nnue::{Activation, Network, Parameters};

use super::comparison::pieces_of;
use super::quantize::ExportError;
use crate::cpu::{Activations, Forward};
use crate::data::pieces;
use crate::model::Model;

/// Sample positions for each output bucket.
const SAMPLES: usize = 4096;

/// How far a weight may get from the nearest integer.
const LARGEST_STEP: i32 = 2;

/// How often all weights are looked at.
const ROUNDS: usize = 6;

/// The positions of an output bucket.
#[derive(Default)]
struct Samples {
    /// What enters the output, for each position after the other.
    inputs: Vec<f32>,
    /// How much is missing to the real value.
    missing: Vec<f32>,
}

/// A network whose values are closer to those of the real numbers over sample positions.
///
/// # Errors
/// If a sum could overflow.
pub fn improve(
    model: &Model,
    parameters: &[f32],
    network: Network,
    records: &[Record],
) -> Result<Network, ExportError> {
    if model.architecture.hidden.is_some() {
        return Ok(network);
    }
    let samples = samples(model, parameters, &network, records);
    let mut integers = network.parameters().clone();
    for (bucket, samples) in samples.into_iter().enumerate() {
        descend(model, bucket, samples, &mut integers);
    }
    Ok(Network::new(model.architecture.clone(), integers)?)
}

/// Positions of each bucket, spread evenly over all.
fn samples(
    model: &Model,
    parameters: &[f32],
    network: &Network,
    records: &[Record],
) -> Vec<Samples> {
    let architecture = &model.architecture;
    let mut merged = Vec::new();
    let forward = Forward::new(model, parameters, &mut merged);
    let mut activations = Activations::new(model);
    let mut samples: Vec<Samples> = Vec::new();
    samples.resize_with(architecture.buckets, Samples::default);
    // Buckets of few pieces are rare: look at many more positions than one bucket needs.
    let stride = records
        .len()
        .div_ceil(8 * architecture.buckets * SAMPLES)
        .max(1);
    for record in records.iter().step_by(stride) {
        let sample = &mut samples[architecture.bucket(pieces(record))];
        if sample.missing.len() == SAMPLES {
            continue;
        }
        let real = forward.run(&forward.inputs(record), &mut activations);
        let first = sample.inputs.len();
        for side in Color::ALL {
            let sums = network.first_layer(&pieces_of(record), side);
            activate(model, &sums, &mut sample.inputs);
        }
        let bucket = architecture.bucket(pieces(record));
        let rounded = output(model, network.parameters(), bucket, &sample.inputs[first..]);
        sample.missing.push(real - rounded);
    }
    samples
}

/// The activations of integer sums, as real numbers.
fn activate(model: &Model, sums: &[i16], inputs: &mut Vec<f32>) {
    let one = f32::from(i16::try_from(model.architecture.scales.first).unwrap_or(i16::MAX));
    let real = |sum: i16| f32::from(sum) / one;
    let clip = |sum: i16| real(sum).clamp(0.0, 1.0);
    match model.architecture.activation {
        Activation::Relu => inputs.extend(sums.iter().map(|&sum| real(sum).max(0.0))),
        Activation::ClippedRelu => inputs.extend(sums.iter().map(|&sum| clip(sum))),
        Activation::SquaredClippedRelu => {
            inputs.extend(sums.iter().map(|&sum| clip(sum) * clip(sum)));
        }
        Activation::Pairwise => {
            let (left, right) = sums.split_at(sums.len() / 2);
            let products = left.iter().zip(right).map(|(&a, &b)| clip(a) * clip(b));
            inputs.extend(products);
        }
    }
}

/// The output of integer weights, as a real number.
fn output(model: &Model, integers: &Parameters, bucket: usize, inputs: &[f32]) -> f32 {
    let scales = model.architecture.scales;
    let weights = &integers.output_weights[bucket * inputs.len()..];
    let products = inputs.iter().zip(weights.iter());
    let sum: f32 = products.map(|(x, &weight)| x * f32::from(weight)).sum();
    let bias = f64::from(integers.output_biases[bucket]);
    sum / scales.output as f32 + (bias / f64::from(scales.first * scales.output)) as f32
}

/// Changes the output weights of a bucket while that makes what is missing smaller.
fn descend(model: &Model, bucket: usize, samples: Samples, integers: &mut Parameters) {
    let scales = model.architecture.scales;
    let count = model.output.inputs;
    let Samples {
        inputs,
        mut missing,
    } = samples;
    if missing.len() < count {
        // Too few positions to tell weights apart.
        return;
    }
    let unit = 1.0 / scales.output as f32;
    let weights = &mut integers.output_weights[bucket * count..][..count];
    let nearest = weights.to_vec();
    // Those of the nearest integers are known to leave a fast path open; stay as small as they are.
    let largest = weights.iter().map(|weight| weight.unsigned_abs()).max();
    let largest = i32::from(largest.unwrap_or_default());
    let mut column = vec![0.0; missing.len()];
    for _ in 0..ROUNDS {
        for place in 0..count {
            for (value, row) in column.iter_mut().zip(inputs.chunks_exact(count)) {
                *value = row[place];
            }
            let size: f32 = column.iter().map(|x| x * x).sum();
            let along: f32 = column.iter().zip(&missing).map(|(x, r)| x * r).sum();
            if size <= 0.0 {
                continue;
            }
            let old = i32::from(weights[place]);
            let wanted = old + (along / size / unit).round() as i32;
            let near = i32::from(nearest[place]);
            let new = wanted
                .clamp(near - LARGEST_STEP, near + LARGEST_STEP)
                .clamp(-largest, largest);
            let change = (new - old) as f32 * unit;
            for (missing, x) in missing.iter_mut().zip(&column) {
                *missing -= x * change;
            }
            weights[place] = new as i16;
        }
        let mean = missing.iter().sum::<f32>() / missing.len() as f32;
        let one = (scales.first * scales.output) as f32;
        let step = (mean * one).round();
        integers.output_biases[bucket] += step as i32;
        for missing in &mut missing {
            *missing -= step / one;
        }
    }
}
