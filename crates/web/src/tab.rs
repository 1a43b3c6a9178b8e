//! Open pages: each has an event stream and, when it first needs one, an engine of its own. The
//! engine goes when the page stops to listen.

mod engine;
mod events;
mod info;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use uci::{GoCommand, Listener, PositionCommand, SetOption, UciOption};

use crate::Backend;
use crate::http::{EventStream, MEMORY};
use crate::turns::Turns;
use engine::Engine;
pub use engine::{Order, Root, RootOf};
pub use events::EventLog;

/// Pages at a time.
const MAX_TABS: usize = 64;

/// Said to a page that does not listen, which is hardly there to hear it.
pub const GONE: &str = "the page does not listen to events";

/// Said where memory for a search is missing.
pub const NO_MEMORY: &str = "not enough memory for another search: close other pages";

/// An engine in this process.
pub trait EngineSession {
    /// The options that it has.
    fn options(&self) -> Vec<UciOption>;

    /// Sets an option.
    ///
    /// # Errors
    /// If it has no such option or value.
    fn set_option(&mut self, option: &SetOption) -> Result<(), String>;

    /// Starts a search; the listener hears of it.
    ///
    /// # Errors
    /// If the position is none, or the search cannot start. The listener hears nothing then.
    fn search(
        &mut self,
        position: &PositionCommand,
        go: &GoCommand,
        listener: Box<dyn Listener>,
    ) -> Result<(), String>;

    /// Ends a running search, and waits for its best move.
    fn stop(&mut self);
}

pub type OpenSession = dyn Fn() -> Box<dyn EngineSession> + Send + Sync;

/// A page.
#[derive(Default)]
pub struct Tab {
    /// What it is told.
    pub log: Arc<EventLog>,
    engine: Mutex<Option<Engine>>,
    pub review: Arc<Turns>,
    /// Its watches.
    pub watch: Arc<Turns>,
}

impl Tab {
    /// Gives the engine an order; starts it if there is none.
    ///
    /// # Errors
    /// If no thread can be started, memory is missing, or if the page has gone: nobody would end the search.
    pub fn order(&self, order: Order, backend: &Arc<Backend>) -> Result<(), String> {
        let mut engine = lock(&self.engine);
        if !self.log.is_open() {
            return Err(GONE.to_owned());
        }
        let had = engine.as_ref().map_or(0, |engine| engine.bytes);
        let share = match order.bytes() {
            // It has that much.
            bytes if bytes <= had => None,
            bytes => Some(MEMORY.take_now(bytes).ok_or(NO_MEMORY)?),
        };
        if engine.is_none() && share.is_some() {
            let started = Engine::start(backend.clone(), self.log.clone());
            *engine = Some(started.map_err(|error| error.to_string())?);
        }
        if let Some(engine) = &mut *engine {
            engine.order(order, share);
        }
        Ok(())
    }
}

/// The open pages.
#[derive(Default)]
pub struct Tabs {
    tabs: Mutex<HashMap<String, Arc<Tab>>>,
}

impl Tabs {
    /// The page with a name, if it listens.
    pub fn find(&self, name: &str) -> Option<Arc<Tab>> {
        let tab = lock(&self.tabs).get(name).cloned();
        tab.filter(|tab| tab.log.is_open())
    }

    /// Opens the stream of a page, in place of the one that it may have; `last` is the last event
    /// that it has seen. Nothing if the name cannot be one, or if there are too many pages.
    pub fn listen(&self, name: &str, last: u64) -> Option<Arc<dyn EventStream>> {
        let is_name = |byte: u8| byte.is_ascii_alphanumeric();
        if !(8..=64).contains(&name.len()) || !name.bytes().all(is_name) {
            return None;
        }
        let mut tabs = lock(&self.tabs);
        if !tabs.contains_key(name) && tabs.len() >= MAX_TABS {
            tabs.retain(|_, tab| tab.log.is_open());
        }
        if !tabs.contains_key(name) && tabs.len() >= MAX_TABS {
            return None;
        }
        let tab = tabs.entry(name.to_owned()).or_default().clone();
        let generation = tab.log.open();
        Some(Arc::new(Stream {
            tab,
            generation,
            last: Mutex::new(last),
        }))
    }
}

/// The stream of a page.
struct Stream {
    tab: Arc<Tab>,
    generation: u64,
    last: Mutex<u64>,
}

impl EventStream for Stream {
    fn next(&self) -> Option<String> {
        let mut last = lock(&self.last);
        let (text, seen) = self.tab.log.wait(self.generation, *last)?;
        *last = seen;
        Some(text)
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        // Locked before the page is closed: an order comes before that, or not at all.
        let mut engine = lock(&self.tab.engine);
        if self.tab.log.close(self.generation) {
            // Dropping the engine ends its search.
            engine.take();
        }
    }
}

/// Locks; a thread that panicked with the lock left nothing half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;
