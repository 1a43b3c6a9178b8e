//! Shows a match: a table that is redrawn in place on a terminal, plain lines elsewhere.

use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};

use arena::runner::{Event, Flow, PairRecord, Progress, Watcher, event_line, pairing_block, table};
use support::{Interrupt, human_time, printable};

use crate::MatchReport;

/// The display of a match.
pub struct Display {
    /// The table, unless lines are printed.
    live: Option<support::Progress>,
    interval: u64,
    /// The number of pairs whose score was printed last.
    printed: Option<u64>,
    interrupt: Interrupt,
    /// The HTML report, if one is wanted.
    report: Option<MatchReport>,
}

impl Display {
    /// A table if there is a terminal and `plain` lines are not wanted; otherwise lines, with the
    /// score after every `interval` pairs.
    pub fn new(plain: bool, interval: u64, interrupt: &Interrupt) -> Self {
        let is_live = !plain && io::stdout().is_terminal();
        let live = is_live.then(support::Progress::block);
        if let Some(live) = &live {
            interrupt.print_by(live.printer());
        }
        Self {
            interrupt: interrupt.clone(),
            live,
            interval: interval.max(1),
            printed: None,
            report: None,
        }
    }

    /// The same with an HTML report.
    #[must_use]
    pub fn with_report(self, report: Option<MatchReport>) -> Self {
        Self { report, ..self }
    }

    /// Counts a pair from the journal of a resumed match.
    pub fn replay(&mut self, record: &PairRecord) {
        if let Some(report) = &mut self.report {
            report.add(record);
        }
    }

    /// Prints where the report is.
    ///
    /// # Errors
    /// If it could not be written.
    pub fn finish(self) -> anyhow::Result<()> {
        if let Some(report) = self.report {
            print(&format!("Report: {}\n", report.finish()?.display()));
        }
        Ok(())
    }

    /// Shows an event. `extra` gives lines to put under the score; a match that `is_decided` has no
    /// time left to show.
    pub fn event(
        &mut self,
        event: &Event,
        progress: &Progress<'_>,
        is_decided: bool,
        extra: impl Fn() -> String,
    ) {
        if let Some(report) = &mut self.report {
            report.event(event, progress);
        }
        let is_last = matches!(event, Event::MatchFinished { .. });
        let is_over = is_last || is_decided || self.interrupt.is_stopped();
        let score = || score(progress, &extra(), !is_over);
        let line = event_line(event, progress);
        if let Some(live) = &self.live {
            let is_news = matches!(event, Event::Fault { .. } | Event::Warning { .. });
            if let Some(line) = line.filter(|_| is_news) {
                live.line(&line);
            }
            if is_last {
                live.finish();
                print(&score());
            } else {
                live.update(0, score);
            }
            return;
        }
        if let Some(line) = line {
            print(&format!("{line}\n"));
        }
        let pairs = progress.standings.pairs();
        let is_due =
            matches!(event, Event::PairFinished { .. }) && pairs.is_multiple_of(self.interval);
        if (is_due || is_last) && self.printed != Some(pairs) {
            let rule = "-".repeat(50);
            print(&format!("{rule}\n{}{rule}\n", score()));
            self.printed = Some(pairs);
        }
    }
}

/// A match goes on when nobody reads its output any more.
fn print(text: &str) {
    let mut output = io::stdout().lock();
    let written = output.write_all(printable(text).as_bytes());
    written.and_then(|()| output.flush()).ok();
}

/// Only shows what happens.
pub struct Shown(pub Display);

impl Watcher for Shown {
    fn event(&mut self, event: &Event, progress: &Progress<'_>) -> Flow {
        self.0.event(event, progress, false, String::new);
        Flow::Continue
    }

    fn replay(&mut self, record: &PairRecord, _: &Progress<'_>) {
        self.0.replay(record);
    }
}

/// The state of the match: two players in detail, more as a table. The time left is told if the match
/// goes on.
fn score(progress: &Progress<'_>, extra: &str, goes_on: bool) -> String {
    let mut text = match progress.standings.pairings() {
        [(pairing, score)] => pairing_block(progress, *pairing, score),
        _ => table(progress),
    };
    text.push_str(extra);
    let (done, total) = (progress.standings.pairs(), progress.total_pairs);
    let elapsed = human_time(progress.elapsed);
    write!(text, "Pairs: {done} of {total} in {elapsed}").expect("memory can be written");
    if let Some(left) = progress
        .time_for(total.saturating_sub(done) as f64)
        .filter(|_| goes_on && done < total)
    {
        write!(text, ", at most {} left", human_time(left)).expect("memory can be written");
    }
    text.push('\n');
    text
}
