//! What commands that take long share: being stopped, threads, and a line that tells how far they are.

use std::io::{self, IsTerminal};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::interrupt::Interrupt;

/// How often a terminal is drawn anew.
const REDRAW: Duration = Duration::from_millis(250);
/// How often a line is printed elsewhere.
const INTERVAL: Duration = Duration::from_secs(30);

/// Has Ctrl-C set a flag, and a second one end the program. `what` is being finished meanwhile.
pub fn stop_flag(what: &'static str) -> anyhow::Result<Arc<AtomicBool>> {
    Ok(Interrupt::listen(what)?.shared_flag())
}

/// As many threads as wanted, or as there are cores.
pub fn threads(wanted: Option<usize>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    wanted.unwrap_or_else(cores).max(1)
}

/// A line that tells how far the work is: renewed in place on a terminal, printed now and then
/// elsewhere.
pub struct Ticker {
    started: Instant,
    last: Instant,
    spinner: Option<ProgressBar>,
}

impl Ticker {
    /// The work begins.
    pub fn new() -> Self {
        let spinner = io::stderr().is_terminal().then(|| {
            let spinner = ProgressBar::new_spinner();
            let style = ProgressStyle::with_template("{spinner} {elapsed_precise} {wide_msg}");
            spinner.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
            spinner
        });
        let started = Instant::now();
        Self {
            started,
            last: started,
            spinner,
        }
    }

    /// How long the work has lasted.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Shows a line if it is time to.
    pub fn tell(&mut self, line: impl FnOnce() -> String) {
        let due = if self.spinner.is_some() {
            REDRAW
        } else {
            INTERVAL
        };
        if self.last.elapsed() < due {
            return;
        }
        self.last = Instant::now();
        match &self.spinner {
            Some(spinner) => {
                spinner.set_message(line());
                spinner.tick();
            }
            None => eprintln!("{:.0} s: {}", self.elapsed().as_secs_f64(), line()),
        }
    }

    /// Takes the line away: the work is done.
    pub fn finish(&self) {
        if let Some(spinner) = &self.spinner {
            spinner.finish_and_clear();
        }
    }
}
