//! Activations and their gradients.

use nnue::{Activation, HiddenActivation};

/// The feature transformer's activation of one perspective.
#[inline]
pub fn activate(activation: Activation, sums: &[f32], outputs: &mut [f32]) {
    match activation {
        Activation::Relu => map(sums, outputs, |a| a.max(0.0)),
        Activation::Crelu => map(sums, outputs, clip),
        Activation::Screlu => map(sums, outputs, |a| clip(a) * clip(a)),
        Activation::Pairwise => {
            let (left, right) = sums.split_at(sums.len() / 2);
            for ((output, a), b) in outputs.iter_mut().zip(left).zip(right) {
                *output = clip(*a) * clip(*b);
            }
        }
    }
}

/// The gradient of one perspective's accumulator, from that of the outputs.
#[inline]
pub fn backward(activation: Activation, sums: &[f32], outputs: &[f32], gradient: &mut [f32]) {
    match activation {
        Activation::Relu => {
            scale(sums, outputs, gradient, |a| if a > 0.0 { 1.0 } else { 0.0 });
        }
        Activation::Crelu => scale(sums, outputs, gradient, clip_slope),
        Activation::Screlu => scale(sums, outputs, gradient, |a| 2.0 * a * clip_slope(a)),
        Activation::Pairwise => {
            let (left, right) = sums.split_at(sums.len() / 2);
            let (to_left, to_right) = gradient.split_at_mut(sums.len() / 2);
            scale(left, outputs, to_left, clip_slope);
            scale(right, outputs, to_right, clip_slope);
            for (gradient, b) in to_left.iter_mut().zip(right) {
                *gradient *= clip(*b);
            }
            for (gradient, a) in to_right.iter_mut().zip(left) {
                *gradient *= clip(*a);
            }
        }
    }
}

/// A hidden layer's activation.
#[inline]
pub fn activate_hidden(activation: HiddenActivation, sums: &[f32], outputs: &mut [f32]) {
    let same = match activation {
        HiddenActivation::Crelu => Activation::Crelu,
        HiddenActivation::Screlu => Activation::Screlu,
    };
    activate(same, sums, outputs);
}

/// The gradient of a hidden layer's sums, in the place of that of its outputs.
#[inline]
pub fn backward_hidden(activation: HiddenActivation, sums: &[f32], gradient: &mut [f32]) {
    for (gradient, &sum) in gradient.iter_mut().zip(sums) {
        *gradient *= match activation {
            HiddenActivation::Crelu => clip_slope(sum),
            HiddenActivation::Screlu => 2.0 * sum * clip_slope(sum),
        };
    }
}

/// CReLU.
#[inline]
pub const fn clip(a: f32) -> f32 {
    a.clamp(0.0, 1.0)
}

/// The derivative of [`clip`].
#[inline]
pub const fn clip_slope(a: f32) -> f32 {
    if a > 0.0 && a < 1.0 { 1.0 } else { 0.0 }
}

#[inline]
fn map(from: &[f32], to: &mut [f32], each: impl Fn(f32) -> f32) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to = each(from);
    }
}

#[inline]
fn scale(sums: &[f32], outputs: &[f32], gradient: &mut [f32], slope: impl Fn(f32) -> f32) {
    for ((gradient, &sum), output) in gradient.iter_mut().zip(sums).zip(outputs) {
        *gradient = output * slope(sum);
    }
}
