//! A large shared table on large pages.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::Deref;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

/// Half a cache line of words that threads may read and write at once.
#[repr(C, align(32))]
pub struct Line(pub [AtomicU64; 4]);

const _: () = assert!(size_of::<Line>() == 32);

/// Large pages are 2 MiB on the machines we know; elsewhere the alignment does no harm.
const ALIGNMENT: usize = 2 << 20;

/// Zeroed lines that the system is asked to back with large pages. Memory that is never touched
/// costs nothing.
pub struct LargeTable {
    lines: NonNull<Line>,
    len: usize,
}

// SAFETY: the table owns its memory, and lines are made of atomics.
unsafe impl Send for LargeTable {}
// SAFETY: shared access goes through atomics only.
unsafe impl Sync for LargeTable {}

impl LargeTable {
    /// A table of `len` zeroed lines, or nothing if the machine has not enough memory.
    #[must_use]
    pub fn new(len: usize) -> Option<Self> {
        let layout = Self::layout(len)?;
        // SAFETY: the layout's size is not zero.
        let lines = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        #[cfg(target_os = "linux")]
        // SAFETY: the range is the allocation just made; the advice changes no content.
        unsafe {
            libc::madvise(lines.as_ptr().cast(), layout.size(), libc::MADV_HUGEPAGE);
        }
        Some(Self {
            lines: lines.cast(),
            len,
        })
    }

    fn layout(len: usize) -> Option<Layout> {
        let size = len.max(1).checked_mul(size_of::<Line>())?;
        Layout::from_size_align(size, ALIGNMENT).ok()
    }

    /// Asks the CPU to bring a line near, which will be read soon. Any index is fine.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        if let Some(line) = self.get(index) {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a prefetch reads nothing and faults on nothing.
            unsafe {
                use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
                _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(line).cast());
            }
            #[cfg(not(target_arch = "x86_64"))]
            let _ = line;
        }
    }
}

impl Deref for LargeTable {
    type Target = [Line];

    #[inline(always)]
    fn deref(&self) -> &[Line] {
        // SAFETY: `lines` points to `len` lines, zeroed (a valid value of atomics) and owned by
        // this table for as long as it lives.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr(), self.len) }
    }
}

impl Drop for LargeTable {
    fn drop(&mut self) {
        if let Some(layout) = Self::layout(self.len) {
            // SAFETY: allocated in `new` with the same layout, and freed only here.
            unsafe { dealloc(self.lines.as_ptr().cast(), layout) };
        }
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
