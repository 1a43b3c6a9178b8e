//! The output head: which weights of the output layer a position takes, and what their sum means.

use super::{Divider, HIDDEN_SCALE};
use crate::architecture::Architecture;
use crate::features::{Features, MAX_MATERIAL};

/// The value in centipawns of an output bucket that the material selects.
#[derive(Clone, Debug)]
pub(crate) struct Head {
    /// `[material]`: the output bucket.
    buckets: [usize; MAX_MATERIAL + 1],
    /// Centipawns of an output of one.
    centipawns: i64,
    /// Divides by the quantization scale of outputs.
    by_scale: Divider,
}

impl Head {
    pub(crate) fn new<F: Features>(architecture: &Architecture<F>) -> Self {
        let scales = architecture.scales;
        let input_scale = match architecture.hidden {
            None => scales.qa,
            Some(_) => HIDDEN_SCALE,
        };
        Self {
            buckets: std::array::from_fn(|material| architecture.bucket(material)),
            centipawns: scales.eval.into(),
            by_scale: Divider::new(i64::from(input_scale) * i64::from(scales.qb)),
        }
    }

    /// The output bucket of some [material](Features::material).
    #[inline(always)]
    pub(crate) fn bucket(&self, material: usize) -> usize {
        self.buckets[material]
    }

    /// The value from an output, bias included.
    #[inline(always)]
    pub(crate) fn value(&self, output: i64) -> i32 {
        let value = self.by_scale.divide(output * self.centipawns);
        i32::try_from(value).unwrap_or_else(|_| saturated(value))
    }
}

/// Clamps to 32 bits. Out of line, to keep the comparisons off the common path.
#[cold]
#[inline(never)]
const fn saturated(value: i64) -> i32 {
    if value < 0 { i32::MIN } else { i32::MAX }
}
