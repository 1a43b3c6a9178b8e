//! `quietus-lab datagen`: self-play.

mod options;
mod relabel;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::bail;
use datagen::Goal;

use crate::labels::LabelArgs;
use crate::long_work::{stop_flag, threads};
use crate::self_play::SelfPlay;
use options::PlayingArgs;

const EXAMPLES: &str = "\
Examples:
  quietus-lab datagen --out first.qgames --nodes 5000 --seed 1 --time 3600
  quietus-lab datagen --out more.qgames --nodes 2500 --seed 2 --book uho.epd.xz --chess960 0 \\
      --siblings 0.2 --positions 1000000
  quietus-lab datagen relabel first.qgames --out second.qgames --nodes 5000

The output depends on the seed alone, not on the number of threads. Ctrl-C finishes the games in
progress; games are written and synced every few seconds, so that a kill loses only those. The same
command continues a file; other settings are refused. Use a different seed on each machine.

A bare king against mating material and mate scores end a game at once. A draw by fifty moves or
--max-plies at a mean score of 300 or more has an unknown result: train uses its scores alone.

Exit status: 0 when the goal was reached or the run was stopped, 1 on failure, 2 for a wrong command
line.";

/// Generate training data by self-play
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,

    /// The output (.qgames); an existing file is continued
    #[arg(long, short, required = true, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    playing: PlayingArgs,

    #[command(flatten)]
    labels: LabelArgs,

    /// Stop when the file has so many games
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// Stop after so many positions in this run
    #[arg(long, value_name = "N")]
    positions: Option<u64>,

    /// Start no game after so many seconds
    #[arg(long, value_name = "SECONDS")]
    time: Option<u64>,

    /// Threads [default: all cores]
    #[arg(long, short = 'j', value_name = "N")]
    threads: Option<usize>,

    /// The engine's bench, for the file's header [default: computed]
    #[arg(long, value_name = "NODES")]
    bench: Option<u64>,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Relabel(relabel::Args),
}

/// Runs self-play or relabeling.
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
    let stop = stop_flag("the games in progress")?;
    let job = SelfPlay {
        out,
        settings: &settings,
        openings: &openings,
        labels: &labels,
        bench: args.bench,
        threads: threads(args.threads),
    };
    let goal = Goal {
        games: args.games,
        positions: args.positions,
        time: args.time.map(Duration::from_secs),
    };
    job.play(goal, &stop)
}
