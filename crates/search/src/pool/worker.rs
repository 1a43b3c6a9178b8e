//! A search thread: runs orders until its channel closes.

use std::io;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Barrier, Mutex};
use std::thread::JoinHandle;
use std::time::Instant;

use game::{Evaluator, Game};

use crate::history::CorrectionHistories;
use crate::limits::Limits;
use crate::report::Report;
use crate::searcher::Searcher;
use crate::shared::Shared;
use crate::switches::SHARED_CORRECTION;
use crate::tablebase::Tablebase;
use crate::time::{SearchTiming, TimeManager};
use crate::vote::{BallotBox, Voter};

/// Stack size of a thread: deep searches recurse deeply.
const STACK_BYTES: usize = 16 << 20;
/// Memory that must be free to start a thread: its stack, its tables and accumulators, and enough to
/// go on.
const HEADROOM_BYTES: usize = STACK_BYTES + (64 << 20);

/// A command to a worker.
pub(super) enum Order<G: Game> {
    Search(Box<Task<G>>),
    Clear(Arc<Barrier>),
}

/// One thread's share of a search.
pub(super) struct Task<G: Game> {
    pub(super) position: G::Position,
    pub(super) limits: Limits<G::Move>,
    pub(super) start: Instant,
    pub(super) shared: Arc<Shared>,
    pub(super) tablebase: Option<Arc<dyn Tablebase<G>>>,
    pub(super) uses_correction_history: bool,
    pub(super) ballots: Arc<BallotBox<G::Move>>,
    /// The part of the main thread, which reports and decides; helpers only search.
    pub(super) main: Option<MainPart<G>>,
}

/// What only the main thread gets.
pub(super) struct MainPart<G: Game> {
    pub(super) report: Box<dyn Report<G>>,
    /// Where to leave the timing of a search on the clock.
    pub(super) timing: Option<Arc<Mutex<Option<SearchTiming>>>>,
    /// Dropped after the best move.
    pub(super) done: Sender<()>,
}

/// A thread and the channel of its orders.
pub(super) struct Worker<G: Game> {
    orders: Option<Sender<Order<G>>>,
    thread: Option<JoinHandle<()>>,
}

impl<G: Game> Worker<G>
where
    G::Position: 'static,
{
    /// Starts a thread and waits until it is ready: its stack, histories and evaluator are there. It
    /// uses the given correction history, or one of its own.
    pub(super) fn start<E: Evaluator<G> + Clone + 'static>(
        id: usize,
        position: &G::Position,
        evaluator: &E,
        shared: Arc<Shared>,
        correction: Option<Arc<CorrectionHistories<G>>>,
    ) -> io::Result<Self> {
        // Tables and accumulators that cannot be allocated would abort the program.
        Vec::<u8>::new().try_reserve_exact(HEADROOM_BYTES)?;
        let (position, evaluator) = (position.clone(), evaluator.clone());
        let (orders, received) = mpsc::channel();
        let (ready, is_ready) = mpsc::channel();
        let thread = std::thread::Builder::new()
            .name(format!("search {id}"))
            .stack_size(STACK_BYTES)
            .spawn(move || {
                let mut searcher = Searcher::new(id, &position, evaluator, shared);
                if let Some(correction) = correction {
                    SHARED_CORRECTION.count();
                    searcher.histories.correction = correction;
                }
                searcher.prepare(&position);
                drop(ready);
                received
                    .into_iter()
                    .for_each(|order| execute(&mut searcher, order));
            })?;
        let _: Result<(), _> = is_ready.recv();
        Ok(Self {
            orders: Some(orders),
            thread: Some(thread),
        })
    }

    pub(super) fn give(&self, order: Order<G>) {
        let orders = self
            .orders
            .as_ref()
            .expect("present until the worker is dropped");
        orders
            .send(order)
            .expect("a worker lives as long as its channel");
    }
}

impl<G: Game> Drop for Worker<G> {
    fn drop(&mut self) {
        drop(self.orders.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn execute<G: Game, E: Evaluator<G>>(searcher: &mut Searcher<G, E>, order: Order<G>) {
    match order {
        Order::Clear(barrier) => {
            searcher.clear();
            barrier.wait();
        }
        Order::Search(task) => {
            let Task {
                position,
                limits,
                start,
                shared,
                tablebase,
                uses_correction_history,
                ballots,
                main,
            } = *task;
            searcher.time = TimeManager::new(start, limits.time);
            searcher.shared = shared;
            searcher.tablebase = tablebase;
            searcher.uses_correction_history = uses_correction_history;
            searcher.limits = limits;
            searcher.prepare(&position);
            match main {
                Some(main) => search_and_answer(searcher, main, &ballots),
                None => {
                    let slot = searcher.id - 1;
                    searcher.report = Box::new(Voter { ballots, slot });
                    searcher.iterate();
                    searcher.report = Box::new(());
                }
            }
        }
    }
}

/// The search of the main thread. It answers without waiting for the helpers, which notice the stop
/// when they next run.
fn search_and_answer<G: Game, E: Evaluator<G>>(
    searcher: &mut Searcher<G, E>,
    main: MainPart<G>,
    ballots: &BallotBox<G::Move>,
) {
    let MainPart {
        report,
        timing,
        done,
    } = main;
    searcher.report = report;
    searcher.iterate();
    searcher
        .shared
        .wait_for_permission(searcher.limits.infinite);
    searcher.shared.stop_now();
    let mut all: Vec<_> = searcher.ballot().into_iter().collect();
    all.extend(ballots.collect());
    let measured = searcher.time.finish();
    if let Some(timing) = timing {
        *timing
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner) = Some(measured);
    }
    searcher.announce(&all);
    // The report is gone before the next search can start.
    searcher.report = Box::new(());
    drop(done);
}
