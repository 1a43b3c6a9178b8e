//! Stopping a match from outside: after the running pairs, or at once.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::{Engine, Killer};

/// The states after "running", which is zero. A match never goes back to an earlier state.
const FINISHING: u8 = 1;
const ABORTED: u8 = 2;

/// The handle that stops a match. Clones stop the same match.
#[derive(Clone, Default)]
pub struct Control(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: AtomicU8,
    killers: Mutex<Vec<Killer>>,
}

impl Control {
    /// Starts no new pairs and finishes the running ones.
    pub fn finish(&self) {
        self.0.state.fetch_max(FINISHING, Ordering::SeqCst);
    }

    /// Stops at once. Running pairs are abandoned, and replayed on resumption.
    pub fn abort(&self) {
        self.0.state.fetch_max(ABORTED, Ordering::SeqCst);
        // Killing the engines ends all waits for them.
        let killers = self
            .0
            .killers
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        killers.iter().for_each(Killer::kill);
    }

    /// Whether no new pairs start.
    #[must_use]
    pub fn is_finishing(&self) -> bool {
        self.0.state.load(Ordering::SeqCst) >= FINISHING
    }

    /// Whether the match was aborted.
    #[must_use]
    pub fn is_aborted(&self) -> bool {
        self.0.state.load(Ordering::SeqCst) == ABORTED
    }

    /// Registers an engine to be killed when the match is aborted.
    pub(super) fn watch(&self, engine: &Engine) {
        let mut killers = self
            .0
            .killers
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        killers.retain(Killer::is_running);
        killers.push(engine.killer());
        if self.is_aborted() {
            engine.killer().kill();
        }
    }
}
