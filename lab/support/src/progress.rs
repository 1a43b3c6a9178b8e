//! The progress display: redrawn in place on a terminal, a line now and then elsewhere.

use std::borrow::Cow;
use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How often a terminal is redrawn.
const REDRAW: Duration = Duration::from_millis(200);
/// How often a line is printed elsewhere.
const LINE_INTERVAL: Duration = Duration::from_secs(30);

/// Shows how far some work has come.
pub struct Progress {
    started: Instant,
    last: Mutex<Instant>,
    /// On a terminal.
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Work without a known end: a spinner, the time, and a message.
    #[must_use]
    pub fn spinner() -> Self {
        let is_terminal = io::stderr().is_terminal();
        Self::new(is_terminal.then(|| {
            let spinner = ProgressBar::new_spinner();
            styled(spinner, "{spinner} {elapsed_precise} {wide_msg}")
        }))
    }

    /// Work of so many steps: a bar with the count, a message and the time left.
    #[must_use]
    pub fn bar(steps: u64) -> Self {
        let is_terminal = io::stderr().is_terminal();
        Self::new(is_terminal.then(|| {
            let bar = ProgressBar::new(steps);
            styled(bar, "{bar:20} {pos}/{len}, {eta} left: {wide_msg}")
        }))
    }

    /// A message of several lines on the standard output, which must be a terminal.
    #[must_use]
    pub fn block() -> Self {
        let target = ProgressDrawTarget::stdout();
        let bar = ProgressBar::with_draw_target(None, target);
        Self::new(Some(styled(bar, "{msg}")))
    }

    fn new(bar: Option<ProgressBar>) -> Self {
        let started = Instant::now();
        Self {
            started,
            last: Mutex::new(started),
            bar,
        }
    }

    /// How long the work has lasted.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Shows the number of steps done and a message, if it is time to.
    pub fn update(&self, done: u64, message: impl FnOnce() -> String) {
        let interval = match &self.bar {
            Some(_) => REDRAW,
            None => LINE_INTERVAL,
        };
        let last = self.last.lock();
        let mut last = last.unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() < interval {
            return;
        }
        *last = Instant::now();
        match &self.bar {
            Some(_) => self.show(done, message()),
            None => eprintln!("{:.0} s: {}", self.elapsed().as_secs_f64(), message()),
        }
    }

    /// The same at once, and on a terminal only.
    pub fn show(&self, done: u64, message: impl Into<Cow<'static, str>>) {
        if let Some(bar) = &self.bar {
            bar.set_position(done);
            bar.set_message(message);
            bar.tick();
        }
    }

    /// Prints a line, above what is drawn.
    pub fn line(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None => eprintln!("{text}"),
        }
    }

    /// Removes what is drawn.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}
