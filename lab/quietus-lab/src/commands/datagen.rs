//! `quietus-lab datagen`: training games by self-play.

mod relabel;

use std::path::PathBuf;

use support::Interrupt;

use crate::args::ThreadArgs;
use crate::exit::{Exit, bail_usage};
use crate::files::print;
use crate::self_play::SelfPlayArgs;

const EXAMPLES: &str = "\
Examples:
  quietus-lab datagen --out first.qgames --nodes 5000 --seed 1 --time 3600
  quietus-lab datagen --out more.qgames --nodes 2500 --seed 2 \\
      --book uho.epd.xz --siblings 0.2 --positions 1000000
  quietus-lab datagen --game xiangqi --out x.qgames --nodes 1000 --games 2000
  quietus-lab datagen relabel first.qgames --out second.qgames --nodes 5000

A game depends only on the seed and its number: the same command writes the same file on any number \
of threads. Use a different seed or range of games (--first-game) on every machine. Ctrl-C finishes the running games; run the same \
command again to continue the file. A file with other settings is refused.";

/// Generate training games by self-play
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    /// Output file (.qgames); an existing one is continued
    #[arg(long, short, required = true, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    games: SelfPlayArgs,

    #[command(flatten)]
    threads: ThreadArgs,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Relabel(relabel::Args),
}

/// Plays, or relabels existing games.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    if let Some(Command::Relabel(args)) = &args.command {
        return relabel::run(args);
    }
    let Some(out) = &args.out else {
        bail_usage!("--out FILE is required");
    };
    let interrupt = Interrupt::listen(
        "the games being played",
        "Run the same command again to continue the file.",
    )?;
    let (threads, goal) = (args.threads.count(), args.games.goal());
    print(&args.games.play(out, threads, goal, interrupt.flag())?)?;
    Ok(Exit::unless(interrupt.is_stopped()))
}
