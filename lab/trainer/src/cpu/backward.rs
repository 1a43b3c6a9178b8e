//! From the derivative of the loss back to the first layer's sums.

use super::activation::{backward, backward_hidden};
use super::{Activations, Forward, Inputs};
use crate::model::Layer;

/// Memory for gradients on their way back.
#[derive(Clone, Debug, Default)]
pub struct Errors {
    above: Vec<f32>,
    below: Vec<f32>,
}

/// Adds the gradients of everything after the first layer to `tail`, and gives those of the first
/// layer's sums, the side to move first.
#[inline]
pub fn back(
    forward: &Forward<'_>,
    (inputs, activations): (&Inputs, &Activations),
    slope: f32,
    errors: &mut Errors,
    (tail, sums): (&mut [f32], &mut [f32]),
) {
    let model = forward.model;
    let bucket = usize::from(inputs.bucket);
    let mut below = activations.last();
    errors.above.clear();
    errors.above.push(slope);
    layer_back(forward, (&model.output, bucket), below, errors, tail);
    if let Some(small) = &model.architecture.hidden {
        for (number, layer) in model.dense.iter().enumerate().rev() {
            let [layer_sums, _] = &activations.hidden[number];
            backward_hidden(small.activation, layer_sums, &mut errors.above);
            below = match number {
                0 => &activations.outputs,
                _ => &activations.hidden[number - 1][1],
            };
            layer_back(forward, (layer, bucket), below, errors, tail);
        }
    }
    let architecture = &model.architecture;
    let sides = sums
        .chunks_exact_mut(architecture.width)
        .zip(activations.sums.chunks_exact(architecture.width))
        .zip(errors.above.chunks_exact(architecture.activated_width()));
    for ((gradient, sums), outputs) in sides {
        backward(architecture.activation, sums, outputs, gradient);
    }
}

/// Through one layer: `errors.above` holds the gradients of its sums before, and those of its inputs
/// after.
#[inline]
fn layer_back(
    forward: &Forward<'_>,
    (layer, bucket): (&Layer, usize),
    below: &[f32],
    errors: &mut Errors,
    tail: &mut [f32],
) {
    let start = forward.model.tail().start;
    let size = layer.neurons * layer.inputs;
    let weights = forward.weights_of(layer, bucket);
    errors.below.clear();
    errors.below.resize(layer.inputs, 0.0);
    for (neuron, &error) in errors.above.iter().enumerate() {
        tail[layer.biases.start - start + bucket * layer.neurons + neuron] += error;
        let row = neuron * layer.inputs;
        let place = layer.weights.start - start + bucket * size + row;
        let gradients = tail[place..][..layer.inputs].iter_mut().zip(below);
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
