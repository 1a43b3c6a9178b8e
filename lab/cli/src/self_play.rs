//! Self-play games, written to a file.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use datagen::{Goal, Run, Settings, Tally, generate};
use openings::Openings;
use records::{Header, Summary, Writer};
use support::Progress;

use crate::files::print;
use crate::labels::{self, Labels};

/// A killed run loses at most the games of about so long.
pub const FLUSH_INTERVAL: Duration = Duration::from_secs(3);

/// How games are played, and where they go.
pub struct SelfPlay<'a> {
    /// The file; one that is there already is continued.
    pub out: &'a Path,
    /// How.
    pub settings: &'a Settings,
    /// From where.
    pub openings: &'a Openings,
    /// With which evaluation.
    pub labels: &'a Labels,
    /// Bench node count of the engine; without it, bench is run.
    pub bench: Option<u64>,
    /// On how many threads.
    pub threads: usize,
}

impl SelfPlay<'_> {
    /// Plays until the goal is reached, whose games are those of the whole file, or until `stop`.
    pub fn play(&self, goal: Goal, stop: &AtomicBool) -> anyhow::Result<()> {
        let writer = Writer::append(self.out, &self.header()?)?.with_flush_interval(FLUSH_INTERVAL);
        let first = writer.written().games;
        if first > 0 {
            eprintln!("continuing {} after {first} games", self.out.display());
        }
        let run = Run {
            settings: self.settings,
            openings: self.openings,
            threads: self.threads,
            first,
            goal: Goal {
                games: goal.games.map(|games| games.saturating_sub(first)),
                ..goal
            },
            stop,
        };
        let progress = Progress::spinner();
        let tally = generate(
            &run,
            || self.labels.evaluator(),
            |played, tally| {
                writer.write(&played.game)?;
                progress.update(0, || tally.line());
                Ok(())
            },
        );
        progress.finish();
        // The games are kept even if something failed afterwards.
        let summary = writer.finish()?;
        let tally: Tally = tally?;
        print(&format!("{}\n{}\n", tally.line(), tally.endings_line()))?;
        print(&file_line(self.out, summary))
    }

    /// Everything that the games depend on.
    fn header(&self) -> anyhow::Result<Header> {
        let bench = match self.bench {
            Some(bench) => bench,
            None => self.labels.bench()?,
        };
        let mut header = Header {
            engine: Some(labels::engine()),
            bench: Some(bench),
            network: self.labels.hash.clone(),
            seed: Some(self.settings.seed),
            ..Header::default()
        };
        if let serde_json::Value::Object(fields) = serde_json::to_value(self.settings)? {
            header.settings = fields;
        }
        Ok(header)
    }
}

/// How large a file of games is.
pub fn file_line(path: &Path, summary: Summary) -> String {
    format!(
        "{}: {} games, {} plies, {} bytes, {:.2} bytes/ply\n",
        path.display(),
        summary.games,
        summary.plies,
        summary.bytes,
        summary.bytes as f64 / summary.plies.max(1) as f64,
    )
}
