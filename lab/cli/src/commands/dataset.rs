//! `quietus-lab dataset`: quiet positions from games.

mod sources;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;

use anyhow::bail;
use datagen::dataset::{
    Dataset, Label, Margins, QuietFilter, SearchLimit, Settings, Statistics, build, html, json,
};
use records::Record;

use crate::files::{print, write_bytes, write_file};
use crate::labels::LabelArgs;
use crate::long_work::{Ticker, stop_flag, threads};

const EXAMPLES: &str = "\
Examples:
  quietus-lab dataset games.pgn.xz --expand --out quiet.bin --html quiet.html --json quiet.json
  quietus-lab dataset self-play.qgames --search-nodes 2000 --balance --out balanced.bin

The method of \"Study of the Proper NNUE Dataset\": every position of every game, or with --expand
every position that a legal move from it leads to; dropped if in check, if the quiescence search's
score differs from the static evaluation by more than --quiescence-margin, or the search's by more
than --search-margin. Games come from .qgames, PGN, or EPD and FEN (each line a game without moves),
plain or compressed. Positions are written shuffled, as 32-byte records (bulletformat's ChessBoard).
With --expand no position has a result: the game did not go there.

Exit status: 0 when all was read or the run was stopped, 1 on failure, 2 for a wrong command line.";

/// Games that wait between the reader and those who look at them.
const WAITING: usize = 64;

/// Choose quiet positions from games, and report what they are like
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of games or positions
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,

    #[command(flatten)]
    labels: LabelArgs,

    /// The file of records to write
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write the report as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write the report as a page with charts and boards
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Try every legal move from every position
    #[arg(long)]
    expand: bool,

    /// How far the quiescence search's score may be from the static evaluation (M1)
    #[arg(long, default_value_t = 60, value_name = "CP")]
    quiescence_margin: i32,

    /// How far the search's score may be from the static evaluation (M2)
    #[arg(long, default_value_t = 70, value_name = "CP")]
    search_margin: i32,

    /// Search each position to this depth
    #[arg(long, default_value_t = 3, value_name = "PLIES",
        value_parser = clap::value_parser!(u32).range(1..))]
    search_depth: u32,

    /// Search each position for so many nodes instead, and finish the iteration
    #[arg(long, value_name = "N", conflicts_with = "search_depth",
        value_parser = clap::value_parser!(u64).range(1..))]
    search_nodes: Option<u64>,

    /// Which score is written
    #[arg(long, value_enum, default_value_t = Kept::Search)]
    label: Kept,

    /// Keep positions that came before, too
    #[arg(long)]
    keep_duplicates: bool,

    /// Thin out until half the scores are positive and 40 to 50 of 100 beyond a pawn
    #[arg(long)]
    balance: bool,

    /// Write at most so many positions, chosen at random
    #[arg(long, value_name = "N")]
    cap: Option<usize>,

    /// For the order of the records and for thinning out
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    /// Threads; as many as there are cores if not said
    #[arg(long, short = 'j', value_name = "N")]
    threads: Option<usize>,
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

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    if args.out.is_none() && args.json.is_none() && args.html.is_none() {
        bail!("nothing to write: say --out, --json or --html");
    }
    let settings = args.settings();
    let stop = stop_flag("the games being looked at")?;
    let threads = threads(args.threads);
    let labels = args.labels.labels()?;
    let filter = |_| QuietFilter::new(|| labels.evaluator(), settings.margins, settings.search);
    let filters = (0..threads).map(filter).collect::<Result<Vec<_>, _>>()?;
    let mut ticker = Ticker::new();
    let (sender, games) = mpsc::sync_channel(WAITING);
    let dataset = thread::scope(|scope| -> anyhow::Result<Dataset> {
        let reader = scope.spawn(|| sources::read(&args.games, sender));
        let dataset = build(&settings, filters, games.into_iter(), &stop, |statistics| {
            let seconds = ticker.elapsed().as_secs_f64();
            ticker.tell(|| line(statistics, seconds));
        });
        match reader.join() {
            Ok(outcome) => outcome?,
            Err(_) => bail!("reading the games failed"),
        }
        Ok(dataset)
    })?;
    ticker.finish();
    if dataset.statistics.games == 0 {
        bail!("there is no game in the files");
    }
    let seconds = ticker.elapsed().as_secs_f64();
    print(&format!("{}\n", line(&dataset.statistics, seconds)))?;
    write(&args, &settings, &dataset)?;
    Ok(ExitCode::SUCCESS)
}

fn write(args: &Args, settings: &Settings, dataset: &Dataset) -> anyhow::Result<()> {
    if let Some(path) = &args.out {
        write_bytes(path, Record::as_bytes(&dataset.records))?;
        print(&format!(
            "{} records written to {}\n",
            dataset.records.len(),
            path.display()
        ))?;
    }
    if let Some(path) = &args.json {
        write_file(
            path,
            &serde_json::to_string_pretty(&json(settings, dataset))?,
        )?;
    }
    if let Some(path) = &args.html {
        write_file(path, &html(settings, dataset))?;
    }
    Ok(())
}

fn line(statistics: &Statistics, seconds: f64) -> String {
    let all = statistics.candidates();
    let share = |count: u64| 100.0 * count as f64 / all.max(1) as f64;
    let [check, over, quiescence, search] = statistics.dropped;
    format!(
        "{} games, {all} candidates ({:.0}/s): duplicates {:.1} %, check {:.1} %, \
         captures {:.1} %, search {:.1} %, kept {:.1} %",
        statistics.games,
        all as f64 / seconds.max(1e-3),
        share(statistics.duplicates),
        share(check + over),
        share(quiescence),
        share(search),
        share(statistics.kept),
    )
}
