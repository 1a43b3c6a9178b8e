//! `quietus-lab dataset`: quiet positions from games.

use std::path::PathBuf;

use datagen::dataset::{html, json, shares_line};
use support::Interrupt;

use crate::args::ThreadArgs;
use crate::exit::{Exit, bail_usage};
use crate::files::{print, write_file};
use crate::selection::{SelectionArgs, line};

const EXAMPLES: &str = "\
Examples:
  quietus-lab dataset games.pgn.xz --expand --out quiet.bin --html quiet.html
  quietus-lab dataset self-play.qgames --search-nodes 2000 --balance drop \\
      --out balanced.bin --json balanced.json

The method of \"Study of the Proper NNUE Dataset\": every position of every game, or with --expand \
every position after a legal move from it, is dropped if the side to move is in check, if the \
quiescence search differs from the static evaluation by more than --quiescence-margin, or if the \
search differs from it by more than --search-margin.

--margin-unit rook gives margins in the paper's centipawns, which are smaller than ours. Evaluations are \
networks, the handcrafted one, or its material and piece-square tables alone (psqt), as the paper began.

Games are read from .qgames, PGN, or EPD and FEN (each line a game without moves), plain or \
compressed with xz or zstd. The first file tells the game. Positions are written in \
random order as 32-byte records (bulletformat ChessBoard; in other games a format of our own). With --expand no position has a result: the game did not go there.";

/// Select quiet positions from games, and report their statistics
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Files of games or positions
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,

    /// Write the positions to this file
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write the report as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write the report as an HTML page with charts and boards
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    #[command(flatten)]
    selection: SelectionArgs,

    #[command(flatten)]
    threads: ThreadArgs,
}

/// Selects the positions.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    if args.out.is_none() && args.json.is_none() && args.html.is_none() {
        bail_usage!("nothing to write: give --out, --json or --html");
    }
    let interrupt = Interrupt::listen("the games being read", "The positions so far are written.")?;
    let (out, threads) = (args.out.as_deref(), args.threads.count());
    let selection = args
        .selection
        .select(&args.games, out, threads, interrupt.flag())?;
    let (settings, dataset) = (&selection.settings, &selection.dataset);
    let margins = settings.margins;
    print(&format!(
        "{}\nmargins {} and {}; {}\n",
        line(&dataset.statistics, selection.seconds),
        margins.quiescence,
        margins.search,
        shares_line(dataset),
    ))?;
    if let Some(path) = out {
        let written = dataset.written();
        print(&format!(
            "{written} records written to {}\n",
            path.display()
        ))?;
    }
    if let Some(path) = &args.json {
        let report = serde_json::to_string_pretty(&json(settings, dataset))?;
        write_file(path, report)?;
    }
    if let Some(path) = &args.html {
        write_file(path, html(settings, dataset))?;
    }
    Ok(Exit::unless(interrupt.is_stopped()))
}
