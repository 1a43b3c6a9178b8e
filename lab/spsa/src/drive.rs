//! Plays the pairs of a run on several threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::Duration;

use support::start_threads;

use crate::{Run, Trial};

/// How often a thread that waits for others looks whether it should stop.
const STOP_INTERVAL: Duration = Duration::from_millis(200);

/// What compares two sets of values.
pub trait Objective {
    /// Why it cannot go on.
    type Error: Send;

    /// The half points of the plus side in a pair, 0 to 4. `None` if it was abandoned.
    ///
    /// # Errors
    /// If no pair can be played any more; the run then stops.
    fn play(&mut self, trial: &Trial) -> Result<Option<u8>, Self::Error>;
}

/// Plays until the run is complete or `is_stopped`. `start` makes the objective of each thread on that
/// thread; `on_pair` is called after every pair, on the caller's thread.
///
/// # Errors
/// The first error of an objective or of `on_pair`. The pairs before it are counted.
pub fn drive<O, E>(
    run: &mut Run,
    threads: usize,
    start: impl Fn(usize) -> O + Sync,
    is_stopped: impl Fn() -> bool + Sync,
    mut on_pair: impl FnMut(&Run) -> Result<(), E>,
) -> Result<(), E>
where
    O: Objective,
    E: From<O::Error>,
{
    let shared = Shared {
        run: Mutex::new(run),
        news: Condvar::new(),
        has_failed: AtomicBool::new(false),
    };
    let is_stopped = || is_stopped() || shared.has_failed.load(Ordering::SeqCst);
    let play = |number: usize, sender: &Sender<_>| {
        let mut objective = start(number);
        while let Some(trial) = shared.next(is_stopped) {
            let played = objective.play(&trial);
            let is_over = !matches!(played, Ok(Some(_)));
            if let Ok(Some(half_points)) = played {
                shared.lock().record(trial.pair, half_points);
                shared.news.notify_all();
            }
            // The receiver is gone when the run has failed.
            if sender.send(played.map(drop)).is_err() || is_over {
                break;
            }
        }
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let threads = (0..threads.max(1)).map(|number| {
            let (sender, play) = (sender.clone(), &play);
            (Builder::new(), move || play(number, &sender))
        });
        if start_threads(scope, threads) == 0 {
            play(0, &sender);
        }
        drop(sender);
        let mut result = Ok(());
        for played in receiver {
            let counted = played
                .map_err(E::from)
                .and_then(|()| on_pair(&shared.lock()));
            if counted.is_err() && result.is_ok() {
                shared.has_failed.store(true, Ordering::SeqCst);
                result = counted;
            }
        }
        result
    })
}

struct Shared<'a> {
    run: Mutex<&'a mut Run>,
    /// A pair has ended.
    news: Condvar,
    has_failed: AtomicBool,
}

impl<'a> Shared<'a> {
    fn lock(&self) -> MutexGuard<'_, &'a mut Run> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next pair, waited for if necessary; `None` at the end.
    fn next(&self, is_stopped: impl Fn() -> bool) -> Option<Trial> {
        let mut run = self.lock();
        while !is_stopped() && !run.is_complete() {
            if let Some(trial) = run.next_trial() {
                return Some(trial);
            }
            let waited = self.news.wait_timeout(run, STOP_INTERVAL);
            run = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }
}
