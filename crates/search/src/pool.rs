//! The thread pool of the Lazy SMP search: threads are started once and search the same root
//! independently, sharing only the TT.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Barrier};
use std::thread::JoinHandle;
use std::time::Instant;

use game::{Evaluator, Game, Position};

use crate::limits::Limits;
use crate::report::{Bound, Info, Report};
use crate::searcher::Searcher;
use crate::shared::Shared;
use crate::time::TimeManager;
use crate::tt::TranspositionTable;
use crate::vote::{Ballot, deepest, elect};

/// Stack size of a thread: deep searches recurse deeply.
const STACK_BYTES: usize = 16 << 20;

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

/// A command to a worker.
enum Order<G: Game> {
    Search(Box<Task<G>>),
    Forget(Arc<Barrier>),
}

/// One thread's share of a search.
struct Task<G: Game> {
    position: G::Position,
    limits: Limits<G::Move>,
    start: Instant,
    shared: Arc<Shared>,
    part: Part<G>,
}

/// The main thread reports and decides; helpers only search.
enum Part<G: Game> {
    Main {
        report: Box<dyn Report<G>>,
        ballots: Receiver<Option<Ballot<G::Move>>>,
        done: Sender<()>,
    },
    Helper {
        ballot: Sender<Option<Ballot<G::Move>>>,
    },
}

struct Worker<G: Game> {
    orders: Option<Sender<Order<G>>>,
    thread: Option<JoinHandle<()>>,
}

/// A pool of search threads with their shared TT.
pub struct Pool<G: Game, E> {
    workers: Vec<Worker<G>>,
    evaluator: E,
    tt: Arc<TranspositionTable>,
    running: Option<(Arc<Shared>, Receiver<()>)>,
}

impl<G: Game, E: Evaluator<G> + Clone + 'static> Pool<G, E>
where
    G::Position: 'static,
{
    /// A pool of threads that share a TT. Each gets a copy of the evaluator.
    #[must_use]
    pub fn new(threads: usize, tt: TranspositionTable, evaluator: E) -> Self {
        let mut pool = Self {
            workers: Vec::new(),
            evaluator,
            tt: Arc::new(tt),
            running: None,
        };
        pool.set_threads(threads);
        pool
    }

    /// Waits for the search to end, and changes the number of threads.
    pub fn set_threads(&mut self, threads: usize) {
        self.wait();
        self.workers.clear();
        self.workers = (0..threads.max(1))
            .map(|id| Worker::start(id, self.evaluator.clone()))
            .collect();
    }

    /// Waits for the search to end, replaces the evaluator, and clears the TT and all histories.
    pub fn set_evaluator(&mut self, evaluator: E) {
        self.wait();
        self.evaluator = evaluator;
        self.tt.clear(self.workers.len());
        self.set_threads(self.workers.len());
    }

    /// Waits for the search to end, and replaces the TT.
    pub fn set_tt(&mut self, tt: TranspositionTable) {
        self.wait();
        self.tt = Arc::new(tt);
    }

    /// Waits for the search to end, and clears the TT and all histories.
    pub fn forget(&mut self) {
        self.wait();
        self.tt.clear(self.workers.len());
        let barrier = Arc::new(Barrier::new(self.workers.len() + 1));
        for worker in &self.workers {
            worker.give(Order::Forget(barrier.clone()));
        }
        barrier.wait();
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
        let shared = Arc::new(Shared::new(self.tt.clone(), self.workers.len(), ponder));
        let (ballot, ballots) = mpsc::channel();
        let (done, finished) = mpsc::channel();
        let mut main = Some(Part::Main {
            report,
            ballots,
            done,
        });
        for worker in &self.workers {
            let part = main.take().unwrap_or_else(|| Part::Helper {
                ballot: ballot.clone(),
            });
            worker.give(Order::Search(Box::new(Task {
                position: position.clone(),
                limits: limits.clone(),
                start,
                shared: shared.clone(),
                part,
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
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.running
            .as_ref()
            .map_or(0, |(shared, _)| shared.total_nodes())
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

impl<G: Game> Worker<G>
where
    G::Position: 'static,
{
    fn start<E: Evaluator<G> + 'static>(id: usize, evaluator: E) -> Self {
        let (orders, received) = mpsc::channel();
        let thread = std::thread::Builder::new()
            .name(format!("search {id}"))
            .stack_size(STACK_BYTES)
            .spawn(move || work(id, evaluator, &received))
            .expect("the system lets us start a thread");
        Self {
            orders: Some(orders),
            thread: Some(thread),
        }
    }

    fn give(&self, order: Order<G>) {
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

/// The loop of a worker thread: runs orders until the channel closes.
fn work<G: Game, E: Evaluator<G>>(id: usize, evaluator: E, orders: &Receiver<Order<G>>) {
    let mut evaluator = Some(evaluator);
    let mut searcher: Option<Searcher<G, E>> = None;
    for order in orders {
        match order {
            Order::Forget(barrier) => {
                if let Some(searcher) = &mut searcher {
                    searcher.histories.clear();
                }
                barrier.wait();
            }
            Order::Search(task) => {
                let Task {
                    position,
                    limits,
                    start,
                    shared,
                    part,
                } = *task;
                let time = TimeManager::new(start, limits.time);
                let searcher = searcher.get_or_insert_with(|| {
                    let evaluator = evaluator.take().expect("used for the first search only");
                    Searcher::new(id, &position, evaluator, shared.clone())
                });
                searcher.shared = shared;
                searcher.limits = limits;
                searcher.time = time;
                searcher.prepare(&position);
                perform(searcher, part);
            }
        }
    }
}

fn perform<G: Game, E: Evaluator<G>>(searcher: &mut Searcher<G, E>, part: Part<G>) {
    match part {
        Part::Helper { ballot } => {
            searcher.iterate();
            let _ = ballot.send(searcher.ballot());
        }
        Part::Main {
            report,
            ballots,
            done,
        } => {
            searcher.report = report;
            searcher.iterate();
            searcher
                .shared
                .wait_for_permission(searcher.limits.infinite);
            searcher.shared.stop();
            let mut all: Vec<_> = searcher.ballot().into_iter().collect();
            all.extend(
                (1..searcher.shared.nodes.len()).filter_map(|_| ballots.recv().ok().flatten()),
            );
            searcher.announce(&all);
            searcher.report = Box::new(());
            drop(done);
        }
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    fn ballot(&mut self) -> Option<Ballot<G::Move>> {
        self.extend_pv(0);
        let best = self.root.moves.first()?;
        Some(Ballot {
            mv: best.mv,
            ponder: best.pv.get(1).copied(),
            score: best.last_score(),
            depth: self.root.completed_depth,
            pv: best.pv.clone(),
        })
    }

    /// Reports the best move of the chosen thread; with `MultiPV` always the main thread's.
    fn announce(&mut self, ballots: &[Ballot<G::Move>]) {
        let main = ballots.first();
        let chosen = if self.limits.multi_pv > 1 {
            main
        } else if self.limits.depth.is_some() {
            deepest(ballots)
        } else {
            elect(ballots)
        };
        let is_other = |ballot: &&Ballot<G::Move>| {
            main.is_none_or(|main| (main.mv, main.depth) != (ballot.mv, ballot.depth))
        };
        if let Some(chosen) = chosen.filter(is_other) {
            self.report.info(&Info {
                depth: chosen.depth as u32,
                sel_depth: chosen.pv.len(),
                multi_pv: 1,
                score: chosen.score,
                bound: Bound::Exact,
                nodes: self.shared.total_nodes(),
                hashfull: self.shared.tt.hashfull(),
                elapsed: self.time.elapsed(),
                pv: &chosen.pv,
            });
        } else if self.stopped {
            // The best move may be from the unfinished iteration: report its PV and final counts.
            self.root.depth = self.root.completed_depth;
            self.report_pvs();
        }
        let mut ponder = chosen.and_then(|ballot| ballot.ponder);
        if let (Some(ballot), Some(reply)) = (chosen, ponder) {
            // The PV comes from shared memory: the ponder move must be legal.
            let mut position = self.position.clone();
            position.make(ballot.mv, &mut ());
            if !position.is_pseudo_legal(reply) || !position.is_legal(reply) {
                ponder = None;
            }
        }
        self.report
            .best_move(chosen.map(|ballot| ballot.mv), ponder);
    }
}
