//! Random initialization.

use game::Rng;
use nnue::Activation;

use super::Model;
use crate::trained::Trained;

/// The standard deviation of sums at initialization: well inside the range from zero to one.
const SPREAD: f64 = 0.3;

/// The biases of hidden layers at initialization: most neurons are neither dead nor saturated.
const HIDDEN_BIAS: f32 = 0.25;

/// Active features of a typical position.
const PIECES: f64 = 24.0;

/// The largest standard deviation of weights, which are clipped not much higher.
const LARGEST: f64 = 0.6;

/// Random parameters, the same for the same seed.
///
/// Weights are uniform around zero, scaled so that the sums of all layers have about the same standard
/// deviation. With a factorizer the king buckets' own weights start at zero, as do most biases.
pub fn initial_parameters<F: Trained>(model: &Model<F>, seed: u64) -> Vec<f32> {
    let mut rng = Rng::new(seed);
    let mut parameters = vec![0.0; model.len()];
    let ft = model.factorizer.as_ref().unwrap_or(&model.ft.weights);
    let deviation = SPREAD / PIECES.sqrt();
    spread(&mut parameters[ft.clone()], deviation, &mut rng);

    let mut rms = ft_rms(model.architecture.activation);
    for (number, layer) in model.hidden.iter().enumerate() {
        let deviation = SPREAD / (rms * (layer.inputs as f64).sqrt());
        let weights = &mut parameters[layer.weights.clone()];
        spread(weights, deviation.min(LARGEST), &mut rng);
        parameters[layer.biases.clone()].fill(HIDDEN_BIAS);
        rms = hidden_rms(model, number);
    }
    let deviation = 1.0 / (model.output.inputs as f64).sqrt();
    let weights = &mut parameters[model.output.weights.clone()];
    spread(weights, deviation, &mut rng);
    parameters
}

/// The root mean square of the feature transformer's activations, with sums around zero.
fn ft_rms(activation: Activation) -> f64 {
    let factors = if activation.is_product() { 2 } else { 1 };
    SPREAD.powi(factors) * activation.mean_square().sqrt()
}

/// The same for a hidden layer, whose sums are mostly positive.
fn hidden_rms<F: Trained>(model: &Model<F>, layer: usize) -> f64 {
    let sums = SPREAD.hypot(f64::from(HIDDEN_BIAS)) * 0.9;
    let rms = |activation: &Activation| match activation.is_product() {
        true => sums * sums * 1.3,
        false => sums,
    };
    let hidden = model.architecture.hidden.as_ref();
    let activations = hidden.map_or(&[][..], |hidden| hidden.activations(layer));
    let squares: f64 = activations.iter().map(|it| rms(it).powi(2)).sum();
    (squares / activations.len() as f64).sqrt()
}

/// Uniform numbers around zero with a standard deviation.
fn spread(numbers: &mut [f32], deviation: f64, rng: &mut Rng) {
    let limit = deviation * 3_f64.sqrt();
    for number in numbers {
        let unit = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        *number = ((2.0 * unit - 1.0) * limit) as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::initial_parameters;
    use crate::cpu::{Activations, Forward};
    use crate::fixtures::{configs, plan, records};

    #[test]
    fn initial_outputs_of_every_architecture_vary() {
        for config in configs() {
            let plan = plan(&config, records(200, 5));
            let parameters = initial_parameters(&plan.model, 1);
            let mut merged = Vec::new();
            let forward = Forward::new(&plan.model, &parameters, &mut merged);
            let mut activations = Activations::new(&plan.model);
            let records = plan.data.training.iter();
            let mut output = |record| forward.run(&forward.inputs(record), &mut activations);
            let outputs: Vec<f32> = records.map(&mut output).collect();
            let mean = outputs.iter().sum::<f32>() / outputs.len() as f32;
            let squares = outputs.iter().map(|output| (output - mean).powi(2));
            let deviation = (squares.sum::<f32>() / outputs.len() as f32).sqrt();
            let name = plan.model.architecture.to_string();
            assert!((0.01..1.0).contains(&deviation), "{name}: {deviation}");
        }
    }
}
