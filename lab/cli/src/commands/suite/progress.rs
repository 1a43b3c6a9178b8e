//! How far a suite has come: a bar on a terminal, a line for every tenth otherwise.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use arena::suite::Answer;
use indicatif::{ProgressBar, ProgressStyle};

pub struct Progress {
    name: String,
    total: usize,
    done: AtomicUsize,
    points: AtomicU64,
    max_points: AtomicU64,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub fn new(name: &str, total: usize) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total as u64);
            let style = ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} {msg} {eta}");
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar.set_prefix(name.to_owned());
            bar
        });
        Self {
            name: name.to_owned(),
            total,
            done: AtomicUsize::new(0),
            points: AtomicU64::new(0),
            max_points: AtomicU64::new(0),
            bar,
        }
    }

    /// One more position is done.
    pub fn tell(&self, answer: &Answer) {
        let add = |sum: &AtomicU64, points: u32| {
            let points = u64::from(points);
            sum.fetch_add(points, Ordering::Relaxed) + points
        };
        let points = add(&self.points, answer.points);
        let max = add(&self.max_points, answer.max_points);
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if let Some(reason) = &answer.reason {
            self.line(&format!("{}: {}: {reason}", self.name, answer.id));
        }
        match &self.bar {
            Some(bar) => {
                bar.set_message(format!("{points}/{max} points"));
                bar.inc(1);
            }
            None if done * 10 / self.total > (done - 1) * 10 / self.total => {
                let name = &self.name;
                let total = self.total;
                self.line(&format!(
                    "{name}: {done}/{total} positions, {points}/{max} points"
                ));
            }
            None => {}
        }
    }

    fn line(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.println(text),
            None => eprintln!("{text}"),
        }
    }

    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}
