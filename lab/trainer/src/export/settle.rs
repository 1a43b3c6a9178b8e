//! Rounding with real positions in mind.
//!
//! The nearest integers are the best choice for each weight alone, but not for their sums: what
//! rounding takes from some two dozen weights of each of many neurons adds up to several hundredths of
//! a pawn in narrow networks. Which of its two neighbors a weight becomes is free, so each is chosen,
//! one after the other, so that the errors of all cancel on positions from the data.

use nnue::{Activation, Network, Parameters};
use records::Record;

use super::quantize::dequantize;
use crate::cpu::{Activations, Forward, Inputs};
use crate::model::Model;

/// Positions times neurons: what is affordable.
const BUDGET: usize = 32_000_000;

/// How often each weight is considered.
const SWEEPS: usize = 3;

/// The network with its weights rounded so that its values on positions like these are nearer
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
            work.ft_weights(neuron, &mut integers);
            if neuron < architecture.activated_width() {
                work.output_weights(neuron, &mut integers);
            }
        }
    }
    // Where all integers at once have no room, the nearest ones had.
    Network::new(architecture, integers).unwrap_or(network)
}

/// What the integers are chosen by. A place is a side of a position: twice the position's number, plus
/// the side.
struct Work<'a> {
    model: &'a Model,
    /// The real weights and biases of the first layer, and the output weights, in units of the integers.
    first: Vec<f32>,
    biases: Vec<f32>,
    output: Vec<f32>,
    /// What one is in the first layer, and in the output weights.
    one: f32,
    output_one: f32,
    /// The largest output weight: a larger one may be too slow.
    largest: f32,
    inputs: Vec<Inputs>,
    /// The places that have each input.
    with_input: Vec<Vec<u32>>,
    /// The places of each output bucket and side.
    with_output: Vec<Vec<u32>>,
    /// How far the output is too high, for each position.
    errors: Vec<f32>,
    /// What one unit more in the weight at hand adds to the output, for each place.
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
        let mut with_input = vec![Vec::new(); model.first.inputs];
        let mut with_output = vec![Vec::new(); 2 * architecture.buckets];
        let (mut inputs, mut errors) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (number, record) in sample.enumerate() {
            let position = real.inputs(record);
            for side in 0..2 {
                let place = (2 * number + side) as u32;
                for &input in position.of(side) {
                    with_input[usize::from(input)].push(place);
                }
                with_output[2 * usize::from(position.bucket) + side].push(place);
            }
            let output = near.run(&position, &mut activations);
            errors.push(output - real.run(&position, &mut activations));
            inputs.push(position);
        }
        let [one, output_one] =
            [exact.architecture.scales.qa, exact.architecture.scales.qb].map(|scale| scale as f32);
        let scaled = |numbers: &[f32], one: f32| -> Vec<f32> {
            numbers.iter().map(|number| number * one).collect()
        };
        let output = network.parameters().output_weights.iter();
        Some(Self {
            first: scaled(model.ft_weights(parameters, &mut Vec::new()), one),
            biases: scaled(&parameters[model.first.biases.clone()], one),
            output: scaled(&parameters[model.output.weights.clone()], output_one),
            largest: output.fold(0.0, |largest, &weight| largest.max(f32::from(weight).abs())),
            slopes: vec![0.0; 2 * count],
            one,
            output_one,
            model,
            inputs,
            with_input,
            with_output,
            errors,
        })
    }

    /// Chooses the integers of a neuron's weights and its bias.
    fn ft_weights(&mut self, neuron: usize, integers: &mut Parameters) {
        self.find_slopes(neuron, integers);
        let width = self.model.architecture.width;
        for input in 0..self.with_input.len() {
            let real = self.first[self.model.first_place(input, neuron)];
            let places = std::mem::take(&mut self.with_input[input]);
            let weight = &mut integers.ft_weights[input * width + neuron];
            *weight = self.choose(*weight, real, f32::from(i16::MAX), &places);
            self.with_input[input] = places;
        }
        let everywhere: Vec<u32> = (0..self.slopes.len() as u32).collect();
        let bias = &mut integers.ft_biases[neuron];
        *bias = self.choose(*bias, self.biases[neuron], f32::from(i16::MAX), &everywhere);
    }

    /// Chooses the integers that a neuron's outputs are multiplied with.
    fn output_weights(&mut self, neuron: usize, integers: &mut Parameters) {
        let sums = self.sums(neuron, integers);
        let partners = self.partners(neuron, integers);
        let activation = self.model.architecture.activation;
        for (place, slope) in self.slopes.iter_mut().enumerate() {
            let sum = sums[place];
            let output = match activation {
                Activation::Relu => sum.max(0.0),
                Activation::Crelu => clip(sum),
                Activation::Screlu => clip(sum) * clip(sum),
                Activation::Pairwise => clip(sum) * clip(partners[place]),
            };
            *slope = output / self.output_one;
        }
        let activated = self.model.architecture.activated_width();
        for block in 0..self.with_output.len() {
            let number = block * activated + neuron;
            let places = std::mem::take(&mut self.with_output[block]);
            let weight = &mut integers.output_weights[number];
            *weight = self.choose(*weight, self.output[number], self.largest, &places);
            self.with_output[block] = places;
        }
    }

    /// Which of the two integers around a real number makes the errors at these places smaller.
    fn choose(&mut self, now: i16, real: f32, largest: f32, places: &[u32]) -> i16 {
        let now_real = f32::from(now);
        let other = if now_real > real {
            now_real - 1.0
        } else {
            now_real + 1.0
        };
        // A weight that is an integer already has no two neighbors.
        if (other - real).abs() >= 1.0 || other.abs() > largest {
            return now;
        }
        let step = other - now_real;
        let (mut along, mut alone) = (0.0_f64, 0.0_f64);
        for &place in places {
            let change = f64::from(self.slopes[place as usize] * step);
            along += change * f64::from(self.errors[place as usize / 2]);
            alone += change * change;
        }
        if 2.0 * along + alone >= 0.0 {
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
        let activated = architecture.activated_width();
        let sums = self.sums(neuron, integers);
        let partners = self.partners(neuron, integers);
        for place in 0..self.slopes.len() {
            let sum = sums[place];
            let slope = match architecture.activation {
                Activation::Relu => f32::from(u8::from(sum > 0.0)),
                Activation::Crelu => open(sum),
                Activation::Screlu => 2.0 * sum * open(sum),
                Activation::Pairwise => open(sum) * clip(partners[place]),
            };
            let bucket = usize::from(self.inputs[place / 2].bucket);
            let weight = (2 * bucket + place % 2) * activated + neuron % activated;
            let weight = f32::from(integers.output_weights[weight]) / self.output_one;
            self.slopes[place] = slope * weight / self.one;
        }
    }

    /// The sums of the neuron that another is multiplied with, where there is one.
    fn partners(&self, neuron: usize, integers: &Parameters) -> Vec<f32> {
        let architecture = &self.model.architecture;
        let (width, activated) = (architecture.width, architecture.activated_width());
        match architecture.activation {
            Activation::Pairwise => self.sums((neuron + activated) % width, integers),
            _ => Vec::new(),
        }
    }

    /// A neuron's sums in real numbers, for each side of a position.
    fn sums(&self, neuron: usize, integers: &Parameters) -> Vec<f32> {
        let rows = integers
            .ft_weights
            .chunks_exact(self.model.architecture.width);
        let column: Vec<i32> = rows.map(|row| i32::from(row[neuron])).collect();
        let bias = i32::from(integers.ft_biases[neuron]);
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

/// The part of a number between zero and one.
const fn clip(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0)
}

/// One where clipping lets changes through, zero elsewhere.
const fn open(sum: f32) -> f32 {
    if sum > 0.0 && sum < 1.0 { 1.0 } else { 0.0 }
}
