//! Ctrl-C: the first one lets running work finish, the next one ends it at once.

use std::io;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The exit code of a program that Ctrl-C ended, as shells have it.
const INTERRUPTED: i32 = 130;

/// How work is asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// After what has been begun.
    Finish,
    /// At once.
    Abort,
}

/// Hears Ctrl-C. Clones hear the same.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<Shared>);

type Printer = Box<dyn Fn(&str) + Send>;
type Stopper = Box<dyn Fn(Stop) + Send>;

#[derive(Default)]
struct Shared {
    /// What to tell after the first Ctrl-C.
    notice: String,
    /// Prints the notice, if that needs more than the standard error.
    printer: Mutex<Option<Printer>>,
    flag: AtomicBool,
    count: AtomicU32,
    /// Stops what is running, if that needs more than the flag.
    stopper: Mutex<Option<Stopper>>,
}

impl Interrupt {
    /// Listens for Ctrl-C; `what` names what is finished first, and `resume` says how to go on
    /// later. A program can listen once only.
    ///
    /// # Errors
    /// If the system has no such signals, or somebody listens already.
    pub fn listen(what: &str, resume: &str) -> io::Result<Self> {
        let notice = format!("Finishing {what}; Ctrl-C again stops at once. {resume}");
        let interrupt = Self(Arc::new(Shared {
            notice: notice.trim_end().to_owned(),
            ..Shared::default()
        }));
        let heard = interrupt.clone();
        ctrlc::set_handler(move || heard.hear()).map_err(io::Error::other)?;
        Ok(interrupt)
    }

    /// From now on the notice is printed by this: by a display, which would overwrite it otherwise.
    pub fn print_by(&self, printer: impl Fn(&str) + Send + 'static) {
        let slot = self.0.printer.lock();
        *slot.unwrap_or_else(PoisonError::into_inner) = Some(Box::new(printer));
    }

    fn hear(&self) {
        self.0.flag.store(true, Ordering::SeqCst);
        let count = self.0.count.fetch_add(1, Ordering::SeqCst);
        let stopper = self.0.stopper.lock();
        let stopper = stopper.unwrap_or_else(PoisonError::into_inner);
        match (count, &*stopper) {
            (0, stopper) => {
                let printer = self.0.printer.lock();
                match &*printer.unwrap_or_else(PoisonError::into_inner) {
                    Some(print) => print(&self.0.notice),
                    None => eprintln!("\n{}", self.0.notice),
                }
                if let Some(stop) = stopper {
                    stop(Stop::Finish);
                }
            }
            (1, Some(stop)) => {
                eprintln!("\nStopping.");
                stop(Stop::Abort);
            }
            _ => process::exit(INTERRUPTED),
        }
    }

    /// From now on Ctrl-C calls this, too.
    pub fn on_stop(&self, stop: impl Fn(Stop) + Send + 'static) {
        if self.is_stopped() {
            stop(Stop::Finish);
        }
        let stopper = self.0.stopper.lock();
        *stopper.unwrap_or_else(PoisonError::into_inner) = Some(Box::new(stop));
    }

    /// Becomes true when the work should stop.
    pub fn flag(&self) -> &AtomicBool {
        &self.0.flag
    }

    /// Whether the work should stop.
    pub fn is_stopped(&self) -> bool {
        self.0.flag.load(Ordering::SeqCst)
    }
}
