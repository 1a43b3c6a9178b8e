//! Threads of a scope and what they work with: as many as the system and its memory allow.

use std::thread::{Builder, Scope};

use crate::warn;

/// Memory that a new thread must leave to the others: an allocation that fails ends the program.
const HEADROOM_BYTES: usize = 96 << 20;
/// What a thread needs besides its tables: its stack, and what it starts.
const THREAD_BYTES: usize = 8 << 20;

/// Starts a thread for each piece of work, up to the first that cannot be started. Says so on standard
/// error, so that the others can do the work; gives how many those are.
pub fn start_threads<'scope, W: FnOnce() + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    threads: impl ExactSizeIterator<Item = (Builder, W)>,
) -> usize {
    let wanted = threads.len();
    let started = threads
        .take(fitting_threads(wanted))
        .map_while(|(thread, work)| thread.spawn_scoped(scope, work).ok())
        .count();
    if started < wanted {
        warn(&format!(
            "only {started} of {wanted} threads could be started"
        ));
    }
    started
}

/// Makes what each thread works with, up to the first for which memory is missing, and says so on
/// standard error. There is always one.
///
/// # Errors
/// If the first cannot be made.
pub fn make_workers<W, E>(
    wanted: usize,
    mut make: impl FnMut() -> Result<W, E>,
) -> Result<Vec<W>, E> {
    let mut workers = vec![make()?];
    // Twice: for its tables, and for the thread that starts later.
    while workers.len() < wanted && can_allocate(2 * needed(workers.len() + 1)) {
        // All are made alike, so what fails now is memory.
        let Ok(worker) = make() else { break };
        workers.push(worker);
    }
    let made = workers.len();
    if made < wanted {
        warn(&format!(
            "only {made} of {wanted} threads: not enough memory for more"
        ));
    }
    Ok(workers)
}

/// How many threads, of those wanted, fit into memory. There is always room for one.
pub fn fitting_threads(wanted: usize) -> usize {
    let fit = |threads: &usize| *threads < 2 || can_allocate(needed(*threads));
    (1..=wanted).take_while(fit).count()
}

/// The memory that must be free to start so many threads.
const fn needed(threads: usize) -> usize {
    HEADROOM_BYTES.saturating_add(threads.saturating_mul(THREAD_BYTES))
}

fn can_allocate(bytes: usize) -> bool {
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{can_allocate, fitting_threads, make_workers, needed};

    #[test]
    fn workers_are_made_until_one_fails() {
        let mut left = 3;
        let mut make = || {
            left -= 1;
            if left >= 0 { Ok(left) } else { Err("no more") }
        };
        assert_eq!(make_workers(2, &mut make), Ok(vec![2, 1]));
        assert_eq!(make_workers(9, &mut make), Ok(vec![0]));
        assert_eq!(make_workers(9, &mut make), Err("no more"));
    }

    #[test]
    fn no_memory_is_enough_for_any_number_of_threads() {
        assert_eq!([0, 1, 2].map(fitting_threads), [0, 1, 2]);
        assert!(!can_allocate(needed(usize::MAX)));
    }
}
