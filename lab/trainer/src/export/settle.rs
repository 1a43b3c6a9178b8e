//! Rounding the first layer with real positions in mind.
//!
//! The nearest integers are the best choice for each weight alone, but not for their sums: what
//! rounding takes from some two dozen weights of each of many neurons adds up to several hundredths of
//! a pawn in narrow networks. Which of its two neighbors a weight becomes is free, so each is chosen,
//! one after the other, so that the errors of all cancel on positions from the data.

use games::Record;
use nnue::{Activation, Network, Parameters};

use super::quantize::dequantize;
use crate::cpu::{Activations, Forward, Inputs};
use crate::model::Model;

/// Positions times neurons: what is affordable.
const BUDGET: usize = 12_000_000;

/// How often each weight is considered.
const SWEEPS: usize = 2;

/// How much smaller the squared error must become for a weight to leave its nearest integer, as a share of
/// what the step alone would add to it: smaller gains are chance.
const LEAST_GAIN: f64 = 0.1;

/// The network with the first layer's weights rounded so that its values on positions like these are nearer
/// to those of the real numbers. Networks with small layers, whose bytes are coarser than any weight,
/// stay as they are.
#[must_use]
pub fn settle(model: &Model, parameters: &[f32], network: Network, records: &[Record]) -> Network {
    let architecture = network.architecture().clone();
    if architecture.hidden.is_some() {
        return network;
    }
    let mut integers = network.parameters().clone();
    let Some(mut work) = Work::new(model, parameters, &network, records) else {
        return network;
    };
    for _ in 0..SWEEPS {
        for neuron in 0..architecture.width {
            work.neuron(neuron, &mut integers);
        }
    }
    // Where all integers at once have no room, the nearest ones had.
    Network::new(architecture, integers).unwrap_or(network)
}

struct Work<'a> {
    model: &'a Model,
    /// The real weights of the first layer, in units of the integers.
    first: Vec<f32>,
    biases: Vec<f32>,
    /// The output weights of the integers, as real numbers.
    output: Vec<f32>,
    /// What one is in the first layer.
    one: f32,
    inputs: Vec<Inputs>,
    /// For each input, the sides of positions that have it: twice the position's number, plus the side.
    places: Vec<Vec<u32>>,
    /// How far the output is too high, for each position.
    errors: Vec<f32>,
    /// What one unit more in a sum of the neuron at hand adds to the output, for each side of a position.
    slopes: Vec<f32>,
}

impl<'a> Work<'a> {
    fn new(
        model: &'a Model,
        parameters: &[f32],
        network: &Network,
        records: &[Record],
    ) -> Option<Self> {
        let architecture = &model.architecture;
        // The scales of the file, which may be finer.
        let mut exact = model.clone();
        exact.architecture.scales = network.architecture().scales;
        let rounded = dequantize(&exact, network)?;
        let count = records.len().min(BUDGET / architecture.width);
        let sample = (0..count).map(|number| &records[number * records.len() / count]);
        let (mut merged, mut merged_rounded) = (Vec::new(), Vec::new());
        let real = Forward::new(model, parameters, &mut merged);
        let near = Forward::new(model, &rounded, &mut merged_rounded);
        let mut activations = Activations::new(model);
        let mut places = vec![Vec::new(); model.first.inputs];
        let (mut inputs, mut errors) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (number, record) in sample.enumerate() {
            let position = real.inputs(record);
            for side in 0..2 {
                for &input in position.of(side) {
                    places[usize::from(input)].push(2 * number as u32 + side as u32);
                }
            }
            let output = near.run(&position, &mut activations);
            errors.push(output - real.run(&position, &mut activations));
            inputs.push(position);
        }
        let one = architecture.scales.first as f32;
        let mut merged = Vec::new();
        let first = model.first_weights(parameters, &mut merged).iter();
        let biases = parameters[model.first.biases.clone()].iter();
        Some(Self {
            first: first.map(|weight| weight * one).collect(),
            biases: biases.map(|bias| bias * one).collect(),
            output: rounded[model.output.weights.clone()].to_vec(),
            slopes: vec![0.0; 2 * count],
            one,
            model,
            inputs,
            places,
            errors,
        })
    }

    /// Chooses the integers of a neuron.
    fn neuron(&mut self, neuron: usize, integers: &mut Parameters) {
        self.find_slopes(neuron, integers);
        let width = self.model.architecture.width;
        for input in 0..self.places.len() {
            let real = self.first[self.model.first_place(input, neuron)];
            let places = std::mem::take(&mut self.places[input]);
            let weight = &mut integers.first_weights[input * width + neuron];
            *weight = self.choose(*weight, real, &places);
            self.places[input] = places;
        }
        let everywhere: Vec<u32> = (0..self.slopes.len() as u32).collect();
        let bias = &mut integers.first_biases[neuron];
        *bias = self.choose(*bias, self.biases[neuron], &everywhere);
    }

    /// Which of the two integers around a real number makes the errors at these places smaller.
    fn choose(&mut self, now: i16, real: f32, places: &[u32]) -> i16 {
        let now_real = f32::from(now);
        let other = if now_real > real {
            now_real - 1.0
        } else {
            now_real + 1.0
        };
        // A weight that is an integer already has no two neighbors.
        if (other - real).abs() >= 1.0 || i16::try_from(other as i32).is_err() {
            return now;
        }
        let step = other - now_real;
        let (mut along, mut alone) = (0.0_f64, 0.0_f64);
        for &place in places {
            let change = f64::from(self.slopes[place as usize] * step);
            along += change * f64::from(self.errors[place as usize / 2]);
            alone += change * change;
        }
        if 2.0 * along + alone >= -LEAST_GAIN * alone {
            return now;
        }
        for &place in places {
            self.errors[place as usize / 2] += self.slopes[place as usize] * step;
        }
        other as i16
    }

    /// What a unit of a neuron's sum is worth in each position, with all weights as they are now.
    fn find_slopes(&mut self, neuron: usize, integers: &Parameters) {
        let architecture = &self.model.architecture;
        let (width, activated) = (architecture.width, architecture.activated_width());
        let sums = self.sums(neuron, integers);
        let partners = match architecture.activation {
            Activation::Pairwise => self.sums((neuron + activated) % width, integers),
            _ => Vec::new(),
        };
        for place in 0..self.slopes.len() {
            let sum = sums[place];
            let slope = match architecture.activation {
                Activation::Relu => f32::from(u8::from(sum > 0.0)),
                Activation::ClippedRelu => open(sum),
                Activation::SquaredClippedRelu => 2.0 * sum * open(sum),
                Activation::Pairwise => open(sum) * partners[place].clamp(0.0, 1.0),
            };
            let bucket = usize::from(self.inputs[place / 2].bucket);
            let weight = (2 * bucket + place % 2) * activated + neuron % activated;
            self.slopes[place] = slope * self.output[weight] / self.one;
        }
    }

    /// A neuron's sums in real numbers, for each side of a position.
    fn sums(&self, neuron: usize, integers: &Parameters) -> Vec<f32> {
        let rows = integers
            .first_weights
            .chunks_exact(self.model.architecture.width);
        let column: Vec<i32> = rows.map(|row| i32::from(row[neuron])).collect();
        let bias = i32::from(integers.first_biases[neuron]);
        let sum = |inputs: &[u16]| -> i32 {
            let weights = inputs.iter().map(|&input| column[usize::from(input)]);
            weights.sum()
        };
        let positions = self.inputs.iter();
        let sides = positions.flat_map(|position| [position.of(0), position.of(1)]);
        sides
            .map(|inputs| (sum(inputs) + bias) as f32 / self.one)
            .collect()
    }
}

/// One where clipping lets changes through, zero elsewhere.
const fn open(sum: f32) -> f32 {
    if sum > 0.0 && sum < 1.0 { 1.0 } else { 0.0 }
}
