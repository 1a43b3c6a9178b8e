//! Self-play games, written to a file.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use evaluation::Evaluated;
use game::{Codes, EndgameTables};
use openings::Openings;
use records::{Header, Writer};
use serde_json::{Value, json};
use support::Progress;

use crate::error::Error;
use crate::game_stats::GameStats;
use crate::generate::{Goal, Run, generate};
use crate::labels::Labels;
use crate::recorder::PlayedGame;
use crate::settings::Settings;

/// A killed run loses the games of about this time.
pub(crate) const FLUSH_INTERVAL: Duration = Duration::from_secs(3);

/// Steps of the progress to the goal.
const STEPS: u64 = 10_000;

/// What takes the games of a run, with the statistics so far.
pub type Sink<'a, R> = dyn FnMut(&PlayedGame<R>, &GameStats) -> Result<(), Error> + 'a;

/// A self-play job.
pub struct SelfPlay<'a, R: Codes + Evaluated> {
    /// The output; an existing file is continued.
    pub out: &'a Path,
    /// Settings of the games.
    pub settings: &'a Settings,
    /// Openings of the games.
    pub openings: &'a Openings<R>,
    /// Tablebases that end games, if any.
    pub tables: Option<&'a dyn EndgameTables<R>>,
    /// The evaluation.
    pub labels: &'a Labels<R>,
    /// Bench node count of the engine; without it, bench is run.
    pub bench: Option<u64>,
    /// The number of the file's first game.
    pub first_game: u64,
    /// Number of threads.
    pub threads: usize,
}

impl<R: Codes + Evaluated> SelfPlay<'_, R> {
    /// Plays until the goal is reached or `stop` is set, and shows the progress. The goal's games count
    /// for the whole file. Gives lines with the
    /// statistics of this run and the size of the file.
    ///
    /// # Errors
    /// If the file cannot be written or has other settings, and those of [`generate`].
    pub fn play(&self, goal: Goal, stop: &AtomicBool) -> Result<String, Error> {
        self.play_with(goal, stop, |run, sink| {
            generate(run, || self.labels.evaluator(), sink)
        })
    }

    /// The same with another generator than [`generate`], which plays the games of a run and passes
    /// them on in the order of their numbers.
    ///
    /// # Errors
    /// As for [`SelfPlay::play`], and those of the generator.
    pub fn play_with(
        &self,
        goal: Goal,
        stop: &AtomicBool,
        generate: impl FnOnce(&Run<'_, R>, &mut Sink<'_, R>) -> Result<GameStats, Error>,
    ) -> Result<String, Error> {
        let writer = Writer::<R>::append(self.out, &self.header()?)?;
        let writer = writer.with_flush_interval(FLUSH_INTERVAL);
        let first = writer.written().games;
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
        if first > 0 {
            progress.line(&format!(
                "continuing {} after {first} games",
                self.out.display()
            ));
        }
        let stats = generate(&run, &mut |played, stats| {
            writer.write(&played.game)?;
            let done = run.goal.fraction_done(stats, progress.elapsed());
            let done = done.unwrap_or_default() * STEPS as f64;
            progress.update(done as u64, || stats.summary());
            Ok(())
        });
        progress.finish();
        // Finished games are kept even after an error.
        let summary = writer.finish()?;
        let stats = stats?;
        Ok(format!(
            "{}\n{}\n{}\n",
            stats.summary(),
            stats.endings_summary(),
            summary.line(self.out)
        ))
    }

    /// The header: everything that the games depend on.
    fn header(&self) -> Result<Header, Error> {
        let seed = Some(self.settings.seed);
        let mut header = self.labels.header(self.bench, seed)?;
        if let Value::Object(fields) = json!(self.settings) {
            header.settings = fields;
        }
        if self.first_game > 0 {
            let other = &mut header.other;
            other.insert("first_game".to_owned(), self.first_game.into());
        }
        Ok(header)
    }
}
