//! The thread pool of the Lazy SMP search: threads are started once and search the same root
//! independently, sharing only the TT and, if switched on, correction history.

mod announce;
mod blocking;
mod worker;

use std::io;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Barrier, Mutex, PoisonError};
use std::time::{Duration, Instant};

use game::{Evaluator, Game};

use crate::history::CorrectionHistories;
use crate::limits::Limits;
use crate::report::Report;
use crate::shared::Shared;
use crate::switches::SHARED_CORRECTION;
use crate::tablebase::Tablebase;
use crate::time::SearchTiming;
use crate::tt::TranspositionTable;
use crate::vote::BallotBox;
use worker::{MainPart, Order, Task, Worker};

/// The most threads of a pool.
const MAX_THREADS: usize = 1024;

/// A search to run.
pub struct Job<G: Game> {
    /// The root position.
    pub position: G::Position,
    /// When to stop.
    pub limits: Limits<G::Move>,
    /// When the clock started.
    pub start: Instant,
    /// Whether this is a ponder search.
    pub ponder: bool,
    /// Receives the results.
    pub report: Box<dyn Report<G>>,
}

/// A pool of search threads with their shared TT.
pub struct Pool<G: Game, E> {
    workers: Vec<Worker<G>>,
    /// Any position: it only says which rules are played.
    position: G::Position,
    evaluator: E,
    tt: Arc<TranspositionTable>,
    tablebase: Option<Arc<dyn Tablebase<G>>>,
    uses_correction_history: bool,
    running: Option<(Arc<Shared>, Receiver<()>)>,
    /// The timing of the last search, if it was on the clock, or of clearing.
    timing: Arc<Mutex<Option<SearchTiming>>>,
}

impl<G: Game, E: Evaluator<G> + Clone + 'static> Pool<G, E>
where
    G::Position: 'static,
{
    /// A pool of threads that share a TT. Each gets a copy of the evaluator. Nothing is left to
    /// allocate for the first search.
    ///
    /// # Errors
    /// If not even one thread can be started.
    pub fn new(
        threads: usize,
        position: &G::Position,
        tt: TranspositionTable,
        evaluator: E,
    ) -> io::Result<Self> {
        tt.touch();
        let mut pool = Self {
            workers: Vec::new(),
            position: position.clone(),
            evaluator,
            tt: Arc::new(tt),
            tablebase: None,
            uses_correction_history: true,
            running: None,
            timing: Arc::default(),
        };
        pool.set_threads(threads)?;
        Ok(pool)
    }

    /// Waits for the search to end, and changes the number of threads. It may end up smaller, see
    /// [`Self::threads`].
    ///
    /// # Errors
    /// If not even one thread can be started. The pool cannot search then.
    pub fn set_threads(&mut self, threads: usize) -> io::Result<()> {
        self.wait();
        self.workers.clear();
        let shared = Arc::new(Shared::new(self.tt.clone(), 1, false));
        let correction = SHARED_CORRECTION
            .is_on()
            .then(|| Arc::new(CorrectionHistories::new()));
        self.workers = start_as_many(threads.clamp(1, MAX_THREADS), |id| {
            let (shared, correction) = (shared.clone(), correction.clone());
            Worker::start(id, &self.position, &self.evaluator, shared, correction)
        })?;
        Ok(())
    }

    /// The number of threads: as many of those asked for as could be started.
    pub fn threads(&self) -> usize {
        self.workers.len()
    }

    /// Waits for the search to end, replaces the evaluator, and clears the TT and all histories.
    ///
    /// # Errors
    /// If no thread can be started again.
    pub fn set_evaluator(&mut self, evaluator: E) -> io::Result<()> {
        self.evaluator = evaluator;
        let threads = self.threads();
        self.set_threads(threads)?;
        self.tt.clear(threads);
        Ok(())
    }

    /// Waits for the search to end, and replaces the TT.
    pub fn set_tt(&mut self, tt: TranspositionTable) {
        self.wait();
        tt.touch();
        self.tt = Arc::new(tt);
    }

    /// Sets the tablebases of the searches to come.
    pub fn set_tablebase(&mut self, tablebase: Option<Arc<dyn Tablebase<G>>>) {
        self.tablebase = tablebase;
    }

    /// Switches correction history, which is on by default, for the searches to come.
    pub fn set_correction_history(&mut self, on: bool) {
        self.uses_correction_history = on;
    }

    /// Waits for the search to end, and clears the TT and all histories.
    pub fn clear(&mut self) {
        self.wait();
        // Helpers may still be ending the search before: the barrier comes after that.
        let barrier = Arc::new(Barrier::new(self.workers.len() + 1));
        for worker in &self.workers {
            worker.give(Order::Clear(barrier.clone()));
        }
        barrier.wait();
        // A loaded machine shows before the first move.
        *self.timing() = Some(SearchTiming {
            elapsed: Duration::ZERO,
            stall: self.tt.clear(self.workers.len()),
        });
    }

    /// Starts a search, after the one before has ended.
    pub fn start(&mut self, job: Job<G>) {
        self.wait();
        let Job {
            position,
            limits,
            start,
            ponder,
            report,
        } = job;
        self.tt.next_generation();
        let threads = self.workers.len();
        let shared = Arc::new(Shared::new(self.tt.clone(), threads, ponder));
        let ballots = Arc::new(BallotBox::new(threads.saturating_sub(1)));
        let (done, finished) = mpsc::channel();
        *self.timing() = None;
        let is_on_clock = limits.time.is_some() && !ponder && !limits.infinite;
        let mut main = Some(MainPart {
            report,
            timing: is_on_clock.then(|| self.timing.clone()),
            done,
        });
        for worker in &self.workers {
            worker.give(Order::Search(Box::new(Task {
                position: position.clone(),
                limits: limits.clone(),
                start,
                shared: shared.clone(),
                tablebase: self.tablebase.clone(),
                uses_correction_history: self.uses_correction_history,
                ballots: ballots.clone(),
                main: main.take(),
            })));
        }
        self.running = Some((shared, finished));
    }

    /// Stops the search. Its best move still comes through the report.
    pub fn stop(&self) {
        if let Some((shared, _)) = &self.running {
            shared.stop();
        }
    }

    /// The opponent played the ponder move: time limits apply from now on.
    pub fn ponder_hit(&self) {
        if let Some((shared, _)) = &self.running {
            shared.ponder_hit();
        }
    }

    /// Nodes searched so far by the running search.
    pub fn nodes(&self) -> u64 {
        self.running
            .as_ref()
            .map_or(0, |(shared, _)| shared.total_nodes())
    }

    /// How full the TT is, in per mille.
    pub fn hashfull(&self) -> u32 {
        self.tt.hashfull()
    }

    /// The timing of the last search; none if it is not over, or was not on the clock. After
    /// [`Self::clear`], the stall of that.
    pub fn last_timing(&self) -> Option<SearchTiming> {
        *self.timing()
    }

    fn timing(&self) -> std::sync::MutexGuard<'_, Option<SearchTiming>> {
        self.timing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the search has reported its best move.
    pub fn wait(&mut self) {
        if let Some((_, finished)) = self.running.take() {
            // The sender is dropped when the worker is done, one way or another.
            let _ = finished.recv();
        }
    }
}

impl<G: Game, E> Drop for Pool<G, E> {
    fn drop(&mut self) {
        if let Some((shared, finished)) = self.running.take() {
            shared.stop();
            let _ = finished.recv();
        }
    }
}

/// Starts workers until one fails; an error if that is the first.
fn start_as_many<W>(threads: usize, start: impl Fn(usize) -> io::Result<W>) -> io::Result<Vec<W>> {
    let mut workers = vec![start(0).map_err(|error| {
        let problem = format!("cannot start a search thread: {error}");
        io::Error::new(io::ErrorKind::OutOfMemory, problem)
    })?];
    workers.extend((1..threads).map_while(|id| start(id).ok()));
    Ok(workers)
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::start_as_many;

    #[test]
    fn a_pool_is_as_large_as_the_system_allows() {
        let limited = |id| match id {
            0..3 => Ok(id),
            _ => Err(io::Error::from(io::ErrorKind::WouldBlock)),
        };
        assert_eq!(start_as_many(2, limited).unwrap(), [0, 1]);
        assert_eq!(start_as_many(1000, limited).unwrap(), [0, 1, 2]);
        let none = |_| Err::<usize, _>(io::Error::from(io::ErrorKind::WouldBlock));
        let error = start_as_many(4, none).unwrap_err();
        assert!(error.to_string().contains("cannot start a search thread"));
    }
}
