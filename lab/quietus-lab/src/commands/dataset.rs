//! `quietus-lab dataset`: quiet positions from games.

mod sources;

use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;

use anyhow::{Context, bail};
use datagen::dataset::{
    Dataset, Label, Margins, QuietFilter, SearchLimit, Settings, Statistics, build, html, json,
};
use evaluation::Evaluated;
use game::Codes;
use games::for_game;
use records::Record;
use support::{Interrupt, Progress, make_workers};

use crate::args::ThreadArgs;
use crate::exit::{Exit, bail_usage};
use crate::files::{print, write_file};
use crate::labels::LabelArgs;

const EXAMPLES: &str = "\
Examples:
  quietus-lab dataset games.pgn.xz --expand --out quiet.bin --html quiet.html
  quietus-lab dataset self-play.qgames --search-nodes 2000 --balance \\
      --out balanced.bin --json balanced.json

The method of \"Study of the Proper NNUE Dataset\": every position of every game, or with --expand \
every position after a legal move from it, is dropped if the side to move is in check, if the \
quiescence search differs from the static evaluation by more than --quiescence-margin, or if the \
search differs from it by more than --search-margin.

Games are read from .qgames, PGN, or EPD and FEN (each line a game without moves), plain or \
compressed with xz or zstd. The first file tells the game: chess or xiangqi. Positions are written in \
random order as 32-byte records (bulletformat ChessBoard; in xiangqi a format of our own). With --expand no position has a result: the game did not go there.";

/// Games that wait between the reader and the searching threads.
const WAITING: usize = 64;

/// Select quiet positions from games, and report their statistics
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of games or positions
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,

    #[command(flatten)]
    labels: LabelArgs,

    /// Write the positions to this file
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write the report as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write the report as an HTML page with charts and boards
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Try every legal move in every position
    #[arg(long)]
    expand: bool,

    /// Largest difference between quiescence search and static evaluation (M1)
    #[arg(long, default_value_t = 60, value_name = "CP")]
    quiescence_margin: i32,

    /// Largest difference between search and static evaluation (M2)
    #[arg(long, default_value_t = 70, value_name = "CP")]
    search_margin: i32,

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

    /// Keep duplicate positions
    #[arg(long)]
    keep_duplicates: bool,

    /// Drop positions until half of the scores are positive and 40 to 50 % beyond one pawn
    #[arg(long)]
    balance: bool,

    /// Write at most N positions, chosen at random
    #[arg(long, value_name = "N")]
    cap: Option<usize>,

    /// Seed of everything random
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    #[command(flatten)]
    threads: ThreadArgs,
}

/// Which score is written.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Kept {
    Static,
    Quiescence,
    Search,
}

impl Args {
    fn settings(&self) -> Settings {
        Settings {
            expand: self.expand,
            margins: Margins {
                quiescence: self.quiescence_margin,
                search: self.search_margin,
            },
            search: match self.search_nodes {
                Some(nodes) => SearchLimit::Nodes(nodes),
                None => SearchLimit::Depth(self.search_depth),
            },
            label: match self.label {
                Kept::Static => Label::Static,
                Kept::Quiescence => Label::Quiescence,
                Kept::Search => Label::Search,
            },
            deduplicate: !self.keep_duplicates,
            balance: self.balance,
            cap: self.cap,
            seed: self.seed,
        }
    }
}

/// Selects the positions.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    if args.out.is_none() && args.json.is_none() && args.html.is_none() {
        bail_usage!("nothing to write: give --out, --json or --html");
    }
    for_game!(sources::game_of(&args.games[0])?, G => select::<G>(args))
}

fn select<R: Codes + Evaluated>(args: &Args) -> anyhow::Result<Exit> {
    let settings = args.settings();
    let interrupt = Interrupt::listen("the games being read", "The positions so far are written.")?;
    let labels = args.labels.labels::<R>()?;
    let filter =
        || QuietFilter::<R, _>::new(|| labels.evaluator(), settings.margins, settings.search);
    let filters = make_workers(args.threads.count(), filter)?;
    let progress = Progress::spinner();
    let (sender, games) = mpsc::sync_channel(WAITING);
    let dataset = thread::scope(|scope| -> anyhow::Result<Dataset> {
        let reader = thread::Builder::new()
            .spawn_scoped(scope, || sources::read::<R>(&args.games, sender))
            .context("cannot start a thread")?;
        let dataset = build(
            &settings,
            filters,
            games.into_iter(),
            interrupt.flag(),
            |statistics| {
                let seconds = progress.elapsed().as_secs_f64();
                progress.update(statistics.games, || line(statistics, seconds));
            },
        );
        match reader.join() {
            Ok(outcome) => outcome?,
            Err(_) => bail!("reading the games failed"),
        }
        Ok(dataset)
    })?;
    progress.finish();
    if dataset.statistics.games == 0 {
        bail!("no game in the files");
    }
    let seconds = progress.elapsed().as_secs_f64();
    print(&format!("{}\n", line(&dataset.statistics, seconds)))?;
    write(args, &settings, &dataset)?;
    Ok(Exit::unless(interrupt.is_stopped()))
}

fn write(args: &Args, settings: &Settings, dataset: &Dataset) -> anyhow::Result<()> {
    if let Some(path) = &args.out {
        write_file(path, Record::as_bytes(&dataset.records))?;
        print(&format!(
            "{} records written to {}\n",
            dataset.records.len(),
            path.display()
        ))?;
    }
    if let Some(path) = &args.json {
        write_file(
            path,
            serde_json::to_string_pretty(&json(settings, dataset))?,
        )?;
    }
    if let Some(path) = &args.html {
        write_file(path, html(settings, dataset))?;
    }
    Ok(())
}

fn line(statistics: &Statistics, seconds: f64) -> String {
    let all = statistics.candidates();
    let share = |count: u64| 100.0 * count as f64 / all.max(1) as f64;
    let [check, over, quiescence, search] = statistics.dropped;
    format!(
        "{} games, {all} candidates ({:.0}/s): duplicates {:.1} %, check {:.1} %, \
         quiescence {:.1} %, search {:.1} %, kept {:.1} %",
        statistics.games,
        all as f64 / seconds.max(1e-3),
        share(statistics.duplicates),
        share(check + over),
        share(quiescence),
        share(search),
        share(statistics.kept),
    )
}
