//! Safe wrappers of what needs `unsafe`: PEXT, prefetch, huge pages, memory-mapped files, requests to the
//! scheduler and the allocator, and the features of the CPU.
//!
//! Each wraps one instruction or one call of the operating system. Nothing here knows games.

mod allocator;
#[cfg(target_feature = "bmi2")]
mod bits;
#[cfg(target_arch = "x86_64")]
mod cpu;
mod large_table;
mod malloc;
#[cfg(feature = "mapped-file")]
mod mapped_file;
mod memory;
mod prefetch;
mod schedule;

pub use allocator::Allocator;
#[cfg(target_feature = "bmi2")]
pub use bits::pext;
#[cfg(target_arch = "x86_64")]
pub use cpu::require_cpu;
pub use large_table::{LargeTable, Line};
pub use malloc::share_arena_if_limited;
#[cfg(feature = "mapped-file")]
pub use mapped_file::MappedFile;
pub use prefetch::prefetch;
pub use schedule::request_short_slices;

/// Other CPUs have what their builds need.
#[cfg(not(target_arch = "x86_64"))]
pub const fn require_cpu() {}
