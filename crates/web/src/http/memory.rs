//! Memory for requests, and for the engines that they start. An allocation that fails ends the program, so
//! whoever needs much memory takes it here first, and returns it when it is allocated or no longer
//! needed. What remains is for the small needs of all others.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::transport::Client;

/// What large requests may take together.
const TOTAL: usize = 256 << 20;
/// What a request takes for each byte of its body, at most: a game of many short variations, with the
/// answer.
const FACTOR: usize = 192;
/// What every request takes.
const LEAST: usize = 1 << 20;
/// How much makes a request a large one.
const LARGE: usize = 8 << 20;
/// What must remain.
const HEADROOM: usize = 16 << 20;
/// How often a request that waits looks whether its client still does.
const TICK: Duration = Duration::from_millis(100);

/// The memory of this process.
pub static MEMORY: Memory = Memory::new();

/// What requests take.
#[derive(Default)]
pub struct Memory {
    taken: Mutex<usize>,
    returned: Condvar,
}

/// Memory that may be taken, until it is dropped.
pub struct Share<'a> {
    memory: &'a Memory,
    bytes: usize,
}

impl Memory {
    const fn new() -> Self {
        Self {
            taken: Mutex::new(0),
            returned: Condvar::new(),
        }
    }

    /// Memory for a request with a body of so many bytes; waits for others to return theirs. Nothing if
    /// there is none, or if the client has left.
    pub fn take(&self, body: usize, client: &impl Client) -> Option<Share<'_>> {
        let bytes = (LEAST + FACTOR * body).min(TOTAL);
        let mut taken = self.lock();
        // Those who have taken memory may still be about to allocate it.
        while bytes >= LARGE && *taken + bytes > TOTAL || !is_left(*taken + bytes) {
            if *taken == 0 || client.has_left() {
                return None;
            }
            let waited = self.returned.wait_timeout(taken, TICK);
            taken = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *taken += bytes;
        Some(Share {
            memory: self,
            bytes,
        })
    }

    /// Memory for something that is about to start; nothing if there is not so much of it now.
    pub fn take_now(&self, bytes: usize) -> Option<Share<'_>> {
        let mut taken = self.lock();
        if !is_left(*taken + bytes) {
            return None;
        }
        *taken += bytes;
        Some(Share {
            memory: self,
            bytes,
        })
    }

    /// Whether there is none for another connection.
    pub fn is_short(&self) -> bool {
        !is_left(*self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Share<'_> {
    /// Returns all but so many bytes.
    pub fn keep(&mut self, bytes: usize) {
        let kept = bytes.min(self.bytes);
        *self.memory.lock() -= self.bytes - kept;
        self.bytes = kept;
        self.memory.returned.notify_all();
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        *self.memory.lock() -= self.bytes;
        self.memory.returned.notify_all();
    }
}

/// Whether the system has so many bytes, and those that must remain.
fn is_left(bytes: usize) -> bool {
    let mut test = Vec::<u8>::new();
    let is_left = test.try_reserve_exact(bytes + HEADROOM).is_ok();
    // Without this the compiler may leave out an allocation that nobody uses.
    std::hint::black_box(&mut test);
    is_left
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::{HEADROOM, LEAST, Memory, TOTAL, is_left};
    use crate::http::Client;

    struct Waiting(bool);

    impl Client for Waiting {
        fn has_left(&self) -> bool {
            !self.0
        }
    }

    #[test]
    fn what_the_system_does_not_have_is_not_given() {
        assert!(is_left(LEAST));
        assert!(!is_left(isize::MAX as usize - HEADROOM));
        let memory = Memory::new();
        assert!(memory.take_now(isize::MAX as usize - HEADROOM).is_none());
        let share = memory.take_now(TOTAL).unwrap();
        assert_eq!(*memory.lock(), TOTAL);
        drop(share);
        assert_eq!(*memory.lock(), 0);
    }

    #[test]
    fn large_requests_wait_for_each_other_and_small_ones_for_none() {
        let memory = Memory::default();
        let mut all = memory.take(TOTAL, &Waiting(true)).unwrap();
        assert!(memory.take(100, &Waiting(true)).is_some());
        assert!(memory.take(1 << 20, &Waiting(false)).is_none());
        thread::scope(|scope| {
            let next = scope.spawn(|| memory.take(1 << 20, &Waiting(true)).is_some());
            thread::sleep(Duration::from_millis(20));
            assert!(!next.is_finished());
            all.keep(1000);
            assert!(next.join().unwrap());
        });
        assert_eq!(*memory.lock(), 1000);
        drop(all);
        assert_eq!(*memory.lock(), 0);
    }
}
