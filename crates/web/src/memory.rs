//! Memory for requests. An allocation that fails ends the program, so a request asks first: whether it can
//! be had at all, and for a large one whether others have left enough.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::http::Client;

/// What large requests may take together.
const TOTAL: usize = 256 << 20;
/// What a request takes for each byte of its body, at most: a game of many short variations.
const FACTOR: usize = 64;
/// What every request takes.
const LEAST: usize = 1 << 20;
/// How much makes a request a large one.
const LARGE: usize = 8 << 20;
/// How often a request that waits looks whether its client still does.
const TICK: Duration = Duration::from_millis(100);

/// The memory for large requests that is left.
pub struct Memory {
    left: Mutex<usize>,
    returned: Condvar,
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            left: Mutex::new(TOTAL),
            returned: Condvar::new(),
        }
    }
}

/// Memory that a request may take, until it is dropped.
pub struct Share<'a> {
    memory: &'a Memory,
    bytes: usize,
}

impl Memory {
    /// Memory for a request with a body of so many bytes; waits for others to return theirs. Nothing if
    /// there is none, or if the client has left.
    pub fn take(&self, body: usize, client: &dyn Client) -> Option<Share<'_>> {
        let needed = (LEAST + FACTOR * body).min(TOTAL);
        let bytes = if needed >= LARGE { needed } else { 0 };
        let mut left = self.lock();
        while *left < bytes {
            if client.has_left() {
                return None;
            }
            let waited = self.returned.wait_timeout(left, TICK);
            left = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *left -= bytes;
        drop(left);
        let share = Share {
            memory: self,
            bytes,
        };
        let can_be_had = Vec::<u8>::new().try_reserve_exact(needed).is_ok();
        can_be_had.then_some(share)
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        *self.memory.lock() += self.bytes;
        self.memory.returned.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::{Memory, TOTAL};
    use crate::http::Client;

    struct Waiting(bool);

    impl Client for Waiting {
        fn has_left(&self) -> bool {
            !self.0
        }
    }

    #[test]
    fn large_requests_wait_for_each_other_and_small_ones_for_none() {
        let memory = Memory::default();
        let all = memory.take(TOTAL, &Waiting(true)).unwrap();
        assert!(memory.take(100, &Waiting(true)).is_some());
        assert!(memory.take(1 << 20, &Waiting(false)).is_none());
        thread::scope(|scope| {
            let next = scope.spawn(|| memory.take(1 << 20, &Waiting(true)).is_some());
            thread::sleep(Duration::from_millis(20));
            assert!(!next.is_finished());
            drop(all);
            assert!(next.join().unwrap());
        });
        assert_eq!(*memory.lock(), TOTAL);
    }
}
