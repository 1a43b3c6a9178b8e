//! What the threads of devices and the threads of the host hand each other.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use datagen::{Error, Run};

use crate::OnDevice;
use crate::abi::Ending;
use crate::candidates::Candidates;
use crate::games::{Backend, FinishedGame};

/// How many queues of starts are drawn in advance.
const DRAWN_QUEUES: usize = 2;
/// How many queues of finished games may wait before devices wait for the host.
const FINISHED_QUEUES: usize = 8;

/// How long a device waits before it looks at the clock.
const LONGEST_WAIT: Duration = Duration::from_millis(20);

/// A game that a device finished.
pub struct Finished<G: OnDevice> {
    pub candidates: Candidates<G>,
    pub game: FinishedGame,
    /// Its share of the device's time.
    pub time: Duration,
}

/// Work for a thread of the host.
pub enum Job<G: OnDevice> {
    /// Draw the openings of a game.
    Draw(u64),
    /// Draw others: the device rejected all.
    Redraw(Finished<G>),
    Replay(Finished<G>),
}

/// Starts for devices, and games that they finished.
pub struct Exchange<'a, G: OnDevice> {
    run: &'a Run<'a, G>,
    begin: Instant,
    /// Whether what is still played is not wanted.
    is_closed: AtomicBool,
    /// Starts of all queues of devices together.
    room: usize,
    state: Mutex<State<G>>,
    /// There may be work.
    work: Condvar,
    /// There may be starts, or room for finished games.
    starts: Condvar,
}

struct State<G: OnDevice> {
    /// The next game to draw.
    next: u64,
    end: u64,
    /// Threads that draw.
    drawing: usize,
    drawn: BTreeMap<u64, Candidates<G>>,
    rejected: Vec<Finished<G>>,
    finished: VecDeque<Finished<G>>,
    /// The first number that no device has got.
    untouched: u64,
    /// Devices that play.
    devices: usize,
}

/// A device's part of the exchange, until it is dropped.
pub struct Member<'a, 'b, G: OnDevice>(&'b Exchange<'a, G>);

impl<'a, G: OnDevice> std::ops::Deref for Member<'a, '_, G> {
    type Target = Exchange<'a, G>;

    fn deref(&self) -> &Exchange<'a, G> {
        self.0
    }
}

impl<G: OnDevice> Drop for Member<'_, '_, G> {
    fn drop(&mut self) {
        self.0.lock().devices -= 1;
        self.0.work.notify_all();
        if thread::panicking() {
            self.0.close();
        }
    }
}

/// Ends everything if the thread that has it panics, because the others would wait for it.
pub struct Watch<'a, 'b, G: OnDevice>(&'b Exchange<'a, G>);

impl<G: OnDevice> Drop for Watch<'_, '_, G> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}

impl<'a, G: OnDevice> Exchange<'a, G> {
    pub fn new<B: Backend>(run: &'a Run<'a, G>, devices: &[B]) -> Self {
        let end = match run.goal.games {
            Some(games) => run.first.saturating_add(games),
            None => u64::MAX,
        };
        Self {
            run,
            begin: Instant::now(),
            is_closed: AtomicBool::new(false),
            room: devices.iter().map(Backend::room).sum(),
            state: Mutex::new(State {
                next: run.first,
                end,
                drawing: 0,
                drawn: BTreeMap::new(),
                rejected: Vec::new(),
                finished: VecDeque::new(),
                untouched: run.first,
                devices: devices.len(),
            }),
            work: Condvar::new(),
            starts: Condvar::new(),
        }
    }

    /// For the thread of one of the devices.
    pub const fn join(&self) -> Member<'a, '_, G> {
        Member(self)
    }

    /// For every other thread that takes part.
    pub const fn watch(&self) -> Watch<'a, '_, G> {
        Watch(self)
    }

    /// Up to `room` starts, lowest numbers first. A device that has nothing to play waits for them;
    /// one that gets none then is done.
    pub fn take(&self, room: usize, is_idle: bool) -> Vec<Candidates<G>> {
        let mut state = self.lock();
        while is_idle && state.drawn.len() < room && self.will_be_drawn(&state) {
            state = self.wait_for_host(state);
        }
        if self.is_over() {
            let untouched = state.untouched;
            state.drawn.retain(|&number, _| number < untouched);
        }
        let mut taken = Vec::with_capacity(room);
        while taken.len() < room
            && let Some((number, candidates)) = state.drawn.pop_first()
        {
            state.untouched = state.untouched.max(number + 1);
            taken.push(candidates);
        }
        drop(state);
        self.work.notify_all();
        taken
    }

    /// Takes finished games, as soon as there is room; gives whether to play on.
    pub fn hand_over(&self, games: Vec<Finished<G>>) -> bool {
        let mut state = self.lock();
        while state.finished.len() >= FINISHED_QUEUES * self.room && !self.is_closed() {
            state = self.wait_for_host(state);
        }
        for finished in games {
            match finished.game.ending {
                Ending::AllRejected => state.rejected.push(finished),
                _ => state.finished.push_back(finished),
            }
        }
        drop(state);
        self.work.notify_all();
        !self.is_closed()
    }

    /// What to do next, as soon as there is something. Drawing comes first: there is little of it, and
    /// devices wait for it.
    pub fn next_job(&self) -> Option<Job<G>> {
        let mut state = self.lock();
        loop {
            if let Some(finished) = state.rejected.pop() {
                state.drawing += 1;
                return Some(Job::Redraw(finished));
            }
            let ahead = state.drawn.len() + state.drawing;
            if ahead < DRAWN_QUEUES * self.room && state.next < state.end && !self.is_over() {
                state.drawing += 1;
                state.next += 1;
                return Some(Job::Draw(state.next - 1));
            }
            if let Some(finished) = state.finished.pop_front() {
                drop(state);
                self.starts.notify_all();
                return Some(Job::Replay(finished));
            }
            if state.devices == 0 {
                return None;
            }
            let woken = self.work.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The end of a job that draws.
    pub fn drawn(&self, candidates: Result<Candidates<G>, Error>) -> Result<(), Error> {
        let mut state = self.lock();
        state.drawing -= 1;
        let outcome = candidates.map(|game| drop(state.drawn.insert(game.number(), game)));
        drop(state);
        self.starts.notify_all();
        outcome
    }

    /// Whether there will be more starts than now.
    fn will_be_drawn(&self, state: &State<G>) -> bool {
        let is_behind = state.next < state.end && state.drawn.len() < DRAWN_QUEUES * self.room;
        !self.is_closed()
            && (state.drawing > 0 || !state.rejected.is_empty() || is_behind && !self.is_over())
    }

    /// Whether no further game is to begin.
    fn is_over(&self) -> bool {
        let time = self.run.goal.time;
        self.is_closed()
            || self.run.stop.load(Ordering::Relaxed)
            || time.is_some_and(|time| self.begin.elapsed() >= time)
    }

    /// Ends everything: the goal is reached, or something failed.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::Relaxed);
        // Who is about to wait has the lock.
        drop(self.lock());
        self.work.notify_all();
        self.starts.notify_all();
    }

    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    /// For a device. Nobody tells it when the time is over.
    fn wait_for_host<'s>(&self, state: MutexGuard<'s, State<G>>) -> MutexGuard<'s, State<G>> {
        let woken = self.starts.wait_timeout(state, LONGEST_WAIT);
        woken.unwrap_or_else(PoisonError::into_inner).0
    }

    fn lock(&self) -> MutexGuard<'_, State<G>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
