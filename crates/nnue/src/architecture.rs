//! What a network looks like: feature set, sizes, activations, scales.
//!
//! A description is checked as a whole by [`Architecture::validate`]: what it accepts, the rest of
//! this crate can evaluate.

mod error;
#[cfg(test)]
mod tests;

use std::fmt;

use crate::features::FeatureSet;

pub use error::ArchitectureError;

/// The widths of the first layer are multiples of this.
pub const WIDTH_STEP: usize = 32;
/// The widest first layer.
pub const MAX_WIDTH: usize = 4096;
/// The sizes of small layers are multiples of this.
pub const HIDDEN_STEP: usize = 16;
/// The largest small layer.
pub const MAX_HIDDEN: usize = 128;
/// The most small layers.
pub const MAX_HIDDEN_LAYERS: usize = 3;
/// The most output buckets.
pub const MAX_BUCKETS: usize = 8;
/// The most pieces that a position has.
pub const MAX_PIECES: usize = 32;

/// What the first layer's sums go through. With `one` as the first layer's scale and `a` as a sum:
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// `max(a, 0)`
    Relu,
    /// `clamp(a, 0, one)`
    ClippedRelu,
    /// `clamp(a, 0, one)` squared
    SquaredClippedRelu,
    /// `clamp(a, 0, one)` of a neuron in the first half of the layer, times that of its partner
    /// in the second half: half as many outputs as neurons
    Pairwise,
}

impl Activation {
    /// Every activation.
    pub const ALL: [Self; 4] = [
        Self::Relu,
        Self::ClippedRelu,
        Self::SquaredClippedRelu,
        Self::Pairwise,
    ];

    /// Whether the result is a product of two clipped sums, scaled by the square of `one`.
    #[must_use]
    pub const fn is_product(self) -> bool {
        matches!(self, Self::SquaredClippedRelu | Self::Pairwise)
    }
}

/// What the sums of a small layer go through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HiddenActivation {
    /// Clipped to the range from zero to one.
    ClippedRelu,
    /// Clipped, then squared.
    SquaredClippedRelu,
}

/// Small layers between the first layer and the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// How many neurons each layer has, the one next to the first layer first.
    pub sizes: Vec<usize>,
    /// What their sums go through.
    pub activation: HiddenActivation,
    /// The sums of the first of these layers are scaled by two to this power.
    pub sum_bits: u32,
}

/// The integers that stand for the real number one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scales {
    /// In the first layer's weights, biases and sums.
    pub first: i32,
    /// In the output's weights, and in the weights of all small layers but the first of them.
    pub output: i32,
    /// Hundredths of a pawn that an output of one means.
    pub evaluation: i32,
}

/// The description of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Architecture {
    /// How a position becomes inputs.
    pub features: FeatureSet,
    /// Neurons of the first layer, for each side.
    pub width: usize,
    /// What the first layer's sums go through.
    pub activation: Activation,
    /// Small layers before the output; without them the output follows the first layer directly.
    pub hidden: Option<Hidden>,
    /// How many sets of weights there are after the first layer, chosen by the number of pieces.
    pub buckets: usize,
    /// What one means.
    pub scales: Scales,
}

impl Architecture {
    /// Outputs of the first layer for one side, after the activation.
    #[must_use]
    pub const fn activated_width(&self) -> usize {
        match self.activation {
            Activation::Pairwise => self.width / 2,
            _ => self.width,
        }
    }

    /// The number of neurons of each small layer.
    #[must_use]
    pub fn hidden_sizes(&self) -> &[usize] {
        self.hidden
            .as_ref()
            .map_or(&[], |hidden| hidden.sizes.as_slice())
    }

    /// How many inputs the output has: the last small layer, or both sides of the first layer.
    #[must_use]
    pub fn output_inputs(&self) -> usize {
        let direct = 2 * self.activated_width();
        self.hidden_sizes().last().map_or(direct, |&size| size)
    }

    /// The output bucket for a number of pieces: `(pieces - 2) / ceil(32 / buckets)`.
    #[must_use]
    #[inline]
    pub const fn bucket(&self, pieces: usize) -> usize {
        let bucket = pieces.saturating_sub(2) / MAX_PIECES.div_ceil(self.buckets);
        if bucket < self.buckets {
            bucket
        } else {
            self.buckets - 1
        }
    }

    /// Checks that a network of this description can be evaluated.
    ///
    /// # Errors
    /// With the first thing that is not supported.
    pub fn validate(&self) -> Result<(), ArchitectureError> {
        self.features.validate()?;
        if !self.width.is_multiple_of(WIDTH_STEP) || !(1..=MAX_WIDTH).contains(&self.width) {
            return Err(ArchitectureError::Width(self.width));
        }
        if self.activation == Activation::Pairwise && !self.width.is_multiple_of(2 * WIDTH_STEP) {
            return Err(ArchitectureError::PairwiseWidth(self.width));
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
        let Scales {
            first,
            output,
            evaluation,
        } = self.scales;
        let largest_first = if self.activation.is_product() {
            255
        } else {
            i32::from(i16::MAX)
        };
        let ranges = [
            ("first", first, largest_first),
            ("output", output, i32::from(i16::MAX)),
            ("evaluation", evaluation, 10_000),
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
        let is_odd =
            |size: &usize| !size.is_multiple_of(HIDDEN_STEP) || !(1..=MAX_HIDDEN).contains(size);
        if let Some(&size) = hidden.sizes.iter().find(|size| is_odd(size)) {
            return Err(ArchitectureError::HiddenSize(size));
        }
        if !(12..=20).contains(&hidden.sum_bits) {
            return Err(ArchitectureError::SumBits(hidden.sum_bits));
        }
        // Bytes have room for 127; a product must not lose all of its bits on the way there.
        let first = self.scales.first;
        let is_supported = match self.activation {
            Activation::Relu => false,
            Activation::ClippedRelu => first <= 255,
            Activation::SquaredClippedRelu | Activation::Pairwise => first >= 128,
        };
        if !is_supported {
            return Err(ArchitectureError::HiddenInput(self.activation, first));
        }
        if !self.scales.output.cast_unsigned().is_power_of_two() {
            return Err(ArchitectureError::HiddenScale(self.scales.output));
        }
        Ok(())
    }
}

/// `(768 -> 256)x2 -> 1x8` and the like: features, width, small layers, output buckets.
impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({} -> {})x2", self.features, self.width)?;
        for size in self.hidden_sizes() {
            write!(f, " -> {size}")?;
        }
        write!(f, " -> 1")?;
        if self.buckets > 1 {
            write!(f, "x{}", self.buckets)?;
        }
        let activation = match self.activation {
            Activation::Relu => "ReLU",
            Activation::ClippedRelu => "CReLU",
            Activation::SquaredClippedRelu => "SCReLU",
            Activation::Pairwise => "pairwise",
        };
        write!(f, ", {activation}")
    }
}
