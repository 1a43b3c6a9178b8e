//! Zeroed memory on (transparent) huge pages.

use std::ptr::NonNull;

/// Huge pages are 2 MiB on x86-64 and most ARM systems; elsewhere the alignment does no harm.
pub(crate) const HUGE_PAGE: usize = 2 << 20;

/// Zeroed memory, aligned to [`HUGE_PAGE`], on huge pages where the system grants them.
pub(crate) struct Memory {
    start: NonNull<u8>,
    size: usize,
}

// SAFETY: the memory is owned, and nothing here depends on the thread.
unsafe impl Send for Memory {}
// SAFETY: shared access is up to the owner's types; here only the address is given.
unsafe impl Sync for Memory {}

impl Memory {
    /// So many zeroed bytes; `None` if there is not enough memory.
    pub(crate) fn zeroed(size: usize) -> Option<Self> {
        let start = allocate(size)?;
        Some(Self { start, size })
    }

    /// The first byte.
    #[inline(always)]
    pub(crate) const fn start(&self) -> *const u8 {
        self.start.as_ptr()
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: allocated in `zeroed` with this size, and freed only here.
        unsafe { free(self.start, self.size) };
    }
}

/// So many zeroed bytes. Mapped, not allocated: an allocator would write the zeros, and so touch
/// every small page, before the system could be asked for huge ones.
#[cfg(target_os = "linux")]
pub(crate) fn allocate(size: usize) -> Option<NonNull<u8>> {
    // The last page can be a huge one only as a whole.
    let size = size.checked_next_multiple_of(HUGE_PAGE)?;
    let mapped = size.checked_add(HUGE_PAGE)?;
    let access = libc::PROT_READ | libc::PROT_WRITE;
    let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: a new mapping, anywhere, that touches no other memory.
    let block = unsafe { libc::mmap(std::ptr::null_mut(), mapped, access, kind, -1, 0) };
    if block == libc::MAP_FAILED {
        return None;
    }
    let block = NonNull::new(block.cast::<u8>())?;
    let before = block.align_offset(HUGE_PAGE);
    // SAFETY: `before` is less than a huge page, by which the mapping is larger than `size`.
    let (start, end) = unsafe { (block.add(before), block.add(before + size)) };
    for (rest, size) in [(block, before), (end, HUGE_PAGE - before)] {
        if size > 0 {
            // SAFETY: a part of the mapping just made, before its start or after its end.
            unsafe { libc::munmap(rest.as_ptr().cast(), size) };
        }
    }
    // SAFETY: the range lies in the mapping just made; the advice changes no content.
    unsafe { libc::madvise(start.as_ptr().cast(), size, libc::MADV_HUGEPAGE) };
    Some(start)
}

/// Frees what [`allocate`] gave.
///
/// # Safety
/// `start` comes from [`allocate`] with this size and is not used afterwards.
#[cfg(target_os = "linux")]
pub(crate) unsafe fn free(start: NonNull<u8>, size: usize) {
    // SAFETY: `allocate` mapped this many whole pages there.
    unsafe { libc::munmap(start.as_ptr().cast(), size.next_multiple_of(HUGE_PAGE)) };
}

#[cfg(not(target_os = "linux"))]
const fn layout(size: usize) -> Option<std::alloc::Layout> {
    let size = if size == 0 { 1 } else { size };
    match std::alloc::Layout::from_size_align(size, HUGE_PAGE) {
        Ok(layout) => Some(layout),
        Err(_) => None,
    }
}

/// So many zeroed bytes.
#[cfg(not(target_os = "linux"))]
pub(crate) fn allocate(size: usize) -> Option<NonNull<u8>> {
    // SAFETY: the layout's size is not zero.
    NonNull::new(unsafe { std::alloc::alloc_zeroed(layout(size)?) })
}

/// Frees what [`allocate`] gave.
///
/// # Safety
/// `start` comes from [`allocate`] with this size and is not used afterwards.
#[cfg(not(target_os = "linux"))]
pub(crate) unsafe fn free(start: NonNull<u8>, size: usize) {
    if let Some(layout) = layout(size) {
        // SAFETY: allocated with the same layout.
        unsafe { std::alloc::dealloc(start.as_ptr(), layout) };
    }
}
