//! Relabeling of a whole file of games.

use std::iter;
use std::path::{Path, PathBuf};
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
    /// Lower soft limits, whose scores the same searches give: each for a file of its own beside the
    /// output.
    pub nested: &'a [u64],
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

/// A file that relabeled games go to.
struct Output<R: Codes> {
    path: PathBuf,
    /// The games that it had before this run.
    games: u64,
    writer: Writer<R>,
}

impl<R: Codes> Output<R> {
    fn append(path: PathBuf, header: &Header) -> Result<Self, Error> {
        let writer = Writer::append(&path, header)?.with_flush_interval(FLUSH_INTERVAL);
        Ok(Self {
            games: writer.written().games,
            path,
            writer,
        })
    }
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
        let outputs = self.outputs(reader.header())?;
        // After a kill, some may have more games than others.
        let games_of = |output: &Output<R>| output.games;
        let done = outputs.iter().map(games_of).min().unwrap_or(0);
        let most = outputs.iter().map(games_of).max().unwrap_or(0);
        let total = reader.totals().games;
        if most > total {
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
            let worker = Relabeler::new(
                self.labels.evaluator(),
                self.nodes,
                self.table,
                self.include_unscored,
            )?;
            Ok::<_, Error>(worker.with_nested(self.nested))
        };
        let workers = make_workers(self.threads, worker)?;
        let threads = workers.len();
        let core_seconds = || progress.elapsed().as_secs_f64() * threads as f64;
        let mut stats = Totals::default();
        let outcome = relabel(workers, games, |relabeled| {
            let now = done + stats.games + 1;
            let games = iter::once(&relabeled.game).chain(&relabeled.nested);
            for (output, game) in outputs.iter().zip(games) {
                if output.games < now {
                    output.writer.write(game)?;
                }
            }
            stats.add(&relabeled);
            progress.update(now, || {
                format!("{now} of {total} games; {}", stats.line(core_seconds()))
            });
            Ok(())
        });
        progress.finish();
        let line = stats.line(core_seconds());
        let mut lines = format!("{line}\n");
        for Output { path, writer, .. } in outputs {
            let summary = writer.finish()?;
            lines += &format!("{}\n", summary.line(&path));
        }
        outcome?;
        Ok(lines)
    }

    /// The file with the scores of the whole searches, then those of the nested limits.
    fn outputs(&self, before: &Header) -> Result<Vec<Output<R>>, Error> {
        let header = self.header(before)?;
        let mut outputs = vec![Output::append(self.out.to_owned(), &header)?];
        for &soft in self.nested {
            let mut header = header.clone();
            header.settings.insert("nested".to_owned(), json!(soft));
            let stem = self.out.file_stem().unwrap_or_default().to_string_lossy();
            let path = self.out.with_file_name(format!("{stem}-{soft}.qgames"));
            outputs.push(Output::append(path, &header)?);
        }
        Ok(outputs)
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
