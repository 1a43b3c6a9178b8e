//! `quietus-lab datagen`: training games by self-play.

mod backend;
mod options;
mod relabel;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use datagen::{Goal, SelfPlay};
use evaluation::Evaluated;
use game::Codes;
use games::{GameId, for_game};
use support::Interrupt;

use crate::args::ThreadArgs;
use crate::exit::{Exit, bail_usage};
use crate::files::print;
use crate::labels::LabelArgs;
use backend::Backend;
use options::PlayingArgs;

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
    playing: PlayingArgs,

    #[command(flatten)]
    labels: LabelArgs,

    /// What plays: the CPU with the engine's search, or all NVIDIA GPUs with a search of their own
    #[arg(long, default_value = "cpu", value_name = "BACKEND")]
    backend: Backend,

    /// Number of the file's first game: with one seed, each machine gets a range of its own
    #[arg(long, default_value_t = 0, value_name = "N")]
    first_game: u64,

    /// Stop when the file has N games
    #[arg(long, value_name = "N")]
    games: Option<u64>,

    /// Stop after N positions of this run
    #[arg(long, value_name = "N")]
    positions: Option<u64>,

    /// Start no new game after this many seconds
    #[arg(long, value_name = "SECONDS")]
    time: Option<u64>,

    #[command(flatten)]
    threads: ThreadArgs,

    /// Bench node count of the engine, for the file's header [default: run bench]
    #[arg(long, value_name = "NODES")]
    bench: Option<u64>,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Relabel(relabel::Args),
}

/// Plays, or relabels existing games.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    match (&args.command, args.backend) {
        (Some(Command::Relabel(args)), _) => relabel::run(args),
        (None, Backend::Cpu) => for_game!(args.playing.game()?, G => {
            play::<G>(&args, |job, goal, stop| Ok(job.play(goal, stop)?))
        }),
        (None, backend) => match args.playing.game()? {
            GameId::Chess => play(&args, |job, goal, stop| backend.play(job, goal, stop)),
            game => bail_usage!("--backend: GPUs do not play {game}"),
        },
    }
}

fn play<R: Codes + Evaluated>(
    args: &Args,
    run: impl FnOnce(SelfPlay<'_, R>, Goal, &AtomicBool) -> anyhow::Result<String>,
) -> anyhow::Result<Exit> {
    let Some(out) = &args.out else {
        bail_usage!("--out FILE is required");
    };
    let book = args.playing.read_book::<R>()?;
    let tables = args.playing.open_tables::<R>()?;
    let searcher = args.backend.searcher();
    let mut settings = args.playing.settings(searcher, book.as_ref());
    settings.table_men = tables.as_ref().map_or(0, |tables| tables.max_men());
    let openings = settings.openings.openings(book);
    let labels = args.labels.labels::<R>()?;
    let interrupt = Interrupt::listen(
        "the games being played",
        "Run the same command again to continue the file.",
    )?;
    let job = SelfPlay {
        out,
        settings: &settings,
        openings: &openings,
        tables: tables.as_deref(),
        labels: &labels,
        bench: args.bench,
        first_game: args.first_game,
        threads: args.threads.count(),
    };
    let goal = Goal {
        games: args.games,
        positions: args.positions,
        time: args.time.map(Duration::from_secs),
    };
    print(&run(job, goal, interrupt.flag())?)?;
    Ok(Exit::unless(interrupt.is_stopped()))
}
