//! CPU affinity: pins games to CPUs. The engines that a pinned thread starts are pinned with it.

use std::io;

/// The CPUs that this process may use.
///
/// # Errors
/// If the system call fails.
#[cfg(target_os = "linux")]
pub fn available_cpus() -> io::Result<Vec<usize>> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let allowed = sched_getaffinity(None)?;
    Ok((0..CpuSet::MAX_CPU)
        .filter(|&cpu| allowed.is_set(cpu))
        .collect())
}

/// Pins the calling thread, and the processes it starts, to one CPU.
#[cfg(target_os = "linux")]
pub(super) fn pin_thread(cpu: usize) -> io::Result<()> {
    use rustix::thread::{CpuSet, sched_setaffinity};
    if cpu >= CpuSet::MAX_CPU {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut set = CpuSet::new();
    set.set(cpu);
    Ok(sched_setaffinity(None, &set)?)
}

/// The CPUs that this process may use.
///
/// # Errors
/// If the system call fails.
#[cfg(not(target_os = "linux"))]
pub fn available_cpus() -> io::Result<Vec<usize>> {
    Ok((0..std::thread::available_parallelism()?.get()).collect())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn pin_thread(_: usize) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
