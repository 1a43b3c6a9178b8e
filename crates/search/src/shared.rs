//! What the threads of one search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use crate::tt::TranspositionTable;

/// A count of one thread, alone on its cache line so that counting does not disturb the others.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    /// Only the owning thread sets it, so no read-modify-write is needed.
    #[inline(always)]
    pub(crate) fn set(&self, count: u64) {
        self.0.store(count, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Shared by all threads of a search, and by whoever stops it.
pub(crate) struct Shared {
    pub(crate) table: Arc<TranspositionTable>,
    stop: AtomicBool,
    /// Whether the answer must wait for the opponent's move.
    pondering: AtomicBool,
    /// Whether the search has seen enough and goes on only because it ponders.
    has_enough: AtomicBool,
    /// Wakes a search that has finished but must not answer yet.
    wake: (Mutex<()>, Condvar),
    pub(crate) nodes: Vec<Counter>,
}

impl Shared {
    pub(crate) fn new(table: Arc<TranspositionTable>, threads: usize, pondering: bool) -> Self {
        Self {
            table,
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            has_enough: AtomicBool::new(false),
            wake: (Mutex::new(()), Condvar::new()),
            nodes: (0..threads).map(|_| Counter::default()).collect(),
        }
    }

    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(crate) fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    pub(crate) fn stop(&self) {
        self.change(|| self.stop.store(true, Ordering::Relaxed));
    }

    pub(crate) fn ponder_hit(&self) {
        self.change(|| {
            self.pondering.store(false, Ordering::Relaxed);
            if self.has_enough.load(Ordering::Relaxed) {
                self.stop.store(true, Ordering::Relaxed);
            }
        });
    }

    /// Whether a search that has seen enough may end. If it ponders it may not, but then it ends as
    /// soon as it no longer does.
    pub(crate) fn may_end(&self) -> bool {
        self.change(|| self.has_enough.store(true, Ordering::Relaxed));
        !self.is_pondering()
    }

    fn change(&self, set: impl FnOnce()) {
        let _guard = self
            .wake
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        set();
        self.wake.1.notify_all();
    }

    /// Waits until an answer may be given: at once, or after `stop`, or after `ponderhit`.
    pub(crate) fn wait_for_permission(&self, infinite: bool) {
        let mut guard = self
            .wake
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        while !self.is_stopped() && (infinite || self.is_pondering()) {
            guard = self
                .wake
                .1
                .wait(guard)
                .unwrap_or_else(std::sync::PoisonError::into_inner);
        }
    }

    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(Counter::get).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::{Arc, Shared, TranspositionTable};

    fn shared(pondering: bool) -> Shared {
        let table = TranspositionTable::new(1).expect("1 MiB");
        Shared::new(Arc::new(table), 1, pondering)
    }

    #[test]
    fn a_search_that_has_enough_ends_with_the_pondering() {
        let pondering = shared(true);
        assert!(!pondering.may_end());
        assert!(!pondering.is_stopped());
        pondering.ponder_hit();
        assert!(pondering.is_stopped());
        let unfinished = shared(true);
        unfinished.ponder_hit();
        assert!(!unfinished.is_stopped(), "it has not seen enough");
        assert!(unfinished.may_end());
    }
}
