//! The parameters that training starts from.

use game::Rng;

use super::Model;

/// What a first sum should be like, on average: well inside the range from zero to one.
const FIRST_SUM: f64 = 0.25;

/// Pieces of a usual position in a game's middle.
const PIECES: f64 = 24.0;

/// Random parameters, always the same for a seed.
///
/// Weights are spread evenly, so widely that the sums have a standard deviation that leaves each
/// activation something to do. Biases are zero, and so is what king buckets add to shared weights.
#[must_use]
pub fn initial(model: &Model, seed: u64) -> Vec<f32> {
    let mut rng = Rng::new(seed);
    let mut parameters = vec![0.0; model.len()];
    let first = model.shared.as_ref().unwrap_or(&model.first.weights);
    spread(
        &mut parameters[first.clone()],
        FIRST_SUM / PIECES.sqrt(),
        &mut rng,
    );
    for layer in model.dense.iter().chain([&model.output]) {
        // Inputs are between zero and one, and many are zero.
        let deviation = 1.0 / (layer.inputs as f64).sqrt();
        spread(&mut parameters[layer.weights.clone()], deviation, &mut rng);
    }
    parameters
}

/// Numbers around zero with a standard deviation.
fn spread(numbers: &mut [f32], deviation: f64, rng: &mut Rng) {
    let limit = deviation * 3_f64.sqrt();
    for number in numbers {
        let unit = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        *number = ((2.0 * unit - 1.0) * limit) as f32;
    }
}
