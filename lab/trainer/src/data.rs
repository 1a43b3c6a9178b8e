//! Training and validation data.

mod load;
mod permutation;

use records::Record;

pub use load::{DataError, Source, load};
pub use permutation::Permutation;

/// Positions for training and validation.
#[derive(Clone, Debug, Default)]
pub struct DataSet {
    /// Training positions.
    pub training: Vec<Record>,
    /// Validation positions, held out from training.
    pub validation: Vec<Record>,
    /// The files they come from.
    pub sources: Vec<Source>,
}

/// The number of pieces on the board.
#[inline]
pub fn piece_count(record: &Record) -> usize {
    record.board().occupied.count_ones() as usize
}
