//! A network in memory.

mod bounds;
mod error;
mod evaluate;
mod order;
mod parameters;
mod random;

use crate::architecture::Architecture;
use crate::features::{FeatureSet, Features};
use crate::layers::{Divider, Head, PackedLayers, is_narrow};

pub use error::NetworkError;
pub use parameters::{Dense, Parameters};

/// A quantized network that can be evaluated: no sum in it can overflow.
#[derive(Clone, Debug)]
pub struct Network<F: Features = FeatureSet> {
    architecture: Architecture<F>,
    parameters: Parameters,
    features: F::Table,
    layers: PackedLayers,
    has_lists: bool,
    is_narrow: bool,
    /// `[bucket]`: the sum of its output weights.
    output_weight_sums: Vec<i64>,
    by_qa: Divider,
    head: Head,
}

impl<F: Features> Network<F> {
    /// A network of these parameters.
    ///
    /// # Errors
    /// If the architecture is not supported, the parameters do not fit it, or a sum could overflow
    /// with them.
    pub fn new(
        architecture: Architecture<F>,
        parameters: Parameters,
    ) -> Result<Self, NetworkError> {
        architecture
            .validate()
            .map_err(NetworkError::Architecture)?;
        if parameters.sizes() != Parameters::zeroed(&architecture).sizes() {
            return Err(NetworkError::Size);
        }
        bounds::check(&architecture, &parameters)?;
        let qa = i64::from(architecture.scales.qa);
        Ok(Self {
            features: architecture.features.table(),
            has_lists: architecture.features.listed().is_some(),
            layers: PackedLayers::new(&architecture, &parameters),
            is_narrow: is_narrow(&architecture, &parameters),
            output_weight_sums: parameters
                .output_weights
                .chunks_exact(architecture.output_inputs())
                .map(|weights| weights.iter().map(|&weight| i64::from(weight)).sum())
                .collect(),
            by_qa: Divider::new(qa),
            head: Head::new(&architecture),
            architecture,
            parameters,
        })
    }

    pub const fn architecture(&self) -> &Architecture<F> {
        &self.architecture
    }

    pub const fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The feature set.
    pub const fn features(&self) -> &F::Table {
        &self.features
    }

    /// The output bucket of some material, as [`Architecture::bucket`] says.
    ///
    /// # Panics
    /// If there is more than a position has.
    #[inline]
    pub fn bucket(&self, material: usize) -> usize {
        self.head.bucket(material)
    }

    /// Whether there are listed features.
    pub(crate) const fn has_lists(&self) -> bool {
        self.has_lists
    }

    /// The hidden layers' weights in the kernels' order.
    pub(crate) const fn packed_layers(&self) -> &PackedLayers {
        &self.layers
    }

    /// Whether a clipped activation times an output weight always fits 16 bits.
    pub(crate) const fn is_narrow(&self) -> bool {
        self.is_narrow
    }

    /// The sum of an output bucket's weights.
    #[inline(always)]
    pub(crate) fn output_weight_sum(&self, bucket: usize) -> i64 {
        self.output_weight_sums[bucket]
    }

    /// Divides out the extra QA factor of products.
    #[inline(always)]
    pub(crate) fn divide_by_qa(&self, sum: i64) -> i64 {
        self.by_qa.divide(sum)
    }

    /// What outputs mean.
    #[inline(always)]
    pub(crate) const fn head(&self) -> &Head {
        &self.head
    }

    /// The feature transformer's weights of a feature.
    #[inline(always)]
    pub(crate) fn row(&self, index: usize) -> &[i16] {
        let width = self.architecture.width;
        &self.parameters.ft_weights[index * width..][..width]
    }
}

/// The feature transformer's width, where code is compiled once more for a constant one.
pub(crate) trait Width {
    /// The width, given that of the network.
    fn of(width: usize) -> usize;
}

/// A width known at compile time: loops are unrolled and bounds checks are gone.
pub(crate) struct Fixed<const WIDTH: usize>;

impl<const WIDTH: usize> Width for Fixed<WIDTH> {
    #[inline(always)]
    fn of(width: usize) -> usize {
        debug_assert_eq!(width, WIDTH);
        WIDTH
    }
}

/// A width known at run time.
pub(crate) struct Dynamic;

impl Width for Dynamic {
    #[inline(always)]
    fn of(width: usize) -> usize {
        width
    }
}
