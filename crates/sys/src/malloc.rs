//! The allocator of the C library, and the limit of what it may have.

/// Lets all threads share one arena if the address space is limited (`ulimit -v`). Each further arena
/// would reserve 64 MiB of it, and a thread that gets none takes a page for every allocation.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn share_arena_if_limited() {
    if is_address_space_limited() {
        // SAFETY: this sets a number that the allocator reads when a thread wants an arena.
        unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
    }
}

/// Other allocators reserve less.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub const fn share_arena_if_limited() {}

/// Whether the system limits the address space of this process.
#[cfg(target_os = "linux")]
pub(crate) fn is_address_space_limited() -> bool {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: the pointer is to a whole and writable structure.
    let is_known = unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) } == 0;
    is_known && limit.rlim_cur != libc::RLIM_INFINITY
}
