//! `quietus-lab book`: opening books in Polyglot format.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use chess::{Chess, GameResult, Position, pgn};
use clap::Subcommand;
use polyglot::{Book, Builder};
use records::Reader;
use support::Progress;

use crate::exit::Exit;
use crate::files::{open_pgn, print, write_file};
use crate::table::{columns, table};

const EXAMPLES: &str = "\
Examples:
  quietus-lab book make games.pgn.xz --out book.bin
  quietus-lab book view book.bin";

/// Make and view opening books in Polyglot format
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Make a book from games, weighted by their results
    #[command(after_help = "Example:\n  quietus-lab book make games.pgn.xz --out book.bin")]
    Make {
        /// Games: PGN, plain or compressed with xz or zstd, or .qgames
        #[arg(required = true, value_name = "GAMES")]
        games: Vec<PathBuf>,

        /// The book
        #[arg(long, short, value_name = "FILE")]
        out: PathBuf,

        /// Plies of each game
        #[arg(long, default_value_t = 30, value_name = "N")]
        plies: usize,

        /// Leave out moves played in fewer games
        #[arg(long, default_value_t = 3, value_name = "N")]
        min_games: u32,
    },

    /// Show the moves of a position
    #[command(after_help = "Example:\n  quietus-lab book view book.bin")]
    View {
        /// The book
        book: PathBuf,

        /// The position [default: the start]
        #[arg(long)]
        fen: Option<String>,
    },

    /// Write the lines of a book as PGN, or its positions as EPD
    #[command(after_help = "Example:\n  quietus-lab book export book.bin --out lines.pgn")]
    Export {
        /// The book
        book: PathBuf,

        /// The output; .epd means positions, anything else PGN
        #[arg(long, short, value_name = "FILE")]
        out: PathBuf,

        /// Plies of each line
        #[arg(long, default_value_t = 20, value_name = "N")]
        plies: usize,
    },
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    match &args.action {
        Action::Make {
            games,
            out,
            plies,
            min_games,
        } => make(games, out, *plies, *min_games)?,
        Action::View { book, fen } => view(&open(book)?, fen.as_deref())?,
        Action::Export { book, out, plies } => export(&open(book)?, out, *plies)?,
    }
    Ok(Exit::Success)
}

fn open(path: &Path) -> anyhow::Result<Book> {
    Book::open(path).with_context(|| format!("cannot use the book {}", path.display()))
}

fn make(games: &[PathBuf], out: &Path, plies: usize, min_games: u32) -> anyhow::Result<()> {
    let mut builder = Builder::default();
    let progress = Progress::spinner();
    let mut count = 0_u64;
    let mut add = |start: &Position, moves: Vec<chess::Move>, result: GameResult| {
        builder.add(start, moves, result, plies);
        count += 1;
        progress.update(count, || format!("{count} games"));
    };
    for path in games {
        if path
            .extension()
            .is_some_and(|extension| extension == "qgames")
        {
            let reader = Reader::<Chess>::open(path)?;
            for block in 0..reader.blocks() {
                for game in reader.decode(block)? {
                    let moves = game.plies.iter().map(|ply| ply.mv).collect();
                    add(&game.start.position(), moves, game.result);
                }
            }
        } else {
            for game in pgn::Reader::new(open_pgn(path)?).flatten() {
                let game = records::from_pgn(&game);
                let moves = game.plies.iter().map(|ply| ply.mv).collect();
                add(&game.start.position(), moves, game.result);
            }
        }
    }
    progress.finish();
    let book = builder.finish(min_games);
    ensure!(!book.is_empty(), "no move was played in {min_games} games");
    write_file(out, book.bytes())?;
    print(&format!(
        "{count} games: {} moves in {} positions\n",
        book.len(),
        positions(&book)
    ))
}

/// The number of positions.
fn positions(book: &Book) -> usize {
    let mut keys: Vec<u64> = book.entries().map(|entry| entry.key).collect();
    keys.dedup();
    keys.len()
}

fn view(book: &Book, fen: Option<&str>) -> anyhow::Result<()> {
    let position = match fen {
        None => Position::start(),
        Some(fen) => Position::from_fen(fen)?,
    };
    let moves = book.moves(&position);
    let total: u32 = moves.iter().map(|found| u32::from(found.weight)).sum();
    let rows: Vec<[String; 3]> = moves
        .iter()
        .map(|found| {
            let share = 100.0 * f64::from(found.weight) / f64::from(total.max(1));
            [
                position.san(found.mv),
                found.weight.to_string(),
                format!("{share:.1} %"),
            ]
        })
        .collect();
    let head = columns("Move|>Weight|>Share");
    print(&format!(
        "{} moves in {} positions\n\n{}",
        book.len(),
        positions(book),
        table(&head, &rows)
    ))
}

fn export(book: &Book, out: &Path, plies: usize) -> anyhow::Result<()> {
    let start = Position::start();
    let lines = book.lines(&start, plies);
    let mut text = Vec::new();
    if out.extension().is_some_and(|extension| extension == "epd") {
        let mut seen = HashSet::new();
        for line in &lines {
            let mut position = start.clone();
            for &mv in line {
                position.play(mv);
                let fen = position.fen();
                let fields: Vec<&str> = fen.split(' ').take(4).collect();
                let epd = fields.join(" ");
                if seen.insert(epd.clone()) {
                    text.extend(format!("{epd}\n").into_bytes());
                }
            }
        }
    } else {
        for line in &lines {
            let mut game = pgn::Game::new(start.clone());
            game.line.moves = line.iter().map(|&mv| mv.into()).collect();
            pgn::write(&game, &mut text)?;
        }
    }
    write_file(out, text)?;
    print(&format!("{} lines\n", lines.len()))
}
