//! The HTML report of a match: written every few seconds while it runs, and at its end.

mod charts;
mod page;
mod settings;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context;
use arena::runner::{Event, PairRecord, Progress};
use stats::Pentanomial;
use support::write_atomic;

pub use charts::llr_chart;

/// How often the report is written while the match runs.
const INTERVAL: Duration = Duration::from_secs(10);

/// Collects what the report shows, and writes it.
pub struct MatchReport {
    path: PathBuf,
    command: String,
    games: Games,
    written: Option<Instant>,
    /// Of the last write.
    error: Option<io::Error>,
}

/// What the standings of a match do not keep.
#[derive(Default)]
struct Games {
    /// The points of the first player in each of its pairs, in halves: an index into the
    /// pentanomial counts.
    pairs: Vec<u8>,
    /// Games by the reason of their end, and by their outcome for the first player of their
    /// pairing: loss, draw, win.
    ends: BTreeMap<String, [u64; 3]>,
    faults: Vec<GameFault>,
    plies: u64,
}

/// A game that ended by a fault.
struct GameFault {
    /// The game's number, from one.
    game: u64,
    /// White, Black.
    players: [usize; 2],
    result: String,
    reason: String,
}

impl MatchReport {
    /// A report to be written to a file, with the command line that it shows.
    pub fn new(path: PathBuf, command: String) -> Self {
        Self {
            path,
            command,
            games: Games::default(),
            written: None,
            error: None,
        }
    }

    /// Counts a pair.
    pub(super) fn add(&mut self, record: &PairRecord) {
        self.games.add(record);
    }

    /// Counts what has happened, and writes the report when it is time.
    pub(super) fn event(&mut self, event: &Event, progress: &Progress<'_>) {
        if let Event::PairFinished { record, .. } = event {
            self.add(record);
        }
        let is_due = self.written.is_none_or(|at| at.elapsed() >= INTERVAL);
        if is_due || matches!(event, Event::MatchFinished { .. }) {
            let text = page::page(&self.games, progress, &self.command);
            self.error = write_atomic(&self.path, text.as_bytes()).err();
            self.written = Some(Instant::now());
        }
    }

    /// The file, if its last write succeeded.
    pub(super) fn finish(self) -> anyhow::Result<PathBuf> {
        match self.error {
            None => Ok(self.path),
            Some(error) => {
                Err(error).with_context(|| format!("cannot write {}", self.path.display()))
            }
        }
    }
}

impl Games {
    fn add(&mut self, record: &PairRecord) {
        let outcomes = record.outcomes();
        if record.first == 0 {
            let points: usize = outcomes.iter().map(|outcome| outcome.half_points()).sum();
            self.pairs.push(u8::try_from(points).unwrap_or_default());
        }
        for (number, (game, outcome)) in record.games.iter().zip(outcomes).enumerate() {
            let end = self.ends.entry(without_color(&game.reason)).or_default();
            end[outcome.half_points()] += 1;
            self.plies += game.plies as u64;
            if game.fault.is_some() {
                self.faults.push(GameFault {
                    game: 2 * record.pair + number as u64 + 1,
                    players: record.players(number),
                    result: game.result.to_string(),
                    reason: game.reason.clone(),
                });
            }
        }
    }

    /// The pentanomial counts after some of the pairs: all, or evenly chosen ones. The last is
    /// always among them.
    fn curve(&self) -> Vec<(u64, Pentanomial)> {
        /// More cannot be seen.
        const MAX_POINTS: usize = 400;
        let step = self.pairs.len().div_ceil(MAX_POINTS).max(1);
        let mut counts = Pentanomial::default();
        let mut curve = Vec::new();
        for (index, &points) in self.pairs.iter().enumerate() {
            counts.0[usize::from(points)] += 1;
            let done = index + 1;
            if done.is_multiple_of(step) || done == self.pairs.len() {
                curve.push((done as u64, counts));
            }
        }
        curve
    }
}

/// The reason without the side: `White mates` becomes `Mates`.
fn without_color(reason: &str) -> String {
    let deed = ["White ", "Black "]
        .iter()
        .find_map(|color| reason.strip_prefix(color));
    let mut letters = deed.unwrap_or(reason).chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests;
