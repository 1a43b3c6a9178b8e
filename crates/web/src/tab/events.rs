//! The events of a page: the last ones are kept, so that a broken stream goes on where it was.

use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use serde::Serialize;

use super::lock;

/// Events kept for a page that connects again.
const KEPT: usize = 64;
/// How often a stream says that it lives.
const HEARTBEAT: Duration = Duration::from_secs(12);

/// The events of a page.
#[derive(Default)]
pub struct EventLog {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The number of the last event.
    last: u64,
    recent: VecDeque<(u64, String)>,
    /// The number of the stream that is served; a new one ends the one before it.
    generation: u64,
    is_open: bool,
}

impl EventLog {
    /// Adds an event.
    pub fn push(&self, name: &str, data: &impl Serialize) {
        let data = serde_json::to_string(data).expect("our own types have no odd keys");
        let mut state = lock(&self.state);
        state.last += 1;
        let id = state.last;
        let text = format!("id: {id}\nevent: {name}\ndata: {data}\n\n");
        state.recent.push_back((id, text));
        if state.recent.len() > KEPT {
            state.recent.pop_front();
        }
        self.changed.notify_all();
    }

    /// Opens a stream; gives its number.
    pub fn open(&self) -> u64 {
        let mut state = lock(&self.state);
        state.generation += 1;
        state.is_open = true;
        self.changed.notify_all();
        state.generation
    }

    /// Whether a stream is open.
    pub fn is_open(&self) -> bool {
        lock(&self.state).is_open
    }

    /// Closes a stream; says whether it was the one in use.
    pub fn close(&self, generation: u64) -> bool {
        let mut state = lock(&self.state);
        let is_current = state.generation == generation;
        state.is_open &= !is_current;
        is_current
    }

    /// Waits for events after the one with the number `seen`. Gives their text and the last number;
    /// a comment if none came for a while. Nothing if another stream has taken over.
    pub fn wait(&self, generation: u64, seen: u64) -> Option<(String, u64)> {
        let is_idle = |state: &mut State| state.generation == generation && state.last == seen;
        let mut state = lock(&self.state);
        if seen > state.last {
            // The page has seen events of a server that ran before this one.
            return self.wait_from(state, generation);
        }
        let waited = self.changed.wait_timeout_while(state, HEARTBEAT, is_idle);
        state = waited.unwrap_or_else(std::sync::PoisonError::into_inner).0;
        (state.generation == generation).then(|| state.since(seen))
    }

    /// The same for a stream that starts with the next event.
    fn wait_from(&self, state: MutexGuard<'_, State>, generation: u64) -> Option<(String, u64)> {
        let last = state.last;
        drop(state);
        self.wait(generation, last)
    }
}

impl State {
    /// The events after a number.
    fn since(&self, seen: u64) -> (String, u64) {
        let mut text = String::new();
        for (id, event) in &self.recent {
            if *id > seen {
                let _ = write!(text, "{event}");
            }
        }
        if text.is_empty() {
            text = ": alive\n\n".to_owned();
        }
        (text, self.last)
    }
}
