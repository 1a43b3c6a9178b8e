//! The progress display: redrawn in place on a terminal, a line now and then elsewhere. No line is
//! wider than the terminal.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::{human_time, printable, remember_step, warn};

/// How often a terminal is redrawn.
const REDRAW: Duration = Duration::from_millis(200);
/// How often a line is printed elsewhere.
const LINE_INTERVAL: Duration = Duration::from_secs(30);

/// Colors a line that can no longer control the terminal.
pub type Painter = fn(&str) -> String;

/// Shows how far some work has come.
pub struct Progress {
    started: Instant,
    last: Mutex<Instant>,
    goal: Option<Goal>,
    /// On a terminal.
    bar: Option<ProgressBar>,
    /// The terminal of a block, whose lines are not cut by the template, and what colors a line.
    block: Option<(Term, Painter)>,
}

/// How much work there is.
#[derive(Clone, Copy)]
struct Goal {
    /// Steps done before this run.
    before: u64,
    steps: u64,
}

impl Progress {
    /// Work without a known end: a spinner, the time, and a message.
    pub fn spinner() -> Self {
        let is_terminal = io::stderr().is_terminal();
        let spinner = is_terminal.then(ProgressBar::new_spinner);
        let template = "{spinner} {elapsed_precise} {wide_msg}";
        Self::new(spinner.map(|spinner| styled(spinner, template)), None)
    }

    /// Work of so many steps, some of them done before: a bar, the percentage, the time left and a
    /// message.
    pub fn bar(before: u64, steps: u64) -> Self {
        let is_terminal = io::stderr().is_terminal();
        let bar = is_terminal.then(|| ProgressBar::new(steps));
        let bar = bar.map(|bar| styled(bar, "{bar:20} {wide_msg}"));
        Self::new(bar, Some(Goal { before, steps }))
    }

    /// A message of several lines on the standard output, which must be a terminal; `paint` colors each.
    pub fn block(paint: Painter) -> Self {
        let target = ProgressDrawTarget::stdout();
        let bar = ProgressBar::with_draw_target(None, target);
        Self {
            block: Some((Term::stdout(), paint)),
            ..Self::new(Some(styled(bar, "{msg}")), None)
        }
    }

    fn new(bar: Option<ProgressBar>, goal: Option<Goal>) -> Self {
        let started = Instant::now();
        Self {
            started,
            last: Mutex::new(started),
            goal,
            bar,
            block: None,
        }
    }

    /// How long the work has lasted.
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
        if self.bar.is_some() {
            self.show(done, &message());
        } else {
            let elapsed = self.elapsed();
            let state = self.goal.map(|goal| goal.state(done, elapsed));
            let (seconds, state) = (elapsed.as_secs(), state.unwrap_or_default());
            warn(&format!("{seconds} s: {state}{}", message()));
        }
    }

    /// The same at once, and on a terminal only.
    pub fn show(&self, done: u64, message: &str) {
        if let Some(bar) = &self.bar {
            remember_step(message);
            let state = self.goal.map(|goal| goal.state(done, self.elapsed()));
            let message = printable(message);
            let message = match &self.block {
                Some((terminal, paint)) => cut_lines(&message, terminal.size().1.into(), *paint),
                None => message.into_owned(),
            };
            bar.set_position(done);
            bar.set_message(state.unwrap_or_default() + &message);
            bar.tick();
        }
    }

    /// Prints a line, above what is drawn.
    pub fn line(&self, text: &str) {
        self.printer()(text);
    }

    /// Prints lines above what is drawn, from elsewhere.
    pub fn printer(&self) -> impl Fn(&str) + Send + use<> {
        let bar = self.bar.clone();
        move |text| match &bar {
            Some(bar) => {
                remember_step(text);
                bar.println(printable(text));
            }
            None => warn(text),
        }
    }

    /// Removes what is drawn.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Goal {
    /// The percentage, and the time left as soon as there is something to estimate it from.
    fn state(self, done: u64, elapsed: Duration) -> String {
        let Self { before, steps } = self;
        let percent = 100.0 * done.min(steps) as f64 / steps.max(1) as f64;
        let left = done.checked_sub(before).filter(|&worked| worked > 0);
        let left = left.and_then(|worked| {
            let factor = steps.saturating_sub(done) as f64 / worked as f64;
            Duration::try_from_secs_f64(elapsed.as_secs_f64() * factor).ok()
        });
        match left {
            Some(left) => format!("{percent:.0} %, {} left: ", human_time(left)),
            None => format!("{percent:.0} %: "),
        }
    }
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

/// The text without what is too far right on a line, each line in its color.
fn cut_lines(text: &str, columns: usize, paint: Painter) -> String {
    let cut = |line: &str| match line.char_indices().nth(columns) {
        Some(_) => line.chars().take(columns - 1).chain(['…']).collect(),
        None => line.to_owned(),
    };
    let lines: Vec<String> = text.split('\n').map(|line| paint(&cut(line))).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Goal, cut_lines};

    #[test]
    fn the_time_left_is_estimated_from_this_run() {
        let goal = Goal {
            before: 50,
            steps: 100,
        };
        let minute = Duration::from_secs(60);
        assert_eq!(goal.state(50, minute), "50 %: ");
        assert_eq!(goal.state(60, minute), "60 %, 4 min 00 s left: ");
        assert_eq!(goal.state(100, minute), "100 %, 0 s left: ");
        assert_eq!(goal.state(120, minute), "100 %, 0 s left: ");
    }

    #[test]
    fn lines_fit_the_terminal() {
        let paint = |line: &str| format!("<{line}>");
        assert_eq!(cut_lines("Łódź 12\nab", 5, paint), "<Łódź…>\n<ab>");
    }
}
