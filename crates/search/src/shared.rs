//! What the threads of a Lazy SMP search share: TT, stop flag, node counts.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use crate::tt::TranspositionTable;

/// The counters of one thread, on a cache line of their own against false sharing. Only their thread
/// writes them, so no read-modify-write is needed.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct Counters {
    nodes: AtomicU64,
    tb_hits: AtomicU64,
    /// Whether the thread is past its soft limit.
    is_past_soft_limit: AtomicBool,
}

impl Counters {
    #[inline(always)]
    pub(crate) fn set_nodes(&self, count: u64) {
        self.nodes.store(count, Ordering::Relaxed);
    }

    pub(crate) fn add_tb_hits(&self, hits: u64) {
        let count = self.tb_hits.load(Ordering::Relaxed) + hits;
        self.tb_hits.store(count, Ordering::Relaxed);
    }
}

/// The percentage of the threads that must be past their soft limit to end the search.
const SOFT_LIMIT_PERCENT: usize = 65;

/// The shared state of one search.
pub(crate) struct Shared {
    pub(crate) tt: Arc<TranspositionTable>,
    stop: AtomicBool,
    /// Whether the search ponders: no best move before `ponderhit` or `stop`.
    pondering: AtomicBool,
    /// Whether the soft limit was reached while pondering (`stopOnPonderhit`).
    stop_on_ponder_hit: AtomicBool,
    /// Wakes a finished search that waits for `stop` or `ponderhit`.
    wake: (Mutex<()>, Condvar),
    /// By thread.
    pub(crate) counters: Vec<Counters>,
}

impl Shared {
    pub(crate) fn new(tt: Arc<TranspositionTable>, threads: usize, pondering: bool) -> Self {
        Self {
            tt,
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            stop_on_ponder_hit: AtomicBool::new(false),
            wake: (Mutex::new(()), Condvar::new()),
            counters: (0..threads).map(|_| Counters::default()).collect(),
        }
    }

    #[inline(always)]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(crate) fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Stops the search and wakes the main thread, if it waits.
    pub(crate) fn stop(&self) {
        self.change(|| self.stop.store(true, Ordering::Relaxed));
    }

    /// Stops the search from the main thread, which does not wait: without a lock, because time is
    /// up.
    pub(crate) fn stop_now(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub(crate) fn ponder_hit(&self) {
        self.change(|| {
            self.pondering.store(false, Ordering::Relaxed);
            if self.stop_on_ponder_hit.load(Ordering::Relaxed) {
                self.stop.store(true, Ordering::Relaxed);
            }
        });
    }

    /// Whether a search that reached its soft limit may stop now. While pondering it stops on
    /// `ponderhit` instead.
    pub(crate) fn may_end(&self) -> bool {
        if !self.is_pondering() {
            return true;
        }
        self.change(|| self.stop_on_ponder_hit.store(true, Ordering::Relaxed));
        !self.is_pondering()
    }

    /// A thread's vote on the soft limit. Returns whether enough threads are past it.
    pub(crate) fn vote_on_soft_limit(&self, thread: usize, is_past: bool) -> bool {
        let flag = |counters: &Counters| counters.is_past_soft_limit.load(Ordering::Relaxed);
        let own = &self.counters[thread].is_past_soft_limit;
        own.store(is_past, Ordering::Relaxed);
        let votes = self.counters.iter().filter(|&counters| flag(counters));
        100 * votes.count() >= SOFT_LIMIT_PERCENT * self.counters.len()
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

    /// Waits until the best move may be reported: at once, or after `stop` or `ponderhit`.
    pub(crate) fn wait_for_permission(&self, infinite: bool) {
        let must_wait = || !self.is_stopped() && (infinite || self.is_pondering());
        if !must_wait() {
            return;
        }
        let mut guard = self
            .wake
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        while must_wait() {
            guard = self
                .wake
                .1
                .wait(guard)
                .unwrap_or_else(std::sync::PoisonError::into_inner);
        }
    }

    /// Nodes of all threads.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.total(|counters| &counters.nodes)
    }

    /// Tablebase hits of all threads.
    pub(crate) fn tb_hits(&self) -> u64 {
        self.total(|counters| &counters.tb_hits)
    }

    fn total(&self, counter: impl Fn(&Counters) -> &AtomicU64) -> u64 {
        let counts = self.counters.iter().map(counter);
        counts.map(|count| count.load(Ordering::Relaxed)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::{Arc, Shared, TranspositionTable};

    fn shared(pondering: bool) -> Shared {
        let tt = TranspositionTable::new(1).expect("1 MiB");
        Shared::new(Arc::new(tt), 3, pondering)
    }

    #[test]
    fn the_counters_of_all_threads_are_summed() {
        let shared = shared(false);
        for (thread, counters) in shared.counters.iter().enumerate() {
            counters.set_nodes(5);
            counters.set_nodes(10 + thread as u64);
            counters.add_tb_hits(1);
            counters.add_tb_hits(2);
        }
        assert_eq!((shared.total_nodes(), shared.tb_hits()), (33, 9));
        let [first, second, ..] = shared.counters.as_slice() else {
            panic!("three threads")
        };
        let (first, second) = (std::ptr::from_ref(first), std::ptr::from_ref(second));
        assert!(second.addr() - first.addr() >= 128, "no false sharing");
    }

    #[test]
    fn two_of_three_threads_past_their_soft_limit_are_enough() {
        let shared = shared(false);
        assert!(!shared.vote_on_soft_limit(0, true));
        assert!(shared.vote_on_soft_limit(2, true));
        assert!(
            !shared.vote_on_soft_limit(2, false),
            "a vote can be taken back"
        );
    }

    #[test]
    fn a_search_past_its_soft_limit_stops_on_ponder_hit() {
        let pondering = shared(true);
        assert!(!pondering.may_end());
        assert!(!pondering.is_stopped());
        pondering.ponder_hit();
        assert!(pondering.is_stopped());
        let unfinished = shared(true);
        unfinished.ponder_hit();
        assert!(!unfinished.is_stopped(), "the soft limit is not reached");
        assert!(unfinished.may_end());
    }
}
