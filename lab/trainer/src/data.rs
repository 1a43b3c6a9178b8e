//! The positions to learn from.

mod load;
mod permutation;

use records::Record;

pub use load::{DataError, Source, load};
pub use permutation::Permutation;

/// Positions to learn from, and others to see what was learnt.
#[derive(Clone, Debug, Default)]
pub struct DataSet {
    /// Positions to learn from.
    pub training: Vec<Record>,
    /// Positions that are never learnt from.
    pub validation: Vec<Record>,
    /// Where they come from.
    pub sources: Vec<Source>,
}

/// How many pieces a position has.
#[must_use]
#[inline]
pub fn pieces(record: &Record) -> usize {
    record.occupied().count_ones() as usize
}
