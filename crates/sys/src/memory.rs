//! Zeroed memory on (transparent) huge pages.

use std::ptr::NonNull;

/// Huge pages are 2 MiB on x86-64 and most ARM systems; elsewhere the alignment does no harm.
const ALIGNMENT: usize = 2 << 20;

/// Zeroed memory, aligned to [`ALIGNMENT`], on huge pages where the system grants them.
pub(crate) struct Memory {
    /// The whole mapping or allocation.
    block: NonNull<u8>,
    block_size: usize,
    /// The first aligned byte of it.
    start: NonNull<u8>,
}

// SAFETY: the memory is owned, and nothing here depends on the thread.
unsafe impl Send for Memory {}
// SAFETY: shared access is up to the owner's types; here only the address is given.
unsafe impl Sync for Memory {}

impl Memory {
    /// The first byte.
    #[inline(always)]
    pub(crate) const fn start(&self) -> *const u8 {
        self.start.as_ptr()
    }
}

/// Mapped, not allocated: an allocator would write the zeros, and so touch every small page, before
/// the system could be asked for huge ones.
#[cfg(target_os = "linux")]
impl Memory {
    /// So many zeroed bytes; `None` if there is not enough memory.
    pub(crate) fn zeroed(size: usize) -> Option<Self> {
        let block_size = size.checked_add(ALIGNMENT)?;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: a new mapping, anywhere, that touches no other memory.
        let block = unsafe { libc::mmap(std::ptr::null_mut(), block_size, access, kind, -1, 0) };
        if block == libc::MAP_FAILED {
            return None;
        }
        let block = NonNull::new(block.cast::<u8>())?;
        let offset = block.align_offset(ALIGNMENT);
        // SAFETY: the offset is less than the alignment, by which the block is larger than `size`.
        let start = unsafe { block.add(offset) };
        // SAFETY: the range lies in the mapping just made; the advice changes no content.
        unsafe { libc::madvise(start.as_ptr().cast(), size, libc::MADV_HUGEPAGE) };
        Some(Self {
            block,
            block_size,
            start,
        })
    }
}

#[cfg(target_os = "linux")]
impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: mapped in `zeroed` with this size, and unmapped only here.
        unsafe { libc::munmap(self.block.as_ptr().cast(), self.block_size) };
    }
}

#[cfg(not(target_os = "linux"))]
impl Memory {
    /// So many zeroed bytes; `None` if there is not enough memory.
    pub(crate) fn zeroed(size: usize) -> Option<Self> {
        let layout = std::alloc::Layout::from_size_align(size.max(1), ALIGNMENT).ok()?;
        // SAFETY: the layout's size is not zero.
        let block = NonNull::new(unsafe { std::alloc::alloc_zeroed(layout) })?;
        Some(Self {
            block,
            block_size: layout.size(),
            start: block,
        })
    }
}

#[cfg(not(target_os = "linux"))]
impl Drop for Memory {
    fn drop(&mut self) {
        if let Ok(layout) = std::alloc::Layout::from_size_align(self.block_size, ALIGNMENT) {
            // SAFETY: allocated in `zeroed` with the same layout, and freed only here.
            unsafe { std::alloc::dealloc(self.block.as_ptr(), layout) };
        }
    }
}
