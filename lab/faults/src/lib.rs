//! For tests: file operations and allocations that fail, each in turn, as SQLite tests itself.
//!
//! A test names some work, and what must hold after it. [`each_fault`] runs the work once for each
//! of its calls of a kind, in a process of its own in which that call fails, and checks what is left.
//! The code under test knows nothing of this: the crate defines the functions of the C library
//! (`write`, `rename`, `malloc`, ...), and whatever is linked into the test calls these, Rust and C
//! alike. Only a program that uses this crate has them, and only tests do.

#[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
mod files;
#[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
mod memory;
#[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
mod plan;
#[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
mod process;

#[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
pub use process::{Acknowledged, each_fault};

/// Which calls fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// One call on a file. A failing write has written half of its bytes.
    File,
    /// A call on a file, and all that change a file after it: the disk is full.
    FullDisk,
    /// One allocation. In Rust it ends the process, in C it is an error.
    Allocation,
}

impl Fault {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::File, Self::FullDisk, Self::Allocation];
}
