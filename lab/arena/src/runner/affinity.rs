//! Binding games to processors. A bound thread's engines are bound with it.

use std::io;

/// The processors that this process may use.
///
/// # Errors
/// If the system does not tell.
#[cfg(target_os = "linux")]
pub fn available_processors() -> io::Result<Vec<usize>> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let allowed = sched_getaffinity(None)?;
    Ok((0..CpuSet::MAX_CPU)
        .filter(|&processor| allowed.is_set(processor))
        .collect())
}

/// Binds the calling thread, and what it starts, to one processor.
#[cfg(target_os = "linux")]
pub(super) fn bind_thread(processor: usize) -> io::Result<()> {
    use rustix::thread::{CpuSet, sched_setaffinity};
    if processor >= CpuSet::MAX_CPU {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut set = CpuSet::new();
    set.set(processor);
    Ok(sched_setaffinity(None, &set)?)
}

/// The processors that this process may use.
///
/// # Errors
/// If the system does not tell.
#[cfg(not(target_os = "linux"))]
pub fn available_processors() -> io::Result<Vec<usize>> {
    Ok((0..std::thread::available_parallelism()?.get()).collect())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn bind_thread(_: usize) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
