//! `quietus-lab datagen relabel`: new scores for old games.

use std::path::PathBuf;

use datagen::{Relabeling, Searcher};
use evaluation::Evaluated;
use game::Codes;
use games::for_game;
use support::Interrupt;

use super::options::SearchArgs;
use crate::args::ThreadArgs;
use crate::exit::Exit;
use crate::files::{game_of, print};
use crate::labels::LabelArgs;

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
    for_game!(game_of(&args.games)?, G => relabel::<G>(args))
}

fn relabel<R: Codes + Evaluated>(args: &Args) -> anyhow::Result<Exit> {
    let labels = args.labels.labels::<R>()?;
    let interrupt = Interrupt::listen(
        "the games being searched",
        "Run the same command again to continue the file.",
    )?;
    let job = Relabeling {
        games: &args.games,
        out: &args.out,
        nodes: args.search.limits(Searcher::Engine),
        table: args.search.hash.get(),
        include_unscored: args.include_unscored,
        labels: &labels,
        bench: args.bench,
        threads: args.threads.count(),
    };
    print(&job.run(interrupt.flag())?)?;
    Ok(Exit::unless(interrupt.is_stopped()))
}
