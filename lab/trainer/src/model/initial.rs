//! The parameters that training starts from.

use game::Rng;
use nnue::{Activation, HiddenActivation};

use super::Model;

/// How far sums spread at first: well inside the range from zero to one.
const SPREAD: f64 = 0.3;

/// Where the sums of small layers lie at first: most neurons are neither off nor full.
const HIDDEN_BIAS: f32 = 0.25;

/// Pieces of a usual position in a game's middle.
const PIECES: f64 = 24.0;

/// The largest deviation of weights: their limit is not much higher.
const LARGEST: f64 = 0.6;

/// Random parameters, always the same for a seed.
///
/// Weights are spread evenly around zero, so widely that the sums of each layer have about the same
/// spread. What king buckets add to shared weights is zero, and so are most biases.
#[must_use]
pub fn initial(model: &Model, seed: u64) -> Vec<f32> {
    let mut rng = Rng::new(seed);
    let mut parameters = vec![0.0; model.len()];
    let first = model.shared.as_ref().unwrap_or(&model.first.weights);
    let deviation = SPREAD / PIECES.sqrt();
    spread(&mut parameters[first.clone()], deviation, &mut rng);

    let mut size = first_size(model.architecture.activation);
    for layer in &model.dense {
        let deviation = SPREAD / (size * (layer.inputs as f64).sqrt());
        let weights = &mut parameters[layer.weights.clone()];
        spread(weights, deviation.min(LARGEST), &mut rng);
        parameters[layer.biases.clone()].fill(HIDDEN_BIAS);
        size = hidden_size(model);
    }
    let deviation = 1.0 / (model.output.inputs as f64).sqrt();
    let weights = &mut parameters[model.output.weights.clone()];
    spread(weights, deviation, &mut rng);
    parameters
}

/// The root of the mean square of what the first layer's sums become, if they are spread around zero.
fn first_size(activation: Activation) -> f64 {
    match activation {
        Activation::Relu | Activation::Crelu => SPREAD / 2_f64.sqrt(),
        Activation::Screlu => SPREAD * SPREAD * 1.5_f64.sqrt(),
        Activation::Pairwise => SPREAD * SPREAD / 2.0,
    }
}

/// The same for small layers, whose sums are mostly positive.
fn hidden_size(model: &Model) -> f64 {
    let sums = SPREAD.hypot(f64::from(HIDDEN_BIAS)) * 0.9;
    match model
        .architecture
        .hidden
        .as_ref()
        .map(|hidden| hidden.activation)
    {
        Some(HiddenActivation::Screlu) => sums * sums * 1.3,
        _ => sums,
    }
}

/// Numbers around zero with a standard deviation.
fn spread(numbers: &mut [f32], deviation: f64, rng: &mut Rng) {
    let limit = deviation * 3_f64.sqrt();
    for number in numbers {
        let unit = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        *number = ((2.0 * unit - 1.0) * limit) as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::initial;
    use crate::cpu::{Activations, Forward};
    use crate::examples::{configs, plan, records};

    #[test]
    fn networks_of_every_kind_tell_positions_apart_from_the_start() {
        for config in configs() {
            let plan = plan(&config, records(200, 5));
            let parameters = initial(&plan.model, 1);
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
