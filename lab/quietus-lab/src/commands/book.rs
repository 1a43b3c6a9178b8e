//! `quietus-lab book`: opening books in Polyglot format, and the same for xiangqi.

mod make;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Subcommand;
use game::Codes;
use games::{GameId, for_game};
use pgn::Notation;
use polyglot::Book;

use crate::args::game;
use crate::exit::Exit;
use crate::files::{print, write_file};
use crate::table::{columns, table};

const EXAMPLES: &str = "\
Examples:
  quietus-lab book make games.pgn.xz --out book.bin
  quietus-lab book make selfplay.qgames --by scores --out book.bin
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
    Make(make::Args),

    /// Show the moves of a position
    #[command(after_help = "Example:\n  quietus-lab book view book.bin")]
    View {
        /// The book
        book: PathBuf,

        /// The position [default: the start]
        #[arg(long)]
        fen: Option<String>,

        /// The game
        #[arg(long, value_name = "GAME", value_parser = game(), default_value_t)]
        game: GameId,
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

        /// The game
        #[arg(long, value_name = "GAME", value_parser = game(), default_value_t)]
        game: GameId,
    },

    /// Make a xiangqi book of one in OBK format
    #[command(
        after_help = "Example:\n  quietus-lab book import book.obk --out book.bin\n\n\
            The moves are followed from the start position, also by the mirror images of positions. \
            Weights are the scores; moves with a negative score are left out."
    )]
    Import {
        /// The OBK book
        obk: PathBuf,

        /// The book
        #[arg(long, short, value_name = "FILE")]
        out: PathBuf,
    },
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    match &args.action {
        Action::Make(args) => make::run(args)?,
        Action::View { book, fen, game } => {
            for_game!(game, G => view(&open::<G>(book)?, fen.as_deref())?)
        }
        Action::Export {
            book,
            out,
            plies,
            game,
        } => for_game!(game, G => export(&open::<G>(book)?, out, *plies)?),
        Action::Import { obk, out } => import(obk, out)?,
    }
    Ok(Exit::Success)
}

fn open<R: Codes>(path: &Path) -> anyhow::Result<Book<R>> {
    Book::open(path).with_context(|| format!("cannot use the book {}", path.display()))
}

fn import(obk: &Path, out: &Path) -> anyhow::Result<()> {
    let import = obk::read(obk).with_context(|| format!("cannot read {}", obk.display()))?;
    ensure!(
        !import.book.is_empty(),
        "none of {} moves can be reached from the start position",
        import.rows
    );
    write_file(out, import.book.bytes())?;
    print(&format!(
        "{} moves read: {}\n",
        import.rows,
        size(&import.book)
    ))
}

/// The number of moves and positions.
fn size<R: Codes>(book: &Book<R>) -> String {
    let mut keys: Vec<u64> = book.entries().map(|entry| entry.key).collect();
    keys.dedup();
    format!("{} moves in {} positions", book.len(), keys.len())
}

fn view<R: Codes + Notation>(book: &Book<R>, fen: Option<&str>) -> anyhow::Result<()> {
    let position = match fen {
        None => R::start(),
        Some(fen) => R::parse_fen(fen)?,
    };
    let moves = book.moves(&position);
    let total: u32 = moves.iter().map(|found| u32::from(found.weight)).sum();
    let rows: Vec<[String; 3]> = moves
        .iter()
        .map(|found| {
            let share = 100.0 * f64::from(found.weight) / f64::from(total.max(1));
            [
                R::write_move(&position, found.mv),
                found.weight.to_string(),
                format!("{share:.1} %"),
            ]
        })
        .collect();
    let head = columns("Move|>Weight|>Share");
    print(&format!("{}\n\n{}", size(book), table(&head, &rows)))
}

fn export<R: Codes + Notation>(book: &Book<R>, out: &Path, plies: usize) -> anyhow::Result<()> {
    let start = R::start();
    let lines = book.lines(&start, plies);
    let mut text = Vec::new();
    if out.extension().is_some_and(|extension| extension == "epd") {
        let mut seen = HashSet::new();
        for line in &lines {
            let mut position = start.clone();
            for &mv in line {
                R::play(&mut position, mv);
                let fen = R::fen(&position);
                let fields: Vec<&str> = fen.split(' ').take(4).collect();
                let epd = fields.join(" ");
                if seen.insert(epd.clone()) {
                    text.extend(format!("{epd}\n").into_bytes());
                }
            }
        }
    } else {
        for line in &lines {
            let mut game = pgn::Game::<R>::new(start.clone());
            game.line.moves = line.iter().map(|&mv| mv.into()).collect();
            pgn::write(&game, &mut text)?;
        }
    }
    write_file(out, text)?;
    print(&format!("{} lines\n", lines.len()))
}
