//! Threads of a scope, as many as the system allows.

use std::thread::{Builder, Scope};

/// Starts a thread for each piece of work, up to the first that cannot be started. Says so on standard
/// error, so that the others can do the work; gives how many those are.
pub fn start_threads<'scope, W: FnOnce() + Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    threads: impl ExactSizeIterator<Item = (Builder, W)>,
) -> usize {
    let wanted = threads.len();
    let started = threads
        .map_while(|(thread, work)| thread.spawn_scoped(scope, work).ok())
        .count();
    if started < wanted {
        eprintln!("only {started} of {wanted} threads could be started");
    }
    started
}
