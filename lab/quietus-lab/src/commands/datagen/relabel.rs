//! `quietus-lab datagen relabel`: new scores for old games.

use std::path::PathBuf;

use datagen::{Relabeling, Searcher};
use evaluation::Evaluated;
use game::Codes;
use games::for_game;
use support::Interrupt;

use crate::args::ThreadArgs;
use crate::exit::{Exit, bail_usage};
use crate::files::{game_of, print};
use crate::labels::LabelArgs;
use crate::self_play::SearchArgs;

const EXAMPLES: &str = "\
Examples:
  quietus-lab datagen relabel first.qgames --out second.qgames --nodes 5000
  quietus-lab datagen relabel first.qgames --out deep.qgames --nested 150 600

The second writes deep.qgames, deep-150.qgames and so on: labels of three depths for the same \
positions, for the price of the deepest.

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

    /// Also write the scores that searches with these lower soft limits would have had, each to a file
    /// beside the output, with the limit in its name
    #[arg(long, num_args = 1.., value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nested: Vec<u64>,

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
    for_game!(game_of(&args.games)?, G => relabel::<G>(args))
}

fn relabel<R: Codes + Evaluated>(args: &Args) -> anyhow::Result<Exit> {
    let nodes = args.search.limits(Searcher::Engine);
    if let Some(limit) = args.nested.iter().find(|&&limit| limit >= nodes.soft) {
        bail_usage!("--nested {limit} is not below --nodes {}", nodes.soft);
    }
    if !args.nested.is_sorted_by(|a, b| a < b) {
        bail_usage!("--nested takes limits in rising order");
    }
    let labels = args.labels.labels::<R>()?;
    let interrupt = Interrupt::listen(
        "the games being searched",
        "Run the same command again to continue the file.",
    )?;
    let job = Relabeling {
        games: &args.games,
        out: &args.out,
        nodes,
        nested: &args.nested,
        table: args.search.hash.get(),
        include_unscored: args.include_unscored,
        labels: &labels,
        bench: args.bench,
        threads: args.threads.count(),
    };
    print(&job.run(interrupt.flag())?)?;
    Ok(Exit::unless(interrupt.is_stopped()))
}
