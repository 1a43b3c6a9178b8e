//! `quietus-lab convert`: games and positions from one format to another.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use games::{GameId, for_game};
use records::convert::{ConvertError, Format, Job, Report};
use support::Draft;

use crate::args::game;
use crate::exit::{Exit, bail_usage};
use crate::filters::FilterArgs;
use crate::game_files::game_of_input;

const EXAMPLES: &str = "\
Examples:
  quietus-lab convert games.pgn.xz games.qgames
  quietus-lab convert selfplay.qgames selfplay.vf
  quietus-lab convert selfplay.qgames train.bullet --shuffle 1 --drop-check \\
      --drop-noisy --min-ply 16 --hold-out 0.02

Formats, by file extension or by --from and --to:
  qgames        .qgames                games: moves, scores, results and more
  viriformat    .vf .viriformat        games: moves, scores, results
  pgn           .pgn (+ .xz, .zst)     games: moves, scores in comments, results
  xqf           .xqf                   xiangqi games of XQStudio; input only
  dhtmlxq       .dhtmlxq               xiangqi games, DhtmlXQ text; input only
  bulletformat  .bullet .bulletformat  positions: pieces, score, result
  epd           .epd                   positions: score as ce, result as c9
  text          .txt                   positions: FEN | score | result for White

Games can become positions, but not the other way round. bulletformat keeps no side to move: its \
positions come out with White to move. viriformat has no moves without a score: those at the start of \
a game become part of its start position. PGN of xiangqi is in ICCS, WXF or Chinese notation, and in UTF-8, \
GBK or Big5. Tags and comments are kept from pgn, xqf and dhtmlxq to pgn.

What the target format cannot hold is an error, unless --lossy is given. Damaged blocks and broken \
games of the input are reported and skipped.";

/// Convert games and positions between formats
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Input file; - is the standard input, for text formats
    input: PathBuf,

    /// Output file
    output: PathBuf,

    /// Input format [default: by the file extension]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    from: Option<Format>,

    /// Output format [default: by the file extension]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    to: Option<Format>,

    /// The game [default: that of the input, as far as it tells]
    #[arg(long, value_name = "GAME", value_parser = game())]
    game: Option<GameId>,

    /// Drop what the target format cannot hold, and report how much that was
    #[arg(long)]
    lossy: bool,

    /// Overwrite an existing output file
    #[arg(long)]
    force: bool,

    /// Shuffle all positions with this seed (only from qgames to bulletformat)
    #[arg(long, value_name = "SEED")]
    shuffle: Option<u64>,

    #[command(flatten)]
    filters: FilterArgs,
}

/// Converts a file.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let from = format_of(args.from, &args.input, "--from")?;
    let to = format_of(args.to, &args.output, "--to")?;
    from.check_target(to)?;
    if args.output.exists() && !args.force {
        bail!("{} exists; --force overwrites it", args.output.display());
    }
    // Only a complete file gets the name that was asked for.
    let draft = Draft::new(&args.output);
    let game = args
        .game
        .map_or_else(|| game_of_input(&args.input, from), Ok)?;
    let job = Job {
        input: &args.input,
        from,
        output: draft.path(),
        to,
        filters: &args.filters.filters(),
        shuffle: args.shuffle,
        lossy: args.lossy,
        skipped: &|what| warn!("skipped: {what}"),
    };
    let report = for_game!(game, G => job.run::<G>())
        .map_err(|error| match error {
            ConvertError::Refused { .. } => anyhow!("{error}; --lossy drops it"),
            error => error.into(),
        })
        .with_context(|| format!("cannot convert {}", args.input.display()))?;
    let cannot_write = || format!("cannot write {}", args.output.display());
    draft.commit().with_context(cannot_write)?;
    tell(&report, &args.output);
    Ok(Exit::Success)
}

fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::word)).map(|word| {
        let format = Format::ALL.into_iter().find(|format| format.word() == word);
        format.expect("a word of the list")
    })
}

/// The given format, or the one of the file's extension.
fn format_of(given: Option<Format>, path: &Path, option: &str) -> anyhow::Result<Format> {
    match given.or_else(|| Format::of_name(path)) {
        Some(format) => Ok(format),
        None => bail_usage!("{}: unknown file extension; use {option}", path.display()),
    }
}

/// Prints the counts to the standard error.
fn tell(report: &Report, output: &Path) {
    warn!("{}: {} written", output.display(), report.written);
    for reason in report.reasons() {
        warn!("  dropped: {reason}");
    }
}
