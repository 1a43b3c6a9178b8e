//! An allocator that puts tables on huge pages.
//!
//! History tables, network and accumulators of a search are 6 MiB that it reads all over, about as many
//! small pages as the TLB has entries. On huge pages it is one to three percent faster.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ops::RangeInclusive;
use std::ptr::{self, NonNull};
#[cfg(target_os = "linux")]
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

#[cfg(target_os = "linux")]
use crate::malloc::is_address_space_limited;
use crate::memory::{self, HUGE_PAGE};

/// Sizes of the blocks that get huge pages. Below, they would waste memory. Above are transposition
/// tables, which ask for them themselves, and data, which grows and is read in order.
const TABLES: RangeInclusive<usize> = (256 << 10)..=(8 << 20);

/// The system's allocator, but for tables, where the system has huge pages for the asking: Linux, unless the
/// address space is limited.
pub struct Allocator;

fn is_table(layout: Layout) -> bool {
    TABLES.contains(&layout.size()) && layout.align() <= HUGE_PAGE && has_tables()
}

/// Whether this process puts tables on huge pages. Where the address space is limited they would use it
/// up: a block takes whole pages of 2 MiB. Found once, because blocks are freed as they were allocated.
#[cfg(target_os = "linux")]
fn has_tables() -> bool {
    const UNKNOWN: u8 = 0;
    const YES: u8 = 1;
    const NO: u8 = 2;
    static FOUND: AtomicU8 = AtomicU8::new(UNKNOWN);
    let found = FOUND.load(Relaxed);
    if found != UNKNOWN {
        return found == YES;
    }
    let now = if is_address_space_limited() { NO } else { YES };
    // Of threads that look at the same time, the first decides.
    match FOUND.compare_exchange(UNKNOWN, now, Relaxed, Relaxed) {
        Ok(_) => now == YES,
        Err(found) => found == YES,
    }
}

/// Other systems do not give them for the asking.
#[cfg(not(target_os = "linux"))]
const fn has_tables() -> bool {
    false
}

// SAFETY: a block of one layout always belongs to the same of two allocators: the system's, and one
// that maps a region of its own for every block, large and aligned enough.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_table(layout) {
            return memory::allocate(layout.size()).map_or(ptr::null_mut(), NonNull::as_ptr);
        }
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_table(layout) {
            // SAFETY: the caller's promise. New pages are zero.
            return unsafe { self.alloc(layout) };
        }
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        match NonNull::new(block) {
            // SAFETY: the caller's promise: it was allocated with this layout, so by `allocate`.
            Some(block) if is_table(layout) => unsafe { memory::free(block, layout.size()) },
            // SAFETY: the caller's promise: it was allocated with this layout, so by the system.
            _ => unsafe { System.dealloc(block, layout) },
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller's promise.
        let new_layout = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        if !is_table(layout) && !is_table(new_layout) {
            // SAFETY: the caller's promise; both layouts are the system's.
            return unsafe { System.realloc(block, layout, size) };
        }
        // SAFETY: the caller's promise: the new size is not zero.
        let new_block = unsafe { self.alloc(new_layout) };
        if !new_block.is_null() {
            // SAFETY: both blocks have so many bytes, and the new one is no part of the old.
            unsafe { ptr::copy_nonoverlapping(block, new_block, layout.size().min(size)) };
            // SAFETY: the caller's promise.
            unsafe { self.dealloc(block, layout) };
        }
        new_block
    }
}

#[cfg(test)]
mod tests {
    use super::{Allocator, TABLES};

    #[global_allocator]
    static ALLOCATOR: Allocator = Allocator;

    #[test]
    fn blocks_of_all_sizes_are_zero_aligned_and_keep_what_is_in_them() {
        let [least, most] = [*TABLES.start(), *TABLES.end()];
        let mut growing: Vec<u8> = Vec::new();
        for size in [1, least - 1, least, least + 1, 3 << 20, most, most + 1] {
            let zeroed = vec![0u64; size.div_ceil(8)];
            assert!(zeroed.iter().all(|&word| word == 0), "{size}");
            growing.reserve_exact(size - growing.len());
            let byte = |index: usize| (index % 251) as u8;
            growing.extend((growing.len()..size).map(byte));
            assert!(
                growing.iter().enumerate().all(|(i, &kept)| kept == byte(i)),
                "{size}"
            );
        }
        for size in [most, least, 8] {
            growing.truncate(size);
            growing.shrink_to_fit();
            assert_eq!((growing.len(), growing[7]), (size, 7));
        }
    }
}
