//! Proof that no sum of a network overflows with its quantized weights.

use std::cell::OnceCell;

use super::{Dense, NetworkError, Parameters};
use crate::architecture::{Architecture, MAX_PIECES};
use crate::features::{Features, Listed};
use crate::layers::{HIDDEN_SCALE, MAX_BYTE};
use crate::simd::Number;

/// Checks every sum of the network.
pub(super) fn check<F: Features>(
    architecture: &Architecture<F>,
    parameters: &Parameters,
) -> Result<(), NetworkError> {
    let largest_sum = check_ft(architecture, parameters)?;
    if let Some(dense) = &parameters.dense {
        let layer = 0;
        check_dense(dense, i64::from(MAX_BYTE)).ok_or(NetworkError::Hidden { layer })?;
    }
    for (layer, dense) in parameters.later.iter().enumerate() {
        let layer = layer + 1;
        check_dense(dense, i64::from(HIDDEN_SCALE)).ok_or(NetworkError::Hidden { layer })?;
    }
    check_output(architecture, parameters, largest_sum)
}

/// Checks that the accumulator fits 16 bits in every position, and returns a bound on it.
fn check_ft<F: Features>(
    architecture: &Architecture<F>,
    parameters: &Parameters,
) -> Result<i64, NetworkError> {
    let width = architecture.width;
    let mut largest_weights = vec![0_u16; width];
    for row in parameters.ft_weights.chunks_exact(width) {
        for (largest, weight) in largest_weights.iter_mut().zip(row) {
            *largest = (*largest).max(weight.unsigned_abs());
        }
    }
    let listed = architecture.features.listed();
    let most_active = MAX_PIECES + listed.map_or(0, Listed::most);
    let rivals = OnceCell::new();
    let mut bound = 0;
    for (neuron, &largest) in largest_weights.iter().enumerate() {
        let bias = i64::from(parameters.ft_biases[neuron].unsigned_abs());
        let simple = bias + most_active as i64 * i64::from(largest);
        let limit = i64::from(i16::MAX);
        let tight = if simple <= limit {
            simple
        } else {
            let rivals = rivals.get_or_init(|| Rivals::new(&architecture.features));
            bias + largest_sum(architecture, parameters, neuron, rivals)
        };
        if tight > limit {
            return Err(NetworkError::FeatureTransformer { neuron });
        }
        bound = bound.max(tight);
    }
    Ok(bound)
}

/// Features of which a position has few at once.
struct Rivals {
    /// For each bucket and each square, the pieces there.
    pieces: Vec<Vec<Vec<usize>>>,
    listed: Vec<Vec<usize>>,
    most_listed: usize,
}

impl Rivals {
    fn new<F: Features>(features: &F) -> Self {
        let listed = features.listed();
        Self {
            pieces: features.rivals(),
            listed: listed.map_or_else(Vec::new, Listed::rivals),
            most_listed: listed.map_or(0, Listed::most),
        }
    }
}

/// The largest absolute sum of weights that any position can bring to a neuron: at most one piece
/// on each square, at most 32 of them, and listed features.
fn largest_sum<F: Features>(
    architecture: &Architecture<F>,
    parameters: &Parameters,
    neuron: usize,
    rivals: &Rivals,
) -> i64 {
    let weight =
        |index: usize| i64::from(parameters.ft_weights[index * architecture.width + neuron]);
    let of_sign = |sign: i64| {
        let best = |rivals: &Vec<usize>| {
            let weights = rivals.iter().map(|&index| sign * weight(index));
            weights.max().unwrap_or_default().max(0)
        };
        let largest = |sets: &[Vec<usize>], most: usize| {
            let mut gains: Vec<i64> = sets.iter().map(best).collect();
            gains.sort_unstable_by(|a, b| b.cmp(a));
            gains.iter().take(most).sum::<i64>()
        };
        let of_buckets = rivals
            .pieces
            .iter()
            .map(|squares| largest(squares, MAX_PIECES));
        of_buckets.max().unwrap_or_default() + largest(&rivals.listed, rivals.most_listed)
    };
    of_sign(1).max(of_sign(-1))
}

/// None if some sum of a hidden layer can leave 32 bits with inputs up to `largest_input`.
fn check_dense<T: Number + Into<i64>>(dense: &Dense<T>, largest_input: i64) -> Option<()> {
    let inputs = dense.weights.len() / dense.biases.len();
    let mut rows = dense.weights.chunks_exact(inputs).zip(&*dense.biases);
    rows.all(|(row, &bias)| {
        let weights: i64 = row.iter().map(|&weight| weight.into().abs()).sum();
        i64::from(bias).abs() + weights * largest_input <= i64::from(i32::MAX)
    })
    .then_some(())
}

/// Checks the output layer. It is summed in vectors of at least four 32-bit lanes, two neighboring
/// inputs to a lane; longer vectors may be folded to four, and the four are added in 64 bits. So
/// each of four lanes must fit 32 bits. Wide products are summed less half of the largest one, so they
/// stay within the bound of the whole.
fn check_output<F: Features>(
    architecture: &Architecture<F>,
    parameters: &Parameters,
    largest_sum: i64,
) -> Result<(), NetworkError> {
    let qa = i64::from(architecture.scales.qa);
    let activation = architecture.activation;
    let largest_input = match (&architecture.hidden, activation.is_clipped()) {
        (Some(_), _) => i64::from(HIDDEN_SCALE),
        (None, true) => activation.scale(qa),
        (None, false) => activation.scale(largest_sum),
    };
    let rows = parameters
        .output_weights
        .chunks_exact(architecture.output_inputs());
    for (bucket, row) in rows.enumerate() {
        let mut lanes = [0_i64; 4];
        for (input, &weight) in row.iter().enumerate() {
            lanes[input % 8 / 2] += i64::from(weight).abs() * largest_input;
        }
        if lanes.iter().any(|&lane| lane > i64::from(i32::MAX)) {
            return Err(NetworkError::Output { bucket });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
