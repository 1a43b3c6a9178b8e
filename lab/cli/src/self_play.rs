//! Self-play games, written to a file.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use datagen::{GameStats, Goal, Run, Settings, generate};
use openings::Openings;
use records::{Header, Summary, Writer};
use support::Progress;
use tablebase::Tablebases;

use crate::files::print;
use crate::labels::{self, Labeled, Labels};

/// A killed run loses the games of about this time.
pub const FLUSH_INTERVAL: Duration = Duration::from_secs(3);

/// Steps of the progress to the goal.
const STEPS: u64 = 10_000;

/// A self-play job.
pub struct SelfPlay<'a, R: Labeled> {
    /// The output; an existing file is continued.
    pub out: &'a Path,
    /// Settings of the games.
    pub settings: &'a Settings,
    /// Openings of the games.
    pub openings: &'a Openings<R>,
    /// Tablebases that end games, if any.
    pub tables: Option<&'a Tablebases>,
    /// The evaluation.
    pub labels: &'a Labels,
    /// Bench node count of the engine; without it, bench is run.
    pub bench: Option<u64>,
    /// The number of the file's first game.
    pub first_game: u64,
    /// Number of threads.
    pub threads: usize,
}

impl<R: Labeled> SelfPlay<'_, R> {
    /// Plays until the goal is reached or `stop` is set. The goal's games count for the whole file.
    pub fn play(&self, goal: Goal, stop: &AtomicBool) -> anyhow::Result<()> {
        let writer = Writer::<R>::append(self.out, &self.header()?)?;
        let writer = writer.with_flush_interval(FLUSH_INTERVAL);
        let first = writer.written().games;
        if first > 0 {
            eprintln!("continuing {} after {first} games", self.out.display());
        }
        let run = Run {
            settings: self.settings,
            openings: self.openings,
            tables: self.tables,
            threads: self.threads,
            first: self.first_game.saturating_add(first),
            goal: Goal {
                games: goal.games.map(|games| games.saturating_sub(first)),
                ..goal
            },
            stop,
        };
        let progress = match run.goal == Goal::default() {
            true => Progress::spinner(),
            false => Progress::bar(0, STEPS),
        };
        let stats = generate(
            &run,
            || R::evaluator(self.labels),
            |played, stats| {
                writer.write(&played.game)?;
                let done = run.goal.fraction_done(stats, progress.elapsed());
                let done = done.unwrap_or_default() * STEPS as f64;
                progress.update(done as u64, || stats.summary());
                Ok(())
            },
        );
        progress.finish();
        // Finished games are kept even after an error.
        let summary = writer.finish()?;
        let stats: GameStats = stats?;
        print(&format!(
            "{}\n{}\n",
            stats.summary(),
            stats.endings_summary()
        ))?;
        print(&file_line(self.out, summary))
    }

    /// The header: everything that the games depend on.
    fn header(&self) -> anyhow::Result<Header> {
        let bench = match self.bench {
            Some(bench) => bench,
            None => R::bench(self.labels)?,
        };
        let mut header = Header {
            engine: Some(labels::engine()),
            bench: Some(bench),
            network: self.labels.hash.clone(),
            seed: Some(self.settings.seed),
            ..Header::of::<R>()
        };
        if let serde_json::Value::Object(fields) = serde_json::to_value(self.settings)? {
            header.settings = fields;
        }
        if self.first_game > 0 {
            let other = &mut header.other;
            other.insert("first_game".to_owned(), self.first_game.into());
        }
        Ok(header)
    }
}

/// The size of a file of games in one line.
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
