//! The positions to learn from.

mod load;
mod permutation;
mod record;

pub use load::{DataError, Source, load};
pub use permutation::Permutation;
pub use record::{RECORD_LEN, Record, record};

/// Many records, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records(Vec<u8>);

impl Records {
    /// Records from their bytes. What does not make a whole record at the end is left out.
    #[must_use]
    pub fn new(mut bytes: Vec<u8>) -> Self {
        bytes.truncate(bytes.len() / RECORD_LEN * RECORD_LEN);
        Self(bytes)
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len() / RECORD_LEN
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The record of a number.
    ///
    /// # Panics
    /// If there are not so many.
    #[must_use]
    #[inline]
    pub fn get(&self, number: usize) -> Record<'_> {
        Record(&self.0.as_chunks().0[number])
    }

    /// All of them in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Record<'_>> {
        self.0.as_chunks().0.iter().map(Record)
    }

    /// Their bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn extend(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}

/// Positions to learn from, and others to see what was learnt.
#[derive(Clone, Debug, Default)]
pub struct DataSet {
    /// Positions to learn from.
    pub training: Records,
    /// Positions that are never learnt from.
    pub validation: Records,
    /// Where they come from.
    pub sources: Vec<Source>,
}
