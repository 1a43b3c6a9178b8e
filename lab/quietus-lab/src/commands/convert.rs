//! `quietus-lab convert`: games and positions from one format to another.

mod format;
mod import;
mod report;
mod sink;
mod source;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use chess::Chess;
use game::{Codes, Rng};
use games::{GameId, for_game};
use records::{Filters, Game, NotInViriformat, Record, expand, write_viriformat};
use support::{Draft, Progress};
use xiangqi::Xiangqi;

use crate::exit::{Exit, bail_usage};
use crate::files::{game_of, game_of_text, open_pgn, warn};
use crate::filters::FilterArgs;
use format::Format;
use report::Report;
use sink::{GameSink, PositionSink};
use source::{Problem, Source, Stream};

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
    #[arg(long, value_enum, value_name = "FORMAT")]
    from: Option<Format>,

    /// Output format [default: by the file extension]
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<Format>,

    /// Game: chess or xiangqi [default: that of the input, as far as it tells]
    #[arg(long, value_name = "GAME")]
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
    let from = Format::choose(args.from, &args.input, "--from")?;
    let to = Format::choose(args.to, &args.output, "--to")?;
    from.check_target(to)?;
    if args.shuffle.is_some() && (from, to) != (Format::Qgames, Format::Bulletformat) {
        bail_usage!("--shuffle works from qgames to bulletformat only");
    }
    if args.output.exists() && !args.force {
        bail!("{} exists; --force overwrites it", args.output.display());
    }
    // Only a complete file gets the name that was asked for.
    let draft = Draft::new(&args.output);
    let game = args
        .game
        .map_or_else(|| game_of_input(&args.input, from), Ok)?;
    let convert = for_game!(game, G => convert::<G>);
    let report = convert(args, from, to, draft.path())
        .with_context(|| format!("cannot convert {}", args.input.display()))?;
    let cannot_write = || format!("cannot write {}", args.output.display());
    draft.commit().with_context(cannot_write)?;
    report.tell(&args.output);
    Ok(Exit::Success)
}

/// The game of an input. The standard input can be read only once, and binary formats say nothing.
fn game_of_input(input: &Path, from: Format) -> anyhow::Result<GameId> {
    match from {
        Format::Qgames => game_of(input),
        Format::Pgn | Format::Text | Format::Epd if input.as_os_str() != "-" => game_of_text(input),
        Format::Xqf | Format::Dhtmlxq => Ok(GameId::Xiangqi),
        _ => Ok(GameId::Chess),
    }
}

/// The game of files of games, as far as the first tells.
pub fn game_of_files(paths: &[PathBuf]) -> anyhow::Result<GameId> {
    let first = &paths[0];
    game_of_input(first, Format::of_name(first).unwrap_or(Format::Pgn))
}

/// Visits the games of files and says how many there were. Broken ones are skipped with a warning.
pub fn each_game<R: Convertible>(
    paths: &[PathBuf],
    mut visit: impl FnMut(&Game<R>),
) -> anyhow::Result<u64> {
    let progress = Progress::spinner();
    let mut count = 0;
    for path in paths {
        let from = Format::of_name(path).unwrap_or(Format::Pgn);
        let Source::Games(games, _) = source::open::<R>(path, from)?.plain() else {
            bail_usage!("{}: {from} holds no games", path.display());
        };
        for game in games {
            match game {
                Ok(game) => visit(&game),
                Err(Problem::LeftOut(what)) => {
                    warn(&format!("skipped: {what}"));
                    continue;
                }
                Err(Problem::Fatal(error)) => {
                    return Err(error).with_context(|| format!("cannot read {}", path.display()));
                }
            }
            count += 1;
            progress.update(count, || format!("{count} games"));
        }
    }
    progress.finish();
    Ok(count)
}

/// A game with formats of its own.
pub trait Convertible: Codes {
    /// Opens a file of a format that not every game has.
    fn open(path: &Path, format: Format) -> anyhow::Result<Source<Self>>;

    /// The games of a PGN file.
    fn games_of_pgn(path: &Path) -> anyhow::Result<Stream<pgn::Game<Self>>> {
        Ok(source::pgn_games(open_pgn(path)?))
    }

    /// Refuses formats that cannot hold this game.
    fn check_target(_to: Format) -> anyhow::Result<()> {
        Ok(())
    }

    /// Writes a game as viriformat.
    fn write_viriformat(
        game: &Game<Self>,
        stream: &mut dyn Write,
    ) -> io::Result<Result<(), NotInViriformat>>;
}

impl Convertible for Chess {
    fn open(path: &Path, format: Format) -> anyhow::Result<Source<Self>> {
        source::open_chess(path, format)
    }

    fn write_viriformat(
        game: &Game,
        mut stream: &mut dyn Write,
    ) -> io::Result<Result<(), NotInViriformat>> {
        write_viriformat(game, &mut stream)
    }
}

impl Convertible for Xiangqi {
    fn open(path: &Path, format: Format) -> anyhow::Result<Source<Self>> {
        source::open_xiangqi(path, format)
    }

    fn games_of_pgn(path: &Path) -> anyhow::Result<Stream<pgn::Game<Self>>> {
        import::games_of_pgn(path)
    }

    fn check_target(to: Format) -> anyhow::Result<()> {
        match to {
            Format::Viriformat => bail_usage!("{to} holds chess, not xiangqi"),
            _ => Ok(()),
        }
    }

    fn write_viriformat(
        _: &Game<Self>,
        _: &mut dyn Write,
    ) -> io::Result<Result<(), NotInViriformat>> {
        unreachable!("the target was checked")
    }
}

fn convert<R: Convertible>(
    args: &Args,
    from: Format,
    to: Format,
    draft: &Path,
) -> anyhow::Result<Report> {
    R::check_target(to)?;
    let filters = args.filters.filters();
    let mut report = Report::new(args.lossy);
    if let Some(seed) = args.shuffle {
        shuffle::<R>(&args.input, draft, &filters, seed, &mut report)?;
        return Ok(report);
    }
    if to.holds_games() && filters != Filters::KEEP_ALL {
        bail_usage!("filters select positions, and {to} holds whole games");
    }
    let mut source = source::open::<R>(&args.input, from)?;
    if to != Format::Pgn {
        source = source.plain();
    }
    match source {
        Source::Annotated(games, _) => {
            let mut stream = sink::create(draft)?;
            for game in games {
                if let Some(game) = report.receive(game)? {
                    pgn::write(&game, &mut stream)?;
                    report.settle(Ok(()))?;
                }
            }
            sink::complete(stream)?;
        }
        Source::Games(games, header) if to.holds_games() => {
            let mut sink = GameSink::<R>::create(draft, to, &header)?;
            for game in games {
                if let Some(game) = report.receive(game)? {
                    report.put_game(game, &mut sink)?;
                }
            }
            sink.finish()?;
        }
        Source::Games(games, _) => {
            let mut sink = PositionSink::create(draft, to)?;
            let mut rng = Rng::new(0);
            for game in games {
                if let Some(game) = report.receive(game)? {
                    report.put_positions_of(&game, &filters, &mut rng, &mut sink)?;
                }
            }
            sink.finish()?;
        }
        Source::Positions(positions) => {
            if filters != Filters::KEEP_ALL {
                bail_usage!("filters need games, and {from} holds single positions");
            }
            let mut sink = PositionSink::create(draft, to)?;
            for position in positions {
                if let Some(position) = report.receive(position)? {
                    let written = sink.put(&position)?;
                    report.settle(written)?;
                }
            }
            sink.finish()?;
        }
    }
    report.refuse_nothing()?;
    Ok(report)
}

/// The fast path to a shuffled training set, on all cores.
fn shuffle<R: Codes>(
    input: &Path,
    draft: &Path,
    filters: &Filters,
    seed: u64,
    report: &mut Report,
) -> anyhow::Result<()> {
    let expansion = expand::<R>(&[input.to_owned()], filters, seed)?;
    for (_, damage) in &expansion.tally.damage {
        report.left_out(damage.to_string());
    }
    report.dropped = expansion.tally.dropped.into_iter().collect();
    report.written = expansion.tally.kept;
    report.refuse_nothing()?;
    let bytes = Record::as_bytes(&expansion.records);
    fs::write(draft, bytes).context("cannot write the output")
}
