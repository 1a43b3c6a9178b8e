//! A network in memory.

mod bounds;
mod error;
mod parameters;
mod random;
mod width;

use chess::Square;

use crate::architecture::{Architecture, MAX_PIECES};
use crate::features::FeatureTable;
use crate::layers::{Divider, HIDDEN_ONE, PackedLayers, is_narrow};

pub use error::NetworkError;
pub use parameters::{Dense, Parameters};
pub(crate) use width::{Any, Usual, Width};

/// A network that can be evaluated: no sum in it can overflow.
#[derive(Clone, Debug)]
pub struct Network {
    architecture: Architecture,
    parameters: Parameters,
    features: FeatureTable,
    layers: PackedLayers,
    is_narrow: bool,
    by_first_scale: Divider,
    by_output_scales: Divider,
    /// The output bucket for each number of pieces that a board has room for.
    buckets: [usize; Square::COUNT + 1],
}

impl Network {
    /// A network of these parameters.
    ///
    /// # Errors
    /// If the description is not supported, the parameters are not as many as it says, or some
    /// sum could overflow with them.
    pub fn new(architecture: Architecture, parameters: Parameters) -> Result<Self, NetworkError> {
        architecture
            .validate()
            .map_err(NetworkError::Architecture)?;
        if parameters.sizes() != Parameters::zeroed(&architecture).sizes() {
            return Err(NetworkError::Size);
        }
        bounds::check(&architecture, &parameters)?;
        let first = i64::from(architecture.scales.first);
        let last = match architecture.hidden {
            None => first,
            Some(_) => i64::from(HIDDEN_ONE),
        };
        Ok(Self {
            features: FeatureTable::new(&architecture.features),
            layers: PackedLayers::new(&architecture, &parameters),
            is_narrow: is_narrow(&architecture, &parameters),
            by_first_scale: Divider::new(first),
            by_output_scales: Divider::new(last * i64::from(architecture.scales.output)),
            buckets: std::array::from_fn(|pieces| architecture.bucket(pieces.min(MAX_PIECES))),
            architecture,
            parameters,
        })
    }

    /// The description.
    #[must_use]
    pub const fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// The parameters.
    #[must_use]
    pub const fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The feature set.
    #[must_use]
    pub const fn features(&self) -> &FeatureTable {
        &self.features
    }

    /// The output bucket for a number of pieces, as [`Architecture::bucket`] says.
    ///
    /// # Panics
    /// If there are more than squares.
    #[must_use]
    #[inline]
    pub fn bucket(&self, pieces: usize) -> usize {
        self.buckets[pieces]
    }

    /// The small layers' weights for the kernels.
    pub(crate) const fn packed_layers(&self) -> &PackedLayers {
        &self.layers
    }

    /// Whether a clipped sum times an output weight always fits 16 bits.
    pub(crate) const fn is_narrow(&self) -> bool {
        self.is_narrow
    }

    /// A sum of products, which are scaled by the first scale once too often.
    #[inline(always)]
    pub(crate) fn divide_by_first_scale(&self, sum: i64) -> i64 {
        self.by_first_scale.divide(sum)
    }

    /// The output in hundredths of a pawn.
    #[inline(always)]
    pub(crate) fn rescale(&self, output: i64) -> i32 {
        let scaled = output * i64::from(self.architecture.scales.evaluation);
        let value = self.by_output_scales.divide(scaled);
        i32::try_from(value).unwrap_or_else(|_| saturated(value))
    }

    /// The first layer's weights of an input.
    #[inline(always)]
    pub(crate) fn row(&self, input: usize) -> &[i16] {
        let width = self.architecture.width;
        &self.parameters.first_weights[input * width..][..width]
    }
}

/// The nearest number that fits. Apart, so that others do not wait for the comparisons.
#[cold]
#[inline(never)]
const fn saturated(value: i64) -> i32 {
    if value < 0 { i32::MIN } else { i32::MAX }
}
