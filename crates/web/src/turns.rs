//! Work of which a page has one at a time: what begins ends the one before it, and waits for its end, so
//! that memory and threads of two are never needed at once.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Who may work.
#[derive(Default)]
pub struct Turns {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The number of the newest, which alone is wanted.
    newest: u64,
    is_taken: bool,
}

/// The right to work, until it is dropped.
pub struct Turn {
    turns: Arc<Turns>,
    number: u64,
}

impl Turns {
    /// Ends the work that goes on, and begins another once it has ended. Nothing if that is no longer
    /// wanted by then.
    pub fn begin(self: &Arc<Self>) -> Option<Turn> {
        let mut state = self.supersede();
        let number = state.newest;
        let must_wait = |state: &mut State| state.is_taken && state.newest == number;
        let waited = self.changed.wait_while(state, must_wait);
        state = waited.unwrap_or_else(PoisonError::into_inner);
        if state.newest != number {
            return None;
        }
        state.is_taken = true;
        Some(Turn {
            turns: self.clone(),
            number,
        })
    }

    /// Ends the work that goes on.
    pub fn stop(&self) {
        drop(self.supersede());
    }

    fn supersede(&self) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        state.newest += 1;
        self.changed.notify_all();
        state
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn {
    /// Whether nothing else is wanted by now.
    pub fn is_wanted(&self) -> bool {
        self.turns.lock().newest == self.number
    }

    /// Waits for a time, or until it is no longer wanted.
    pub fn pause(&self, time: Duration) {
        let state = self.turns.lock();
        let is_wanted = |state: &mut State| state.newest == self.number;
        drop(
            self.turns
                .changed
                .wait_timeout_while(state, time, is_wanted),
        );
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.turns.lock().is_taken = false;
        self.turns.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;
    use std::time::Duration;

    use super::Turns;

    #[test]
    fn of_many_that_begin_at_once_one_works_at_a_time() {
        let turns = Arc::new(Turns::default());
        let (working, left) = (AtomicUsize::new(0), AtomicUsize::new(20));
        let first = turns.begin().unwrap();
        thread::scope(|scope| {
            for _ in 0..20 {
                scope.spawn(|| {
                    if let Some(turn) = turns.begin() {
                        assert_eq!(working.fetch_add(1, Ordering::SeqCst), 0);
                        turn.pause(Duration::from_secs(60));
                        assert!(!turn.is_wanted());
                        working.fetch_sub(1, Ordering::SeqCst);
                    }
                    left.fetch_sub(1, Ordering::SeqCst);
                });
            }
            first.pause(Duration::from_secs(60));
            assert!(!first.is_wanted());
            assert_eq!(working.load(Ordering::SeqCst), 0);
            drop(first);
            // The last one works until it is stopped.
            while left.load(Ordering::SeqCst) > 1 {
                thread::sleep(Duration::from_millis(1));
            }
            turns.stop();
        });
        assert!(turns.begin().is_some());
    }
}
