//! Relabeling of a whole file of games.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use evaluation::Evaluated;
use game::{Codes, Rules};
use records::{Header, Reader, Writer};
use serde_json::json;
use support::{Progress, make_workers};

use crate::error::Error;
use crate::labels::Labels;
use crate::relabel::{Relabeled, Relabeler, relabel};
use crate::self_play::FLUSH_INTERVAL;
use crate::settings::NodeLimits;

/// A job: the games of a file get new scores in another.
pub struct Relabeling<'a, R: Codes + Evaluated> {
    pub games: &'a Path,
    /// The output; an existing file is continued.
    pub out: &'a Path,
    /// Node limits of a position.
    pub nodes: NodeLimits,
    /// TT size of each thread, in MiB.
    pub table: usize,
    /// Whether unscored plies get a score, too.
    pub include_unscored: bool,
    /// The evaluation.
    pub labels: &'a Labels<R>,
    /// Bench node count of the engine; without it, bench is run.
    pub bench: Option<u64>,
    /// Number of threads.
    pub threads: usize,
}

/// Totals over all games.
#[derive(Default)]
struct Totals {
    games: u64,
    positions: u64,
    nodes: u64,
    compared: u64,
    difference: u64,
}

impl<R: Codes + Evaluated> Relabeling<'_, R> {
    /// Searches the games that the output lacks until `stop` is set, and shows the progress. Gives lines
    /// with the statistics of this run and the size of the file.
    ///
    /// # Errors
    /// If a file cannot be read or written, or the output has other settings or more games.
    pub fn run(&self, stop: &AtomicBool) -> Result<String, Error> {
        let reader = Reader::<R>::open(self.games)?;
        let header = self.header(reader.header())?;
        let writer = Writer::<R>::append(self.out, &header)?;
        let writer = writer.with_flush_interval(FLUSH_INTERVAL);
        let done = writer.written().games;
        let total = reader.totals().games;
        if done > total {
            return Err(Error::MoreGames {
                out: self.out.to_owned(),
                games: self.games.to_owned(),
            });
        }
        let skipped = usize::try_from(done).unwrap_or(usize::MAX);
        let progress = Progress::bar(done, total);
        let report = progress.printer();
        let games = reader
            .games()
            .filter_map(move |game| {
                game.inspect_err(|damage| report(&format!("skipped: {damage}")))
                    .ok()
            })
            .skip(skipped)
            .take_while(|_| !stop.load(Ordering::SeqCst));
        let worker = || {
            Relabeler::new(
                self.labels.evaluator(),
                self.nodes,
                self.table,
                self.include_unscored,
            )
        };
        let workers = make_workers(self.threads, worker)?;
        let threads = workers.len();
        let core_seconds = || progress.elapsed().as_secs_f64() * threads as f64;
        let mut stats = Totals::default();
        let outcome = relabel(workers, games, |relabeled| {
            writer.write(&relabeled.game)?;
            stats.add(&relabeled);
            let now = done + stats.games;
            progress.update(now, || {
                format!("{now} of {total} games; {}", stats.line(core_seconds()))
            });
            Ok(())
        });
        progress.finish();
        let line = stats.line(core_seconds());
        let summary = writer.finish()?;
        outcome?;
        Ok(format!("{line}\n{}\n", summary.line(self.out)))
    }

    /// The header: how the new scores were made, and the header of the old games.
    fn header(&self, before: &Header) -> Result<Header, Error> {
        let mut header = self.labels.header(self.bench, before.seed)?;
        let settings = [
            ("nodes", json!(self.nodes)),
            ("table", json!(self.table)),
            ("include_unscored", json!(self.include_unscored)),
        ];
        header.settings = settings
            .map(|(name, value)| (name.to_owned(), value))
            .into_iter()
            .collect();
        let other = &mut header.other;
        other.insert("relabelled_from".to_owned(), json!(before));
        Ok(header)
    }
}

impl Totals {
    fn add<R: Rules>(&mut self, one: &Relabeled<R>) {
        self.games += 1;
        self.positions += one.positions;
        self.nodes += one.nodes;
        self.compared += one.compared;
        self.difference += one.difference;
    }

    fn line(&self, core_seconds: f64) -> String {
        let per_second = |count: u64| count as f64 / core_seconds.max(1e-3);
        format!(
            "{} positions, {:.0}/s per core, {:.0} knps per core, scores changed by {:.1} cp on average",
            self.positions,
            per_second(self.positions),
            per_second(self.nodes) / 1000.0,
            self.difference as f64 / self.compared.max(1) as f64,
        )
    }
}
