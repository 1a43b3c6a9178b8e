//! Selection of quiet positions: the options of `dataset`, and what they do.

mod sources;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::thread;

use anyhow::{Context, bail};
use datagen::Labels;
use datagen::dataset::{
    Balancing, Dataset, Label, Margins, PAPER_ROOK, QuietFilter, SearchLimit, Settings, Statistics,
    build, rook_value,
};
use games::for_game;
use net_tools::{Inspected, reference_positions};
use support::{Draft, Progress, make_workers};

use crate::labels::LabelArgs;

pub use sources::game_of;

/// Games that wait between the reader and the searching threads.
const WAITING: usize = 64;

/// Plies in which only critical moves are followed by `--candidates published`.
const CRITICAL_PLIES: u32 = 20;

/// Which positions are kept.
#[derive(Clone, Debug, clap::Args)]
pub struct SelectionArgs {
    #[command(flatten)]
    labels: LabelArgs,

    /// Try every legal move in every position
    #[arg(long)]
    expand: bool,

    /// Moves that --expand tries: all, or in the first 20 plies only captures, promotions and checks, as
    /// the program published with the paper begins
    #[arg(long, value_enum, default_value_t = Moves::All)]
    candidates: Moves,

    /// Keep positions in check, too
    #[arg(long)]
    no_check_filter: bool,

    /// Largest difference between quiescence search and static evaluation (M1)
    #[arg(long, default_value_t = 60, value_name = "CP")]
    quiescence_margin: i32,

    /// Largest difference between search and static evaluation (M2)
    #[arg(long, default_value_t = 70, value_name = "CP")]
    search_margin: i32,

    /// Unit of both margins: centipawns of the evaluation, or those of the paper, of which a rook has 617
    #[arg(long, value_enum, default_value_t = MarginUnit::Cp)]
    margin_unit: MarginUnit,

    /// Depth of the search
    #[arg(long, default_value_t = 3, value_name = "PLIES",
        value_parser = clap::value_parser!(u32).range(1..))]
    search_depth: u32,

    /// Search to a soft node limit instead of a depth
    #[arg(long, value_name = "N", conflicts_with = "search_depth",
        value_parser = clap::value_parser!(u64).range(1..))]
    search_nodes: Option<u64>,

    /// Score to write as the label
    #[arg(long, value_enum, default_value_t = Kept::Search)]
    label: Kept,

    /// Drop positions with a larger absolute label
    #[arg(long, value_name = "CP", value_parser = clap::value_parser!(i32).range(1..))]
    max_score: Option<i32>,

    /// Keep duplicate positions; the same with colors swapped is one
    #[arg(long)]
    keep_duplicates: bool,

    /// What is done until half of the scores are positive and 40 to 50 % beyond 100: nothing, positions
    /// are dropped, or positions with a piece fewer are added as far as they help
    #[arg(long, value_enum, default_value_t = Balance::Literal, value_name = "MODE")]
    balance: Balance,

    /// Write at most N positions, chosen at random
    #[arg(long, value_name = "N")]
    cap: Option<usize>,

    /// Seed of everything random
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    /// Memory for positions and their keys; what is more goes to temporary files
    #[arg(long, default_value_t = 4096, value_name = "MIB",
        value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,
}

/// Which score is written.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Kept {
    Static,
    Quiescence,
    Search,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Moves {
    All,
    Published,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum MarginUnit {
    Cp,
    Rook,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Balance {
    Literal,
    Drop,
    Add,
}

/// What was selected by which settings.
pub struct Selection {
    pub settings: Settings,
    pub dataset: Dataset,
    pub seconds: f64,
}

impl SelectionArgs {
    /// Selects positions of the games of files into a file, or into none. A stop finishes the games being
    /// read.
    pub fn select(
        &self,
        games: &[PathBuf],
        out: Option<&Path>,
        threads: usize,
        stop: &AtomicBool,
    ) -> anyhow::Result<Selection> {
        for_game!(game_of(&games[0])?, G => self.select_of::<G>(games, out, threads, stop))
    }

    fn select_of<R: Inspected>(
        &self,
        games: &[PathBuf],
        out: Option<&Path>,
        threads: usize,
        stop: &AtomicBool,
    ) -> anyhow::Result<Selection> {
        let labels = self.labels.labels::<R>()?;
        let settings = self.settings(&labels)?;
        let filter = || QuietFilter::<R, _>::new(|| labels.evaluator(), &settings);
        let filters = make_workers(threads, filter)?;
        let progress = Progress::spinner();
        let (sender, received) = mpsc::sync_channel(WAITING);
        let select = |out: &mut dyn Write| -> anyhow::Result<Dataset> {
            thread::scope(|scope| {
                let reader = thread::Builder::new()
                    .spawn_scoped(scope, || sources::read::<R>(games, sender))
                    .context("cannot start a thread")?;
                let mut out = out;
                let received = received.into_iter();
                let dataset = build(&settings, filters, received, stop, &mut out, |statistics| {
                    let seconds = progress.elapsed().as_secs_f64();
                    progress.update(statistics.games, || line(statistics, seconds));
                });
                match reader.join() {
                    Ok(outcome) => outcome?,
                    Err(_) => bail!("reading the games failed"),
                }
                dataset.context("cannot write the positions")
            })
        };
        let dataset = match out {
            None => select(&mut io::sink())?,
            Some(path) => write_to(path, select)?,
        };
        progress.finish();
        if dataset.statistics.games == 0 {
            bail!("no game in the files");
        }
        Ok(Selection {
            settings,
            dataset,
            seconds: progress.elapsed().as_secs_f64(),
        })
    }

    fn settings<R: Inspected>(&self, labels: &Labels<R>) -> anyhow::Result<Settings> {
        Ok(Settings {
            expand: self.expand,
            critical_plies: match self.candidates {
                Moves::All => 0,
                Moves::Published => CRITICAL_PLIES,
            },
            check_filter: !self.no_check_filter,
            margins: self.margins(labels)?,
            search: match self.search_nodes {
                Some(nodes) => SearchLimit::Nodes(nodes),
                None => SearchLimit::Depth(self.search_depth),
            },
            label: match self.label {
                Kept::Static => Label::Static,
                Kept::Quiescence => Label::Quiescence,
                Kept::Search => Label::Search,
            },
            max_score: self.max_score,
            deduplicate: !self.keep_duplicates,
            balance: match self.balance {
                Balance::Literal => Balancing::Literal,
                Balance::Drop => Balancing::Drop,
                Balance::Add => Balancing::Add,
            },
            cap: self.cap,
            seed: self.seed,
            memory: (self.memory as usize).saturating_mul(1 << 20),
        })
    }

    fn margins<R: Inspected>(&self, labels: &Labels<R>) -> anyhow::Result<Margins> {
        let factor = match self.margin_unit {
            MarginUnit::Cp => 1.0,
            MarginUnit::Rook => {
                let rook = rook_value::<R>(&reference_positions::<R>(), || labels.evaluator());
                let rook = rook.filter(|&rook| rook > 0.0);
                rook.context("--margin-unit: a rook is worth nothing to this evaluation")?
                    / PAPER_ROOK
            }
        };
        let scaled = |margin: i32| (f64::from(margin) * factor).round() as i32;
        Ok(Margins {
            quiescence: scaled(self.quiescence_margin),
            search: scaled(self.search_margin),
        })
    }
}

/// A file that appears under its name when it is complete.
fn write_to(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<Dataset>,
) -> anyhow::Result<Dataset> {
    let cannot_write = || format!("cannot write {}", path.display());
    let draft = Draft::new(path);
    let mut out = BufWriter::new(File::create(draft.path()).with_context(cannot_write)?);
    let dataset = write(&mut out)?;
    out.flush().with_context(cannot_write)?;
    drop(out);
    draft.commit().with_context(cannot_write)?;
    Ok(dataset)
}

/// The counts of a selection.
pub fn line(statistics: &Statistics, seconds: f64) -> String {
    let all = statistics.candidates();
    let share = |count: u64| 100.0 * count as f64 / all.max(1) as f64;
    let [check, over, quiescence, search, score] = statistics.dropped;
    format!(
        "{} games, {all} candidates ({:.0}/s): duplicates {:.1} %, check {:.1} %, \
         quiescence {:.1} %, search {:.1} %, score {:.1} %, kept {:.1} %",
        statistics.games,
        all as f64 / seconds.max(1e-3),
        share(statistics.duplicates),
        share(check + over),
        share(quiescence),
        share(search),
        share(score),
        share(statistics.kept),
    )
}
