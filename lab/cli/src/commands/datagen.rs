//! `quietus-lab datagen`: games of the engine against itself.

mod options;
mod relabel;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::bail;
use datagen::Goal;
use support::Interrupt;

use crate::labels::LabelArgs;
use crate::self_play::SelfPlay;
use crate::threads::ThreadArgs;
use options::PlayingArgs;

const EXAMPLES: &str = "\
Examples:
  quietus-lab datagen --out first.qgames --nodes 5000 --seed 1 --time 3600
  quietus-lab datagen --out more.qgames --nodes 2500 --seed 2 --book uho.epd.xz --chess960 0 \\
      --siblings 0.2 --positions 1000000
  quietus-lab datagen relabel first.qgames --out second.qgames --nodes 5000

Every game depends on the seed and its number alone: the same command gives the same file on any
number of threads. Ctrl-C finishes the games being played. Run again with the same settings, it
goes on where the file ends; with other settings it refuses. Use another seed on each machine.

Exit status: 0 when the goal was reached or the run was stopped, 1 on failure, 2 for a wrong command
line.";

/// Play games of the engine against itself, to learn from
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    /// The file of games; one that is there already is continued
    #[arg(long, short, required = true, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    playing: PlayingArgs,

    #[command(flatten)]
    labels: LabelArgs,

    /// Stop when the file has so many games
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// Stop after so many positions of this run
    #[arg(long, value_name = "N")]
    positions: Option<u64>,

    /// Begin no game after so many seconds
    #[arg(long, value_name = "SECONDS")]
    time: Option<u64>,

    #[command(flatten)]
    threads: ThreadArgs,

    /// The number that the engine's bench prints, for the file's header; found out if not said
    #[arg(long, value_name = "NODES")]
    bench: Option<u64>,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Relabel(relabel::Args),
}

/// Plays, or relabels what was played.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    match args.command {
        Some(Command::Relabel(args)) => relabel::run(args)?,
        None => play(&args)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn play(args: &Args) -> anyhow::Result<()> {
    let Some(out) = &args.out else {
        bail!("--out FILE is needed");
    };
    let book = args.playing.read_book()?;
    let settings = args.playing.settings(book.as_ref())?;
    let openings = settings.openings.openings(book);
    let labels = args.labels.labels()?;
    let interrupt = Interrupt::listen("the games being played")?;
    let job = SelfPlay {
        out,
        settings: &settings,
        openings: &openings,
        labels: &labels,
        bench: args.bench,
        threads: args.threads.count(),
    };
    let goal = Goal {
        games: args.games,
        positions: args.positions,
        time: args.time.map(Duration::from_secs),
    };
    job.play(goal, interrupt.flag())
}
