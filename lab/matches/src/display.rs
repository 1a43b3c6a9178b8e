//! Shows a match: a table that is redrawn in place on a terminal, plain lines elsewhere.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};
use std::time::Instant;

use arena::runner::{Event, Flow, PairRecord, Progress, Watcher, event_line, pairing_block, table};
use support::{Interrupt, human_time, printable};

use crate::MatchReport;
use crate::ink::{paint, paint_lines};

/// Running games that are listed; more would push the score off the screen.
const GAMES_SHOWN: usize = 8;

/// The display of a match.
pub struct Display {
    /// The table, unless lines are printed.
    live: Option<support::Progress>,
    interval: u64,
    /// The number of pairs whose score was printed last.
    printed: Option<u64>,
    interrupt: Interrupt,
    /// The running games by their numbers: who plays whom, and since when.
    running: BTreeMap<u64, (String, Instant)>,
    /// The HTML report, if one is wanted.
    report: Option<MatchReport>,
}

impl Display {
    /// A table if there is a terminal and `plain` lines are not wanted; otherwise lines, with the
    /// score after every `interval` pairs.
    pub fn new(plain: bool, interval: u64, interrupt: &Interrupt) -> Self {
        let is_live = !plain && io::stdout().is_terminal();
        let paint = if plot::shows_colors() {
            paint
        } else {
            str::to_owned
        };
        let live = is_live.then(|| support::Progress::block(paint));
        if let Some(live) = &live {
            interrupt.print_by(live.printer());
        }
        Self {
            interrupt: interrupt.clone(),
            live,
            interval: interval.max(1),
            printed: None,
            running: BTreeMap::new(),
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

    /// Keeps the list of running games.
    fn follow(&mut self, event: &Event) {
        match event {
            Event::GameStarted {
                game, white, black, ..
            } => {
                let players = format!("{white} - {black}");
                self.running.insert(*game, (players, Instant::now()));
            }
            Event::GameFinished { game, .. } => {
                self.running.remove(game);
            }
            _ => {}
        }
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
        self.follow(event);
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
                live.update(0, || score() + &running(&self.running));
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
    let text = printable(text);
    let text = match plot::shows_colors() {
        true => paint_lines(&text),
        false => text.into_owned(),
    };
    let written = output.write_all(text.as_bytes());
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

/// The running games, a line each: number, players, time.
fn running(games: &BTreeMap<u64, (String, Instant)>) -> String {
    let mut text = String::new();
    for (game, (players, since)) in games.iter().take(GAMES_SHOWN) {
        let time = human_time(since.elapsed());
        writeln!(text, "Game {game}: {players}, {time}").expect("memory can be written");
    }
    let more = games.len().saturating_sub(GAMES_SHOWN);
    if more > 0 {
        writeln!(text, "and {more} more games").expect("memory can be written");
    }
    text
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::time::Instant;

    use super::running;

    #[test]
    fn running_games_are_listed_as_far_as_there_is_room() {
        let games = |count| {
            let game = |number| (number, ("a - b".to_owned(), Instant::now()));
            (1..=count).map(game).collect::<BTreeMap<u64, _>>()
        };
        assert_eq!(running(&games(1)), "Game 1: a - b, 0 s\n");
        assert_eq!(running(&games(0)), "");
        let many = running(&games(11));
        assert_eq!(
            (many.lines().count(), many.ends_with("and 3 more games\n")),
            (9, true)
        );
    }
}
