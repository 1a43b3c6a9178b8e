//! `quietus-lab datagen relabel`: new scores for old games.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::bail;
use datagen::{NodeLimits, Relabeled, Relabeler, relabel};
use records::{Header, Reader, Writer};
use serde_json::json;

use crate::files::print;
use crate::labels::{self, LabelArgs, Labels};
use crate::long_work::{Ticker, stop_flag, threads};
use crate::self_play::{FLUSH_INTERVAL, file_line};

const EXAMPLES: &str = "\
Example:
  quietus-lab datagen relabel first.qgames --out second.qgames --nodes 5000

Moves and results are kept. Ctrl-C finishes the games in progress; the same command continues.";

/// Relabel games: search their positions again and write them with the new scores
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The games
    #[arg(value_name = "FILE")]
    games: PathBuf,

    /// The output; an existing file is continued
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    /// Soft node limit of a search: no iteration starts after so many nodes
    #[arg(long, default_value_t = 5000, value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Hard node limit of a search [default: 8 x --nodes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    hard_nodes: Option<u64>,

    /// TT size in MiB; cleared before every game
    #[arg(long, default_value_t = 1, value_name = "MIB")]
    hash: usize,

    /// Score unscored plies, too, such as those of the opening
    #[arg(long)]
    include_unscored: bool,

    #[command(flatten)]
    labels: LabelArgs,

    /// Threads [default: all cores]
    #[arg(long, short = 'j', value_name = "N")]
    threads: Option<usize>,

    /// The engine's bench, for the file's header [default: computed]
    #[arg(long, value_name = "NODES")]
    bench: Option<u64>,
}

pub fn run(args: Args) -> anyhow::Result<()> {
    let reader = Reader::open(&args.games)?;
    let nodes = NodeLimits {
        soft: args.nodes,
        hard: args.hard_nodes.unwrap_or(args.nodes.saturating_mul(8)),
    };
    let labels = args.labels.labels()?;
    let new_header = header(&args, &labels, nodes, reader.header())?;
    let writer = Writer::append(&args.out, &new_header)?.with_flush_interval(FLUSH_INTERVAL);
    let done = writer.written().games;
    let total = reader.totals().games;
    if done > total {
        bail!(
            "{} has more games than {}",
            args.out.display(),
            args.games.display()
        );
    }
    let stop = stop_flag("the games being searched")?;
    let skipped = usize::try_from(done).unwrap_or(usize::MAX);
    let games = reader
        .games()
        .filter_map(|game| {
            game.inspect_err(|damage| eprintln!("skipped: {damage}"))
                .ok()
        })
        .skip(skipped)
        .take_while(|_| !stop.load(Ordering::Relaxed));
    let worker = |_| {
        Relabeler::new(
            labels.evaluator(),
            nodes,
            args.hash.max(1),
            args.include_unscored,
        )
    };
    let threads = threads(args.threads);
    let workers = (0..threads).map(worker).collect::<Result<Vec<_>, _>>()?;
    let mut sum = Sum::default();
    let mut ticker = Ticker::new();
    let outcome = relabel(workers, games, |relabeled| {
        writer.write(&relabeled.game)?;
        sum.add(&relabeled);
        let seconds = ticker.elapsed().as_secs_f64() * threads as f64;
        ticker.tell(|| {
            format!(
                "{} of {total} games; {}",
                done + sum.games,
                sum.line(seconds)
            )
        });
        Ok(())
    });
    ticker.finish();
    let seconds = ticker.elapsed().as_secs_f64() * threads as f64;
    let summary = writer.finish()?;
    outcome?;
    print(&format!("{}\n", sum.line(seconds)))?;
    print(&file_line(&args.out, summary))
}

/// The header: how the new scores were made, and the header of the old games.
fn header(
    args: &Args,
    labels: &Labels,
    nodes: NodeLimits,
    before: &Header,
) -> anyhow::Result<Header> {
    let bench = match args.bench {
        Some(bench) => bench,
        None => labels.bench()?,
    };
    let mut header = Header {
        engine: Some(labels::engine()),
        bench: Some(bench),
        network: labels.hash.clone(),
        seed: before.seed,
        ..Header::default()
    };
    let settings = [
        ("nodes", json!(nodes)),
        ("table", json!(args.hash.max(1))),
        ("include_unscored", json!(args.include_unscored)),
    ];
    header.settings = settings
        .map(|(name, value)| (name.to_owned(), value))
        .into_iter()
        .collect();
    header
        .other
        .insert("relabelled_from".to_owned(), serde_json::to_value(before)?);
    Ok(header)
}

/// Totals over all games.
#[derive(Default)]
struct Sum {
    games: u64,
    positions: u64,
    nodes: u64,
    compared: u64,
    difference: u64,
}

impl Sum {
    fn add(&mut self, one: &Relabeled) {
        self.games += 1;
        self.positions += one.positions;
        self.nodes += one.nodes;
        self.compared += one.compared;
        self.difference += one.difference;
    }

    fn line(&self, core_seconds: f64) -> String {
        let per_second = |count: u64| count as f64 / core_seconds.max(1e-3);
        format!(
            "{} positions, {:.0}/s per core, {:.0} knps per core, scores changed by {:.1} on average",
            self.positions,
            per_second(self.positions),
            per_second(self.nodes) / 1000.0,
            self.difference as f64 / self.compared.max(1) as f64,
        )
    }
}
