//! Flat tables indexed by dense types.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use crate::Dense;

/// One `T` for each value of `I`, in one allocation.
pub struct Table<I, T> {
    entries: Box<[T]>,
    index: PhantomData<fn(I)>,
}

impl<I: Dense, T: Clone> Table<I, T> {
    /// A table with the same entry everywhere.
    pub fn filled(entry: T) -> Self {
        Self {
            entries: vec![entry; I::COUNT].into_boxed_slice(),
            index: PhantomData,
        }
    }

    /// Sets every entry.
    pub fn fill(&mut self, entry: T) {
        self.entries.fill(entry);
    }
}

impl<I: Dense, T: Default> Default for Table<I, T> {
    fn default() -> Self {
        Self {
            entries: (0..I::COUNT).map(|_| T::default()).collect(),
            index: PhantomData,
        }
    }
}

impl<I, T> Table<I, T> {
    /// All entries, in the order of their index.
    pub fn entries(&self) -> &[T] {
        &self.entries
    }

    /// All entries, in the order of their index.
    pub fn entries_mut(&mut self) -> &mut [T] {
        &mut self.entries
    }
}

impl<A: Dense, B: Dense, T> Table<(A, B), T> {
    /// The entries of one first index, by the second: for many look-ups that share the first.
    #[inline]
    pub fn row(&self, first: A) -> &[T] {
        let start = first.index() * B::COUNT;
        &self.entries[start..start + B::COUNT]
    }
}

impl<I: Dense, T> Index<I> for Table<I, T> {
    type Output = T;

    #[inline]
    fn index(&self, index: I) -> &T {
        &self.entries[index.index()]
    }
}

impl<I: Dense, T> IndexMut<I> for Table<I, T> {
    #[inline]
    fn index_mut(&mut self, index: I) -> &mut T {
        &mut self.entries[index.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn every_index_has_its_own_entry() {
        let mut table = Table::<(bool, bool), u8>::filled(0);
        table[(true, false)] = 7;
        assert_eq!(table.entries(), [0, 0, 7, 0]);
        assert_eq!(table.row(true), [7, 0]);
        table.fill(1);
        table.entries_mut()[0] = 2;
        assert_eq!((table[(false, false)], table[(true, true)]), (2, 1));
    }
}
