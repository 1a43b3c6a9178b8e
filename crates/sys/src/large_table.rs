//! A large table shared by threads, on huge pages.

use std::ops::Deref;
use std::sync::atomic::AtomicU64;

use crate::memory::Memory;
use crate::prefetch;

/// Half a cache line of words that threads may read and write at once.
#[repr(C, align(32))]
pub struct Line(pub [AtomicU64; 4]);

const _: () = assert!(size_of::<Line>() == 32);

/// Zeroed lines on huge pages where the system grants them. Memory that is never touched costs
/// nothing.
pub struct LargeTable {
    memory: Memory,
    len: usize,
}

impl LargeTable {
    /// A table of `len` zeroed lines; `None` if there is not enough memory.
    pub fn new(len: usize) -> Option<Self> {
        let memory = Memory::zeroed(len.max(1).checked_mul(size_of::<Line>())?)?;
        Some(Self { memory, len })
    }

    /// Prefetches a line. Any index is fine.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        if let Some(line) = self.get(index) {
            prefetch(line);
        }
    }
}

impl Deref for LargeTable {
    type Target = [Line];

    #[inline(always)]
    fn deref(&self) -> &[Line] {
        // SAFETY: the memory holds `len` lines, zeroed at first (a valid value of atomics), aligned
        // to more than a line, and lives as long as this table.
        unsafe { std::slice::from_raw_parts(self.memory.start().cast(), self.len) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use super::LargeTable;

    #[test]
    fn lines_are_zero_writable_and_all_there() {
        let table = LargeTable::new(1000).unwrap();
        assert_eq!(table.len(), 1000);
        assert!(
            table
                .iter()
                .all(|line| line.0.iter().all(|word| word.load(Ordering::Relaxed) == 0))
        );
        table[999].0[3].store(7, Ordering::Relaxed);
        assert_eq!(table[999].0[3].load(Ordering::Relaxed), 7);
        table.prefetch(0);
        table.prefetch(usize::MAX);
        assert!(LargeTable::new(usize::MAX / 8).is_none());
    }
}
