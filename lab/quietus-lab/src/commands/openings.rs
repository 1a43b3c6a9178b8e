//! `quietus-lab openings`: positions to start matches from, in which the first side is ahead.

use std::path::PathBuf;

use ::openings::Openings;
use datagen::{BookSettings, NodeLimits, make_book};
use evaluation::Evaluated;
use game::Codes;
use games::{GameId, for_game};
use support::{Interrupt, Progress};

use crate::args::{ThreadArgs, game, range};
use crate::exit::{Exit, bail_usage};
use crate::files::write_file;
use crate::labels::LabelArgs;

const EXAMPLES: &str = "\
Examples:
  quietus-lab openings --game xiangqi --out books/xiangqi.epd --positions 1000
  quietus-lab openings --out unbalanced.epd --low 80 --high 150 --nodes 50000

Openings that are balanced for the first side to move end in draws too often. Here random moves lead \
to positions that the engine scores from --low to --high for White (Red in xiangqi). Every opening of \
a match is played twice with colors reversed, so that neither engine gains by it.

The same settings give the same positions on any number of threads.";

/// Make opening positions for matches, in which the first side is ahead
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Output file: a FEN to a line
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    /// The game
    #[arg(long, value_name = "GAME", value_parser = game(), default_value_t)]
    game: GameId,

    /// Number of positions
    #[arg(long, default_value_t = 1000, value_name = "N")]
    positions: usize,

    /// Random plies
    #[arg(long, default_value = "6-9", value_name = "N|A-B", value_parser = range)]
    plies: (usize, usize),

    /// Smallest score for the first side
    #[arg(
        long,
        default_value_t = 60,
        value_name = "CP",
        allow_negative_numbers = true
    )]
    low: i32,

    /// Largest score for the first side
    #[arg(
        long,
        default_value_t = 200,
        value_name = "CP",
        allow_negative_numbers = true
    )]
    high: i32,

    /// Soft node limit of the search of a position
    #[arg(long, default_value_t = 5000, value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Seed of the random moves
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,

    #[command(flatten)]
    labels: LabelArgs,

    #[command(flatten)]
    threads: ThreadArgs,
}

/// Makes the book.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    if args.low > args.high {
        bail_usage!("--low {} is above --high {}", args.low, args.high);
    }
    for_game!(args.game, G => make::<G>(args))
}

fn make<R: Codes + Evaluated>(args: &Args) -> anyhow::Result<Exit> {
    let labels = args.labels.labels::<R>()?;
    let settings = BookSettings {
        openings: Openings::<R> {
            plies: args.plies.0..=args.plies.1,
            ..Openings::default()
        },
        seed: args.seed,
        nodes: NodeLimits::soft(args.nodes),
        scores: args.low..=args.high,
        positions: args.positions,
        table: 1,
    };
    let interrupt = Interrupt::listen("the positions being searched", "Nothing is written.")?;
    let progress = Progress::bar(0, args.positions as u64);
    let mut text = String::new();
    let mut count = 0;
    let made = make_book(
        &settings,
        args.threads.count(),
        || labels.evaluator(),
        interrupt.flag(),
        |fen| {
            text.push_str(fen);
            text.push('\n');
            count += 1;
            progress.update(count, || format!("{count} positions"));
            Ok(())
        },
    );
    progress.finish();
    made?;
    if interrupt.is_stopped() {
        return Ok(Exit::Interrupted);
    }
    write_file(&args.out, text)?;
    say!("{}: {count} positions", args.out.display());
    Ok(Exit::Success)
}
