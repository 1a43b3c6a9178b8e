//! The threads of the search: started once, and given one search after another.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Barrier};
use std::thread::JoinHandle;
use std::time::Instant;

use game::{Evaluator, Game, Position};

use crate::clock::Clock;
use crate::limits::Limits;
use crate::report::{Bound, Info, Report};
use crate::searcher::Searcher;
use crate::shared::Shared;
use crate::tt::TranspositionTable;
use crate::vote::{Ballot, elect};

/// Stack for a thread: deep searches nest deeply.
const STACK_BYTES: usize = 16 << 20;

/// A search to be done.
pub struct Job<G: Game> {
    /// From where.
    pub position: G::Position,
    /// Until when.
    pub limits: Limits<G::Move>,
    /// When the clock started.
    pub start: Instant,
    /// Whether the opponent's move is still awaited.
    pub ponder: bool,
    /// Who is told.
    pub report: Box<dyn Report<G>>,
}

/// What a worker is told to do.
enum Order<G: Game> {
    Search(Box<Task<G>>),
    Forget(Arc<Barrier>),
}

/// One thread's part of a search.
struct Task<G: Game> {
    position: G::Position,
    limits: Limits<G::Move>,
    start: Instant,
    shared: Arc<Shared>,
    part: Part<G>,
}

/// Who leads and who helps.
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

/// A pool of search threads with their shared table.
pub struct Pool<G: Game, E> {
    workers: Vec<Worker<G>>,
    evaluator: E,
    table: Arc<TranspositionTable>,
    running: Option<(Arc<Shared>, Receiver<()>)>,
}

impl<G: Game, E: Evaluator<G> + Clone + 'static> Pool<G, E>
where
    G::Position: 'static,
{
    /// A pool of threads over a table. Each gets a copy of the evaluator.
    #[must_use]
    pub fn new(threads: usize, table: TranspositionTable, evaluator: E) -> Self {
        let mut pool = Self {
            workers: Vec::new(),
            evaluator,
            table: Arc::new(table),
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

    /// Waits for the search to end, and takes another table.
    pub fn set_table(&mut self, table: TranspositionTable) {
        self.wait();
        self.table = Arc::new(table);
    }

    /// Waits for the search to end, and forgets everything learnt.
    pub fn forget(&mut self) {
        self.wait();
        self.table.clear(self.workers.len());
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
        self.table.next_generation();
        let shared = Arc::new(Shared::new(self.table.clone(), self.workers.len(), ponder));
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

    /// Ends the search soon. Its answer still comes through the report.
    pub fn stop(&self) {
        if let Some((shared, _)) = &self.running {
            shared.stop();
        }
    }

    /// The opponent played the expected move: the clock counts from now on.
    pub fn ponder_hit(&self) {
        if let Some((shared, _)) = &self.running {
            shared.ponder_hit();
        }
    }

    /// Positions searched so far by the search that was started last, until it is waited for.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.running
            .as_ref()
            .map_or(0, |(shared, _)| shared.total_nodes())
    }

    /// Waits until the search has given its answer.
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

/// A worker's life: it waits for orders until nobody can give any.
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
                let clock = Clock::new(start, limits.budget);
                let searcher = searcher.get_or_insert_with(|| {
                    let evaluator = evaluator.take().expect("used for the first search only");
                    Searcher::new(id, &position, evaluator, shared.clone())
                });
                searcher.shared = shared;
                searcher.limits = limits;
                searcher.clock = clock;
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
    fn ballot(&self) -> Option<Ballot<G::Move>> {
        let best = self.root.moves.first()?;
        Some(Ballot {
            mv: best.mv,
            ponder: best.line.get(1).copied(),
            score: if best.score > -game::Score::INFINITE {
                best.score
            } else {
                best.previous
            },
            depth: self.root.completed_depth,
            line: best.line.clone(),
        })
    }

    /// Gives the answer. With several lines or a fixed depth the main thread's word stands.
    fn announce(&mut self, ballots: &[Ballot<G::Move>]) {
        let votes = self.limits.lines <= 1 && self.limits.depth.is_none();
        let chosen = if votes {
            elect(ballots)
        } else {
            ballots.first()
        };
        let own = ballots.first().map(|ballot| ballot.mv);
        if let Some(chosen) = chosen.filter(|ballot| Some(ballot.mv) != own) {
            self.report.info(&Info {
                depth: chosen.depth as u32,
                selective_depth: chosen.line.len(),
                line: 1,
                score: chosen.score,
                bound: Bound::Exact,
                nodes: self.shared.total_nodes(),
                table_used: self.shared.table.used(),
                elapsed: self.clock.elapsed(),
                moves: &chosen.line,
            });
        } else if self.stopped {
            // The last word is about the move played, and says what it took. It may be a better
            // move that the unfinished iteration found.
            if own == self.root.told {
                self.root.depth = self.root.completed_depth;
            }
            self.report_lines();
        }
        let mut ponder = chosen.and_then(|ballot| ballot.ponder);
        if let (Some(ballot), Some(reply)) = (chosen, ponder) {
            // The line comes from shared memory: what is announced must be playable.
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
