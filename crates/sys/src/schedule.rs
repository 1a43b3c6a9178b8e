//! Requests to the scheduler.

/// The shortest slice that Linux grants, in nanoseconds.
#[cfg(target_os = "linux")]
const SLICE: u64 = 100_000;

/// Asks for short time slices, for the calling thread and those it will start: the share of the CPU
/// stays the same, but on a loaded machine a thread that wakes is served sooner. Needs Linux 6.12;
/// elsewhere nothing happens.
#[cfg(target_os = "linux")]
pub fn request_short_slices() {
    let ordinary = |attributes: &libc::sched_attr| {
        // Another policy was chosen by the user.
        attributes.sched_policy == libc::SCHED_OTHER as u32
    };
    if let Some(mut attributes) = attributes().filter(ordinary) {
        attributes.sched_runtime = SLICE;
        // SAFETY: the structure states its size and outlives the call, which only reads it.
        unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const attributes, 0) };
    }
}

/// Nothing to ask for.
#[cfg(not(target_os = "linux"))]
pub fn request_short_slices() {}

/// The scheduling attributes of the calling thread.
#[cfg(target_os = "linux")]
fn attributes() -> Option<libc::sched_attr> {
    let size = size_of::<libc::sched_attr>() as u32;
    let mut attributes = libc::sched_attr {
        size,
        sched_policy: 0,
        sched_flags: 0,
        sched_nice: 0,
        sched_priority: 0,
        sched_runtime: 0,
        sched_deadline: 0,
        sched_period: 0,
    };
    // SAFETY: the call writes at most `size` bytes to the structure.
    let result = unsafe { libc::syscall(libc::SYS_sched_getattr, 0, &raw mut attributes, size, 0) };
    (result == 0).then_some(attributes)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{attributes, request_short_slices};

    #[test]
    fn policy_and_niceness_stay() {
        let before = attributes().expect("every Linux of today tells");
        request_short_slices();
        let after = attributes().expect("as before");
        assert_eq!(
            (before.sched_policy, before.sched_nice),
            (after.sched_policy, after.sched_nice)
        );
    }
}
