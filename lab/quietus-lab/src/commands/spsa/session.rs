//! Plays a run, keeps its folder up to date and shows how far it is.

use std::path::Path;
use std::time::{Duration, Instant};

use arena::runner::PairRunner;
use spsa::{EngineGames, Run, Store, drive, openbench, page, patch, table, trajectories};
use support::{Progress, human_time};

use super::SOURCE;
use crate::files::read_text;

/// How often the state is written. What is lost by a kill is played again with the same values.
const SAVE_INTERVAL: Duration = Duration::from_secs(1);

/// How often the pictures are drawn.
const DRAW_INTERVAL: Duration = Duration::from_secs(30);

/// A run that is played.
pub struct Session<'a> {
    store: Store,
    run: Run,
    /// The source to patch.
    source: &'a Path,
    /// The column of defaults in its table.
    column: usize,
}

impl<'a> Session<'a> {
    pub fn new(store: Store, run: Run, source: &'a Path, column: usize) -> Self {
        Self {
            store,
            run,
            source,
            column,
        }
    }

    /// Plays until the end or Ctrl-C.
    pub fn play(&mut self, runner: &PairRunner, concurrency: usize) -> anyhow::Result<()> {
        let Self { store, run, .. } = self;
        let parameters = run.plan().parameters.clone();
        let control = runner.control();
        let progress = Progress::spinner();
        let on_fault = |text: &str| progress.line(&format!("Warning: {text}"));
        let before = run.played().count();
        let now = Instant::now();
        let (mut saved, mut drawn) = (now, now);
        progress.line(&status(run, before, Duration::ZERO));
        let result = drive(
            run,
            concurrency,
            |number| EngineGames::new(runner.player(number), &parameters, &on_fault),
            || control.is_finishing(),
            |run| -> anyhow::Result<()> {
                if saved.elapsed() >= SAVE_INTERVAL {
                    store.save(run)?;
                    saved = Instant::now();
                }
                if drawn.elapsed() >= DRAW_INTERVAL {
                    draw(store, run)?;
                    drawn = Instant::now();
                }
                progress.update(0, || status(run, before, progress.elapsed()));
                Ok(())
            },
        );
        progress.finish();
        // The pairs before a failure count, too.
        store.save(run)?;
        result
    }

    /// Writes the results to the folder, and gives them as text.
    pub fn finish(&self) -> anyhow::Result<String> {
        let Self { store, run, .. } = self;
        let Self { source, column, .. } = *self;
        draw(store, run)?;
        let mut text = table(run);
        if source.is_file() {
            // Git wants paths from the root of the repository.
            let path = match source.ends_with(SOURCE) {
                true => Path::new(SOURCE),
                false => source,
            };
            match patch(
                run,
                &read_text(source)?,
                &path.display().to_string(),
                column,
            ) {
                Ok(diff) => {
                    store.write("params.patch", &diff)?;
                    text = format!("{text}\n{diff}");
                }
                // Of another engine, for example.
                Err(error) => warn!("warning: no patch of {}: {error}", source.display()),
            }
        }
        let lines = openbench(run);
        store.write("openbench.txt", &lines)?;
        Ok(format!("{text}\n{lines}"))
    }

    pub fn is_complete(&self) -> bool {
        self.run.is_complete()
    }
}

fn draw(store: &Store, run: &Run) -> anyhow::Result<()> {
    store.write("trajectories.svg", &trajectories(run))?;
    store.write("report.html", &page(run))?;
    Ok(())
}

/// The pairs played, the time left, and the parameter that has moved farthest.
fn status(run: &Run, before: usize, elapsed: Duration) -> String {
    let plan = run.plan();
    let (played, total) = (run.played().count(), plan.total_pairs());
    let mut text = format!("{played} of {total} pairs");
    if played > before {
        let left = total.saturating_sub(played as u64) as f64;
        let seconds = elapsed.as_secs_f64() / (played - before) as f64 * left;
        if let Ok(left) = Duration::try_from_secs_f64(seconds) {
            text += &format!(", {} left", human_time(left));
        }
    }
    let moves = plan.parameters.iter().zip(run.optimizer().values());
    let moves = moves.map(|(p, value)| (p, (value - f64::from(p.start)) / p.c_end));
    let farthest = moves.max_by(|(_, a), (_, b)| a.abs().total_cmp(&b.abs()));
    if let Some((parameter, change)) = farthest.filter(|(_, change)| *change != 0.0) {
        text += &format!("; {} moved by {change:+.2} c_end", parameter.name);
    }
    text
}
