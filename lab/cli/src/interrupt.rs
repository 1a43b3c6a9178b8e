//! Ctrl-C: work is finished in good order, or ended at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use arena::runner::Control;

/// What a match finishes before it stops.
pub const PAIRS: &str = "the running pairs";

/// What was asked for from outside. Clones hear the same.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<Shared>);

#[derive(Default)]
struct Shared {
    stop: Arc<AtomicBool>,
    /// The match that is being played, if any.
    playing: Mutex<Option<Control>>,
}

impl Interrupt {
    /// Has Ctrl-C end the work when `what` is finished, and a second one at once. A program can
    /// listen once only.
    pub fn listen(what: &'static str) -> anyhow::Result<Self> {
        let interrupt = Self::default();
        let heard = interrupt.clone();
        ctrlc::set_handler(move || heard.hear(what)).context("cannot listen for Ctrl-C")?;
        Ok(interrupt)
    }

    fn hear(&self, what: &str) {
        let again = self.0.stop.swap(true, Ordering::SeqCst);
        let playing = self.0.playing.lock();
        let playing = playing.unwrap_or_else(PoisonError::into_inner);
        match (again, &*playing) {
            (false, control) => {
                eprintln!("\nFinishing {what}; once more to stop at once.");
                if let Some(control) = control {
                    control.finish();
                }
            }
            (true, Some(control)) => {
                eprintln!("\nStopping at once.");
                control.abort();
            }
            (true, None) => {
                eprintln!("\nStopped at once.");
                std::process::exit(130);
            }
        }
    }

    /// Has Ctrl-C stop this match from now on.
    pub fn watch(&self, control: Control) {
        if self.is_stopped() {
            control.finish();
        }
        let playing = self.0.playing.lock();
        *playing.unwrap_or_else(PoisonError::into_inner) = Some(control);
    }

    /// Becomes true when the work should stop.
    pub fn flag(&self) -> &AtomicBool {
        &self.0.stop
    }

    /// The same for those who live longer.
    pub fn shared_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0.stop)
    }

    /// Whether the work should stop.
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Ordering::SeqCst)
    }
}
