//! The backward pass, from the loss to the accumulators.

use super::activation::{self, backward_hidden};
use super::{Activations, Forward, Inputs};
use crate::model::Layer;
use crate::trained::Trained;

/// Memory of the backward pass.
#[derive(Clone, Debug, Default)]
pub struct Errors {
    above: Vec<f32>,
    below: Vec<f32>,
}

/// Adds the gradients of all layers after the feature transformer to `after_ft`, and writes those of
/// the accumulators, the side to move first.
#[inline]
pub fn backward<F: Trained>(
    forward: &Forward<'_, F>,
    inputs: &Inputs,
    activations: &Activations,
    slope: f32,
    errors: &mut Errors,
    after_ft: &mut [f32],
    accumulators: &mut [f32],
) {
    let model = forward.model;
    let bucket = usize::from(inputs.bucket);
    let mut below = activations.last();
    errors.above.clear();
    errors.above.push(slope);
    layer_backward(forward, &model.output, bucket, below, errors, after_ft);
    if let Some(hidden) = &model.architecture.hidden {
        for (number, layer) in model.hidden.iter().enumerate().rev() {
            let [sums, _] = &activations.hidden[number];
            backward_hidden(hidden.activations(number), sums, &mut errors.above);
            below = match number {
                0 => &activations.outputs,
                _ => &activations.hidden[number - 1][1],
            };
            layer_backward(forward, layer, bucket, below, errors, after_ft);
        }
    }
    let architecture = &model.architecture;
    let sides = accumulators
        .chunks_exact_mut(architecture.width)
        .zip(activations.accumulators.chunks_exact(architecture.width))
        .zip(errors.above.chunks_exact(architecture.activated_width()));
    for ((gradient, accumulator), outputs) in sides {
        activation::backward(architecture.activation, accumulator, outputs, gradient);
    }
}

/// The backward pass of one layer: `errors.above` holds the gradients of its sums before, and those of
/// its inputs after.
#[inline]
fn layer_backward<F: Trained>(
    forward: &Forward<'_, F>,
    layer: &Layer,
    bucket: usize,
    below: &[f32],
    errors: &mut Errors,
    after_ft: &mut [f32],
) {
    let start = forward.model.after_ft().start;
    let size = layer.neurons * layer.inputs;
    let weights = forward.weights_of(layer, bucket);
    errors.below.clear();
    errors.below.resize(layer.inputs, 0.0);
    for (neuron, &error) in errors.above.iter().enumerate() {
        after_ft[layer.biases.start - start + bucket * layer.neurons + neuron] += error;
        let row = neuron * layer.inputs;
        let index = layer.weights.start - start + bucket * size + row;
        let gradients = after_ft[index..][..layer.inputs].iter_mut().zip(below);
        for (gradient, below) in gradients {
            *gradient += error * below;
        }
        let weights = &weights[row..][..layer.inputs];
        for (below, weight) in errors.below.iter_mut().zip(weights) {
            *below += error * weight;
        }
    }
    std::mem::swap(&mut errors.above, &mut errors.below);
}
