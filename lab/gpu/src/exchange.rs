//! What the threads of devices and the threads of the host hand each other.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use datagen::{Error, Run};

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
pub struct Finished {
    pub candidates: Candidates,
    pub game: FinishedGame,
    /// Its share of the device's time.
    pub time: Duration,
}

/// Work for a thread of the host.
pub enum Job {
    /// Draw the openings of a game.
    Draw(u64),
    /// Draw others: the device rejected all.
    Redraw(Finished),
    Replay(Finished),
}

/// Starts for devices, and games that they finished.
pub struct Exchange<'a> {
    run: &'a Run<'a>,
    begin: Instant,
    /// Whether what is still played is not wanted.
    is_closed: AtomicBool,
    /// Starts of all queues of devices together.
    room: usize,
    state: Mutex<State>,
    /// There may be work.
    work: Condvar,
    /// There may be starts, or room for finished games.
    starts: Condvar,
}

struct State {
    /// The next game to draw.
    next: u64,
    end: u64,
    /// Threads that draw.
    drawing: usize,
    drawn: BTreeMap<u64, Candidates>,
    rejected: Vec<Finished>,
    finished: VecDeque<Finished>,
    /// The first number that no device has got.
    untouched: u64,
    /// Devices that play.
    devices: usize,
}

/// A device's part of the exchange, until it is dropped.
pub struct Member<'a, 'b>(&'b Exchange<'a>);

impl<'a> std::ops::Deref for Member<'a, '_> {
    type Target = Exchange<'a>;

    fn deref(&self) -> &Exchange<'a> {
        self.0
    }
}

/// Also when the device's thread panics: others wait for it.
impl Drop for Member<'_, '_> {
    fn drop(&mut self) {
        self.0.lock().devices -= 1;
        self.0.work.notify_all();
    }
}

impl<'a> Exchange<'a> {
    pub fn new<B: Backend>(run: &'a Run<'a>, devices: &[B]) -> Self {
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
    pub const fn join(&self) -> Member<'a, '_> {
        Member(self)
    }

    /// Up to `room` starts, lowest numbers first. A device that has nothing to play waits for them;
    /// one that gets none then is done.
    pub fn take(&self, room: usize, is_idle: bool) -> Vec<Candidates> {
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
    pub fn hand_over(&self, games: Vec<Finished>) -> bool {
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
    pub fn next_job(&self) -> Option<Job> {
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
    pub fn drawn(&self, candidates: Result<Candidates, Error>) -> Result<(), Error> {
        let mut state = self.lock();
        state.drawing -= 1;
        let outcome = candidates.map(|game| drop(state.drawn.insert(game.number(), game)));
        drop(state);
        self.starts.notify_all();
        outcome
    }

    /// Whether there will be more starts than now.
    fn will_be_drawn(&self, state: &State) -> bool {
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
    }

    fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    /// For a device. Nobody tells it when the time is over.
    fn wait_for_host<'s>(&self, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        let woken = self.starts.wait_timeout(state, LONGEST_WAIT);
        woken.unwrap_or_else(PoisonError::into_inner).0
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
