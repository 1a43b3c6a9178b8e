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

/// The gradient of a hidden layer's sums, in the place of that of its outputs.
#[inline]
pub fn backward_hidden(activation: Activation, sums: &[f32], gradient: &mut [f32]) {
    with_activation!(activation, A => {
        for (gradient, &sum) in gradient.iter_mut().zip(sums) {
            *gradient *= <A as Activate>::slope(sum, sum);
        }
    });
}
