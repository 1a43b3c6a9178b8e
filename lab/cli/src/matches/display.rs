//! Shows a match: a table that is drawn anew on a terminal, plain lines elsewhere.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use arena::runner::{Event, Flow, Progress, Watcher, event_line, human_time, pairing_block, table};

/// How often the table is drawn at most.
const REDRAW: Duration = Duration::from_millis(200);

/// The display of a match.
pub struct Display {
    is_live: bool,
    interval: u64,
    /// Lines of the table that stands on the terminal now.
    drawn: usize,
    last_drawn: Option<Instant>,
    /// The number of pairs whose score was printed last.
    printed: Option<u64>,
}

impl Display {
    /// A table if there is a terminal and nobody wants lines; the score after every `interval`
    /// pairs otherwise.
    pub fn new(plain: bool, interval: u64) -> Self {
        Self {
            is_live: !plain && io::stdout().is_terminal(),
            interval: interval.max(1),
            drawn: 0,
            last_drawn: None,
            printed: None,
        }
    }

    /// Shows an event. `extra` gives lines to put under the score.
    pub fn event(&mut self, event: &Event, progress: &Progress<'_>, extra: impl Fn() -> String) {
        let is_last = matches!(event, Event::MatchFinished { .. });
        if self.is_live {
            let is_news = matches!(event, Event::Fault { .. } | Event::Warning { .. });
            if let Some(line) = event_line(event, progress).filter(|_| is_news) {
                self.erase();
                println!("{line}");
            }
            let is_due = self.last_drawn.is_none_or(|last| last.elapsed() >= REDRAW);
            if is_due || is_last || is_news {
                self.draw(&score(progress, &extra()));
            }
            return;
        }
        if let Some(line) = event_line(event, progress) {
            println!("{line}");
        }
        let pairs = progress.standings.pairs();
        let is_due =
            matches!(event, Event::PairFinished { .. }) && pairs.is_multiple_of(self.interval);
        if (is_due || is_last) && self.printed != Some(pairs) {
            let rule = "-".repeat(50);
            println!("{rule}\n{}{rule}", score(progress, &extra()));
            self.printed = Some(pairs);
        }
    }

    fn erase(&mut self) {
        if self.drawn > 0 {
            // Up to the first line of the table, then clear to the end of the screen.
            print!("\x1b[{}A\x1b[J", self.drawn);
            self.drawn = 0;
        }
    }

    fn draw(&mut self, text: &str) {
        self.erase();
        print!("{text}");
        io::Write::flush(&mut io::stdout()).ok();
        self.drawn = text.lines().count();
        self.last_drawn = Some(Instant::now());
    }
}

/// Only shows what happens.
pub struct Shown(pub Display);

impl Watcher for Shown {
    fn event(&mut self, event: &Event, progress: &Progress<'_>) -> Flow {
        self.0.event(event, progress, String::new);
        Flow::Continue
    }
}

/// The state of the match: two players in detail, more as a table.
fn score(progress: &Progress<'_>, extra: &str) -> String {
    let mut text = match progress.standings.pairings() {
        [(pairing, score)] => pairing_block(progress, *pairing, score),
        _ => table(progress),
    };
    text.push_str(extra);
    let (done, total) = (progress.standings.pairs(), progress.total_pairs);
    write!(
        text,
        "Pairs: {done} of {total} in {}",
        human_time(progress.elapsed)
    )
    .expect("writing to memory does not fail");
    if let Some(left) = progress
        .time_for(total.saturating_sub(done) as f64)
        .filter(|_| done < total)
    {
        write!(text, ", {} to the last", human_time(left))
            .expect("writing to memory does not fail");
    }
    text.push('\n');
    text
}
