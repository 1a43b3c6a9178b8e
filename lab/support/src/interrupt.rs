//! Ctrl-C: the first one lets running work finish, the next one ends it at once.

use std::io;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use signal_hook::{consts, flag};

use crate::warn;

/// What is heard: the key, and the requests to end from outside.
#[cfg(unix)]
const SIGNALS: &[i32] = &[consts::SIGINT, consts::SIGTERM, consts::SIGHUP];
#[cfg(not(unix))]
const SIGNALS: &[i32] = &[consts::SIGINT, consts::SIGTERM];

/// How often a thread looks for them. A handler itself may do next to nothing.
const TICK: Duration = Duration::from_millis(20);

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
    /// later.
    ///
    /// # Errors
    /// If the system has no such signals, or no thread can be started.
    pub fn listen(what: &str, resume: &str) -> io::Result<Self> {
        let notice = format!("Finishing {what}; Ctrl-C again stops at once. {resume}");
        let interrupt = Self(Arc::new(Shared {
            notice: notice.trim_end().to_owned(),
            ..Shared::default()
        }));
        let heard = interrupt.clone();
        let is_raised = Arc::new(AtomicBool::new(false));
        for &signal in SIGNALS {
            flag::register(signal, Arc::clone(&is_raised))?;
        }
        thread::Builder::new().spawn(move || {
            loop {
                thread::sleep(TICK);
                if is_raised.swap(false, Ordering::SeqCst) {
                    heard.hear();
                }
            }
        })?;
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
                    None => warn(&format!("\n{}", self.0.notice)),
                }
                if let Some(stop) = stopper {
                    stop(Stop::Finish);
                }
            }
            (1, Some(stop)) => {
                warn("\nStopping.");
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

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use signal_hook::consts::SIGINT;
    use signal_hook::low_level::raise;

    use super::{INTERRUPTED, Interrupt, Stop};

    const LONG: Duration = Duration::from_secs(20);

    #[test]
    fn the_first_finishes_and_the_second_aborts() {
        let interrupt = Interrupt::listen("the game", "Go on later.").unwrap();
        let (tell, told) = mpsc::channel();
        let (ask, asked) = mpsc::channel();
        interrupt.print_by(move |notice| tell.send(notice.to_owned()).unwrap());
        interrupt.on_stop(move |stop| ask.send(stop).unwrap());
        assert!(!interrupt.is_stopped());
        raise(SIGINT).unwrap();
        assert_eq!(asked.recv_timeout(LONG), Ok(Stop::Finish));
        let notice = "Finishing the game; Ctrl-C again stops at once. Go on later.";
        assert_eq!(told.recv_timeout(LONG).as_deref(), Ok(notice));
        assert!(interrupt.is_stopped());
        raise(SIGINT).unwrap();
        assert_eq!(asked.recv_timeout(LONG), Ok(Stop::Abort));
    }

    /// As `quietus-lab ... 2>&1 | head` does when `head` has seen enough.
    #[test]
    fn nobody_has_to_read_the_notice() {
        const CHILD: &str = "QUIETUS_TEST_INTERRUPT";
        if std::env::var_os(CHILD).is_some() {
            let interrupt = Interrupt::listen("the game", "").unwrap();
            raise(SIGINT).unwrap();
            while !interrupt.is_stopped() {
                thread::yield_now();
            }
            raise(SIGINT).unwrap();
            // The second one ends this process.
            thread::sleep(LONG);
            return;
        }
        let name = "interrupt::tests::nobody_has_to_read_the_notice";
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", name, "--nocapture"])
            .env(CHILD, "1")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stderr.take());
        assert_eq!(child.wait().unwrap().code(), Some(INTERRUPTED));
    }
}
