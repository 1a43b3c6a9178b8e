//! `quietus-lab datagen relabel`: new scores for old games.

use std::path::PathBuf;

use anyhow::bail;
use chess::Chess;
use datagen::{NodeLimits, Relabeled, Relabeler, relabel};
use game::Rules;
use records::{Header, Reader, Writer};
use serde_json::json;
use support::{Interrupt, Progress, Variant, make_workers};
use xiangqi::Xiangqi;

use super::options::SearchArgs;
use crate::args::ThreadArgs;
use crate::exit::Exit;
use crate::files::{game_of, print};
use crate::labels::{self, LabelArgs, Labeled, Labels};
use crate::self_play::{FLUSH_INTERVAL, file_line};

const EXAMPLES: &str = "\
Example:
  quietus-lab datagen relabel first.qgames --out second.qgames --nodes 5000

Moves and results stay the same. Ctrl-C finishes the running games; run the same command again to \
continue the new file.";

/// Search the positions of existing games again and write the games with the new scores
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Games to relabel (.qgames)
    #[arg(value_name = "FILE")]
    games: PathBuf,

    /// Output file (.qgames); an existing one is continued
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    search: SearchArgs,

    /// Also search moves that have no score, such as those of the opening
    #[arg(long)]
    include_unscored: bool,

    #[command(flatten)]
    labels: LabelArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    /// Bench node count of the engine, for the file's header [default: run bench]
    #[arg(long, value_name = "NODES")]
    bench: Option<u64>,
}

/// Relabels the games.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    match game_of(&args.games)? {
        Variant::Chess => relabel_games::<Chess>(args, Variant::Chess),
        Variant::Xiangqi => relabel_games::<Xiangqi>(args, Variant::Xiangqi),
    }
}

fn relabel_games<R: Labeled>(args: &Args, game: Variant) -> anyhow::Result<Exit> {
    let reader = Reader::<R>::open(&args.games)?;
    let nodes = args.search.limits();
    let labels = args.labels.labels(game)?;
    let new_header = header::<R>(args, &labels, nodes, reader.header())?;
    let writer = Writer::<R>::append(&args.out, &new_header)?;
    let writer = writer.with_flush_interval(FLUSH_INTERVAL);
    let done = writer.written().games;
    let total = reader.totals().games;
    if done > total {
        bail!(
            "{} has more games than {}",
            args.out.display(),
            args.games.display()
        );
    }
    let interrupt = Interrupt::listen(
        "the games being searched",
        "Run the same command again to continue the file.",
    )?;
    let skipped = usize::try_from(done).unwrap_or(usize::MAX);
    let games = reader
        .games()
        .filter_map(|game| {
            game.inspect_err(|damage| eprintln!("skipped: {damage}"))
                .ok()
        })
        .skip(skipped)
        .take_while(|_| !interrupt.is_stopped());
    let worker = || {
        Relabeler::new(
            R::evaluator(&labels),
            nodes,
            args.search.hash.get(),
            args.include_unscored,
        )
    };
    let workers = make_workers(args.threads.count(), worker)?;
    let threads = workers.len();
    let mut sum = Sum::default();
    let progress = Progress::bar(done, total);
    let outcome = relabel(workers, games, |relabeled| {
        writer.write(&relabeled.game)?;
        sum.add(&relabeled);
        let seconds = progress.elapsed().as_secs_f64() * threads as f64;
        progress.update(done + sum.games, || {
            format!(
                "{} of {total} games; {}",
                done + sum.games,
                sum.line(seconds)
            )
        });
        Ok(())
    });
    progress.finish();
    let seconds = progress.elapsed().as_secs_f64() * threads as f64;
    let summary = writer.finish()?;
    outcome?;
    print(&format!("{}\n", sum.line(seconds)))?;
    print(&file_line(&args.out, summary))?;
    Ok(Exit::unless(interrupt.is_stopped()))
}

/// The header: how the new scores were made, and the header of the old games.
fn header<R: Labeled>(
    args: &Args,
    labels: &Labels,
    nodes: NodeLimits,
    before: &Header,
) -> anyhow::Result<Header> {
    let bench = match args.bench {
        Some(bench) => bench,
        None => R::bench(labels)?,
    };
    let mut header = Header {
        engine: Some(labels::engine()),
        bench: Some(bench),
        network: labels.hash.clone(),
        seed: before.seed,
        ..Header::of::<R>()
    };
    let settings = [
        ("nodes", json!(nodes)),
        ("table", json!(args.search.hash.get())),
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
