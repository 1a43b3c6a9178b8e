//! The architecture of a network: feature set, layer sizes, activations, quantization scales.
//!
//! [`Architecture::validate`] checks it as a whole: what it accepts, the rest of this crate can
//! evaluate.

mod error;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::activation::Activation;
use crate::features::{FeatureSet, Features};

pub use error::ArchitectureError;

/// The feature transformer's width is a multiple of this.
pub const WIDTH_MULTIPLE: usize = 32;
/// The largest width of the feature transformer.
pub const MAX_WIDTH: usize = 4096;
/// The sizes of hidden layers are multiples of this.
pub const HIDDEN_MULTIPLE: usize = 16;
/// The most neurons of a hidden layer, and the most outputs.
pub const MAX_HIDDEN: usize = 128;
/// The most hidden layers.
pub const MAX_HIDDEN_LAYERS: usize = 3;
/// The most output buckets.
pub const MAX_BUCKETS: usize = 8;
/// The most pieces that a position has.
pub const MAX_PIECES: usize = 32;

/// Hidden layers between the feature transformer and the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// Neurons of each layer, the one after the feature transformer first.
    pub sizes: Vec<usize>,
    /// The activation of all of them.
    pub activation: Activation,
    /// Dual activation of the first one: its outputs are those of [`DUAL`] in turn, twice as many as it has
    /// neurons.
    pub dual: bool,
    /// The first hidden layer's sums are quantized by two to this power.
    pub sum_bits: u32,
}

/// The activations of a first hidden layer with dual activation.
pub const DUAL: [Activation; 2] = [Activation::Crelu, Activation::Screlu];

impl Hidden {
    /// The activations of a layer, the first being 0. Its outputs are those of each in turn.
    pub const fn activations(&self, layer: usize) -> &[Activation] {
        match (self.dual, layer) {
            (true, 0) => &DUAL,
            _ => std::slice::from_ref(&self.activation),
        }
    }

    /// Outputs of each layer.
    pub fn outputs(&self) -> impl Iterator<Item = usize> {
        let sizes = self.sizes.iter().enumerate();
        sizes.map(|(layer, size)| size * self.activations(layer).len())
    }
}

/// Quantization scales: the integers that stand for the real number one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scales {
    /// QA: of the feature transformer's weights and biases, and so of the accumulator.
    pub qa: i32,
    /// QB: of the output weights, and of the weights of all hidden layers but the first.
    pub qb: i32,
    /// Centipawns of an output of one.
    pub eval: i32,
}

/// The usual scales.
impl Default for Scales {
    fn default() -> Self {
        Self {
            qa: 255,
            qb: 64,
            eval: 400,
        }
    }
}

/// The architecture of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Architecture<F: Features = FeatureSet> {
    /// The feature set.
    pub features: F,
    /// Neurons of the feature transformer for each perspective.
    pub width: usize,
    /// The activation of the feature transformer.
    pub activation: Activation,
    /// Hidden layers; without them the output layer follows the feature transformer.
    pub hidden: Option<Hidden>,
    /// Output buckets: sets of weights after the feature transformer, selected by the material.
    pub buckets: usize,
    /// The quantization scales.
    pub scales: Scales,
}

impl<F: Features> Architecture<F> {
    /// Outputs of the feature transformer for one perspective, after the activation.
    pub const fn activated_width(&self) -> usize {
        self.width / self.activation.neurons()
    }

    /// Neurons of each hidden layer.
    pub fn hidden_sizes(&self) -> &[usize] {
        self.hidden
            .as_ref()
            .map_or(&[], |hidden| hidden.sizes.as_slice())
    }

    /// Inputs of the output layer: the last hidden layer, or both perspectives.
    pub fn output_inputs(&self) -> usize {
        let direct = 2 * self.activated_width();
        let hidden = self.hidden.as_ref();
        hidden
            .and_then(|hidden| hidden.outputs().last())
            .unwrap_or(direct)
    }

    /// The output bucket of some [material](Features::material).
    #[inline]
    pub fn bucket(&self, material: usize) -> usize {
        F::output_bucket(material, self.buckets)
    }

    /// Checks that a network of this architecture can be evaluated.
    ///
    /// # Errors
    /// With the first thing that is not supported.
    pub fn validate(&self) -> Result<(), ArchitectureError> {
        self.features.validate()?;
        if !self.width.is_multiple_of(WIDTH_MULTIPLE) || !(1..=MAX_WIDTH).contains(&self.width) {
            return Err(ArchitectureError::Width(self.width));
        }
        if !self.activated_width().is_multiple_of(WIDTH_MULTIPLE) {
            return Err(ArchitectureError::ActivatedWidth(
                self.width,
                self.activation,
            ));
        }
        if !(1..=MAX_BUCKETS).contains(&self.buckets) {
            return Err(ArchitectureError::Buckets(self.buckets));
        }
        self.validate_scales()?;
        self.hidden
            .as_ref()
            .map_or(Ok(()), |hidden| self.validate_hidden(hidden))
    }

    fn validate_scales(&self) -> Result<(), ArchitectureError> {
        let Scales { qa, qb, eval } = self.scales;
        let largest_qa = if self.activation.is_product() {
            255
        } else {
            i32::from(i16::MAX)
        };
        let ranges = [
            ("QA", qa, largest_qa),
            ("QB", qb, i32::from(i16::MAX)),
            ("evaluation", eval, 10_000),
        ];
        for (name, value, largest) in ranges {
            if !(1..=largest).contains(&value) {
                return Err(ArchitectureError::Scale {
                    name,
                    value,
                    largest,
                });
            }
        }
        Ok(())
    }

    fn validate_hidden(&self, hidden: &Hidden) -> Result<(), ArchitectureError> {
        if !(1..=MAX_HIDDEN_LAYERS).contains(&hidden.sizes.len()) {
            return Err(ArchitectureError::HiddenLayers(hidden.sizes.len()));
        }
        let is_unsupported = |size: &usize| {
            !size.is_multiple_of(HIDDEN_MULTIPLE) || !(1..=MAX_HIDDEN).contains(size)
        };
        if let Some(&size) = hidden.sizes.iter().find(|size| is_unsupported(size)) {
            return Err(ArchitectureError::HiddenSize(size));
        }
        if let Some(outputs) = hidden.outputs().find(|&outputs| outputs > MAX_HIDDEN) {
            return Err(ArchitectureError::HiddenOutputs(outputs));
        }
        if !hidden.activation.fits_hidden_layers() {
            return Err(ArchitectureError::HiddenActivation(hidden.activation));
        }
        if !(12..=20).contains(&hidden.sum_bits) {
            return Err(ArchitectureError::SumBits(hidden.sum_bits));
        }
        // Hidden layers take 7-bit inputs; a product must not lose all of its bits on the way there.
        let qa = self.scales.qa;
        let fits_bytes = match self.activation.is_product() {
            true => qa >= 128,
            false => qa <= 255,
        };
        if !self.activation.is_clipped() || !fits_bytes {
            return Err(ArchitectureError::HiddenInput(self.activation, qa));
        }
        if !self.scales.qb.cast_unsigned().is_power_of_two() {
            return Err(ArchitectureError::HiddenScale(self.scales.qb));
        }
        Ok(())
    }
}

/// `(768 -> 256)x2 -> 1x8` and the like: features, width, hidden layers, output buckets.
impl<F: Features> fmt::Display for Architecture<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({} -> {})x2", self.features, self.width)?;
        for (layer, size) in self.hidden_sizes().iter().enumerate() {
            let dual = self.hidden.as_ref().is_some_and(|hidden| hidden.dual);
            let mark = if dual && layer == 0 { " dual" } else { "" };
            write!(f, " -> {size}{mark}")?;
        }
        write!(f, " -> 1")?;
        if self.buckets > 1 {
            write!(f, "x{}", self.buckets)?;
        }
        write!(f, ", {}", self.activation.title())
    }
}
