//! Calibrated rounding: post-training quantization on positions from the data.
//!
//! Rounding to nearest is best for each weight alone, but not for their sums: the rounding errors of
//! some two dozen active features add up to several centipawns in narrow networks. So each weight in
//! turn is rounded up or down such that the errors of all weights cancel on a sample of positions.

use nnue::activation::Activate;
use nnue::{Network, Parameters, Scales, with_activation};
use records::Record;

use super::quantize::dequantize;
use crate::cpu::{Activations, Forward, Inputs};
use crate::model::Model;
use crate::trained::Trained;

/// The sample's positions times neurons.
const BUDGET: usize = 32_000_000;

/// Passes over all weights.
const SWEEPS: usize = 3;

/// The network with its weights rounded for a smaller quantization error on positions like these.
/// Networks with hidden layers, whose byte inputs are coarser than any weight, stay as they are.
pub fn calibrate<F: Trained>(
    model: &Model<F>,
    parameters: &[f32],
    network: Network<F>,
    records: &[Record],
) -> Network<F> {
    let architecture = network.architecture().clone();
    if architecture.hidden.is_some() {
        return network;
    }
    let mut integers = network.parameters().clone();
    let Some(mut calibration) = Calibration::new(model, parameters, &network, records) else {
        return network;
    };
    for _ in 0..SWEEPS {
        for neuron in 0..architecture.width {
            calibration.round_ft_weights(neuron, &mut integers);
            if neuron < architecture.activated_width() {
                calibration.round_output_weights(neuron, &mut integers);
            }
        }
    }
    // A sum could overflow now that could not with the nearest integers.
    Network::new(architecture, integers).unwrap_or(network)
}

/// The sample and its errors. A row is one perspective of a position: twice the position's number,
/// plus the side.
struct Calibration<'a, F: Trained> {
    model: &'a Model<F>,
    /// The floating-point weights in units of the integers.
    ft_weights: Vec<f32>,
    ft_biases: Vec<f32>,
    output_weights: Vec<f32>,
    qa: f32,
    qb: f32,
    /// The largest output weight: a larger one may leave the narrow range.
    largest: f32,
    inputs: Vec<Inputs>,
    /// `[feature]`: the rows with it.
    with_input: Vec<Vec<u32>>,
    /// `[output bucket and side]`: its rows.
    with_output: Vec<Vec<u32>>,
    /// `[position]`: the error of the output.
    errors: Vec<f32>,
    /// `[row]`: the derivative of the output by the weight at hand, for one unit.
    slopes: Vec<f32>,
}

impl<'a, F: Trained> Calibration<'a, F> {
    fn new(
        model: &'a Model<F>,
        parameters: &[f32],
        network: &Network<F>,
        records: &[Record],
    ) -> Option<Self> {
        let architecture = &model.architecture;
        // The scales of the quantized network.
        let mut exact = model.clone();
        exact.architecture.scales = network.architecture().scales;
        let rounded = dequantize(&exact, network)?;
        let count = records.len().min(BUDGET / architecture.width);
        let sample = (0..count).map(|number| &records[number * records.len() / count]);
        let (mut merged, mut merged_rounded) = (Vec::new(), Vec::new());
        let real = Forward::new(model, parameters, &mut merged);
        let near = Forward::new(model, &rounded, &mut merged_rounded);
        let mut activations = Activations::new(model);
        let mut with_input = vec![Vec::new(); model.ft.inputs];
        let mut with_output = vec![Vec::new(); 2 * architecture.buckets];
        let (mut inputs, mut errors) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (number, record) in sample.enumerate() {
            let position = real.inputs(record);
            for side in 0..2 {
                let row = (2 * number + side) as u32;
                for &input in position.of(side) {
                    with_input[usize::from(input)].push(row);
                }
                with_output[2 * usize::from(position.bucket) + side].push(row);
            }
            let output = near.run(&position, &mut activations);
            errors.push(output - real.run(&position, &mut activations));
            inputs.push(position);
        }
        let Scales { qa, qb, .. } = exact.architecture.scales;
        let (qa, qb) = (qa as f32, qb as f32);
        let scaled = |numbers: &[f32], scale: f32| -> Vec<f32> {
            numbers.iter().map(|number| number * scale).collect()
        };
        let output = network.parameters().output_weights.iter();
        Some(Self {
            ft_weights: scaled(model.merged_ft_weights(parameters, &mut Vec::new()), qa),
            ft_biases: scaled(&parameters[model.ft.biases.clone()], qa),
            output_weights: scaled(&parameters[model.output.weights.clone()], qb),
            largest: output.fold(0.0, |largest, &weight| largest.max(f32::from(weight).abs())),
            slopes: vec![0.0; 2 * count],
            qa,
            qb,
            model,
            inputs,
            with_input,
            with_output,
            errors,
        })
    }

    /// Rounds a neuron's feature transformer weights and its bias.
    fn round_ft_weights(&mut self, neuron: usize, integers: &mut Parameters) {
        self.find_slopes(neuron, integers);
        let width = self.model.architecture.width;
        for input in 0..self.with_input.len() {
            let real = self.ft_weights[self.model.ft_index(input, neuron)];
            let rows = std::mem::take(&mut self.with_input[input]);
            let weight = &mut integers.ft_weights[input * width + neuron];
            *weight = self.choose(*weight, real, f32::from(i16::MAX), &rows);
            self.with_input[input] = rows;
        }
        let all: Vec<u32> = (0..self.slopes.len() as u32).collect();
        let bias = &mut integers.ft_biases[neuron];
        *bias = self.choose(*bias, self.ft_biases[neuron], f32::from(i16::MAX), &all);
    }

    /// Rounds the output weights of a neuron.
    fn round_output_weights(&mut self, neuron: usize, integers: &mut Parameters) {
        let sums = self.sums(neuron, integers);
        let partners = self.partners(neuron, integers);
        let activation = self.model.architecture.activation;
        for (slope, (&a, &b)) in self.slopes.iter_mut().zip(sums.iter().zip(&partners)) {
            let output = with_activation!(activation, A => <A as Activate>::value(a, b));
            *slope = output / self.qb;
        }
        let activated = self.model.architecture.activated_width();
        for block in 0..self.with_output.len() {
            let number = block * activated + neuron;
            let rows = std::mem::take(&mut self.with_output[block]);
            let weight = &mut integers.output_weights[number];
            *weight = self.choose(*weight, self.output_weights[number], self.largest, &rows);
            self.with_output[block] = rows;
        }
    }

    /// The integer below or above a real number with the smaller squared error over these rows.
    fn choose(&mut self, now: i16, real: f32, largest: f32, rows: &[u32]) -> i16 {
        let now_real = f32::from(now);
        let other = if now_real > real {
            now_real - 1.0
        } else {
            now_real + 1.0
        };
        // An exact integer has no other neighbor.
        if (other - real).abs() >= 1.0 || other.abs() > largest {
            return now;
        }
        let step = other - now_real;
        let (mut along, mut alone) = (0.0_f64, 0.0_f64);
        for &row in rows {
            let change = f64::from(self.slopes[row as usize] * step);
            along += change * f64::from(self.errors[row as usize / 2]);
            alone += change * change;
        }
        if 2.0 * along + alone >= 0.0 {
            return now;
        }
        for &row in rows {
            self.errors[row as usize / 2] += self.slopes[row as usize] * step;
        }
        other as i16
    }

    /// The derivative of the output by a unit of a neuron's sum, in each row.
    fn find_slopes(&mut self, neuron: usize, integers: &Parameters) {
        let architecture = &self.model.architecture;
        let activated = architecture.activated_width();
        let sums = self.sums(neuron, integers);
        let partners = self.partners(neuron, integers);
        for row in 0..self.slopes.len() {
            let (a, b) = (sums[row], partners[row]);
            let slope =
                with_activation!(architecture.activation, A => <A as Activate>::slope(a, b));
            let bucket = usize::from(self.inputs[row / 2].bucket);
            let weight = (2 * bucket + row % 2) * activated + neuron % activated;
            let weight = f32::from(integers.output_weights[weight]) / self.qb;
            self.slopes[row] = slope * weight / self.qa;
        }
    }

    /// The sums of a neuron's partner; zeros if it has none.
    fn partners(&self, neuron: usize, integers: &Parameters) -> Vec<f32> {
        let architecture = &self.model.architecture;
        let (width, activated) = (architecture.width, architecture.activated_width());
        match architecture.activation.neurons() {
            1 => vec![0.0; self.slopes.len()],
            _ => self.sums((neuron + activated) % width, integers),
        }
    }

    /// `[row]`: a neuron's dequantized sums.
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
            .map(|inputs| (sum(inputs) + bias) as f32 / self.qa)
            .collect()
    }
}
