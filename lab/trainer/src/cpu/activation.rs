//! Activations and their gradients.

use nnue::activation::{Activate, Activation};
use nnue::with_activation;

/// The activation of the sums of one perspective, or of a hidden layer.
#[inline]
pub fn activate(activation: Activation, sums: &[f32], outputs: &mut [f32]) {
    let partners = &sums[sums.len() - outputs.len()..];
    with_activation!(activation, A => {
        for ((output, &a), &b) in outputs.iter_mut().zip(sums).zip(partners) {
            *output = <A as Activate>::value(a, b);
        }
    });
}

/// The gradient of one perspective's accumulator, from that of the outputs.
#[inline]
pub fn backward(activation: Activation, sums: &[f32], outputs: &[f32], gradient: &mut [f32]) {
    let count = outputs.len();
    let parts = sums.chunks_exact(count).zip(sums.chunks_exact(count).rev());
    for ((sums, partners), gradient) in parts.zip(gradient.chunks_exact_mut(count)) {
        with_activation!(activation, A => {
            let pairs = sums.iter().zip(partners).zip(outputs);
            for (gradient, ((&a, &b), output)) in gradient.iter_mut().zip(pairs) {
                *gradient = output * <A as Activate>::slope(a, b);
            }
        });
    }
}

/// The gradient of a hidden layer's sums, in the place of that of its outputs: those of each activation in
/// turn.
#[inline]
pub fn backward_hidden(activations: &[Activation], sums: &[f32], gradient: &mut Vec<f32>) {
    let (first, rest) = gradient.split_at_mut(sums.len());
    multiply_by_slopes(activations[0], sums, first);
    for (&activation, part) in activations[1..]
        .iter()
        .zip(rest.chunks_exact_mut(sums.len()))
    {
        multiply_by_slopes(activation, sums, part);
        for (sum, gradient) in first.iter_mut().zip(part) {
            *sum += *gradient;
        }
    }
    gradient.truncate(sums.len());
}

/// Turns the gradients of outputs to those of sums.
#[inline]
fn multiply_by_slopes(activation: Activation, sums: &[f32], gradient: &mut [f32]) {
    with_activation!(activation, A => {
        for (gradient, &sum) in gradient.iter_mut().zip(sums) {
            *gradient *= <A as Activate>::slope(sum, sum);
        }
    });
}
