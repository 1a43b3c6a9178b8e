//! `quietus-lab book make`: books of games.

use std::path::PathBuf;

use analysis::win_percent;
use anyhow::ensure;
use clap::ValueEnum;
use game::{Codes, Dense, Position, Score};
use games::{GameId, for_game};
use pgn::Import;
use polyglot::Builder;
use records::Game;

use super::size;
use crate::args::{game, percent};
use crate::files::{print, write_file};
use crate::game_files::{each_game, game_of_files};

/// Make a book from games, weighted by their results or by search scores
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  quietus-lab book make games.pgn.xz --out book.bin
  quietus-lab book make selfplay.qgames --by scores --out book.bin")]
pub struct Args {
    /// Games: .qgames, PGN (plain, .xz or .zst) or another format of `convert`
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,

    /// The book
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    /// What a move weighs
    #[arg(long, value_enum, default_value_t = Weight::Results)]
    by: Weight,

    /// Plies of each game
    #[arg(long, default_value_t = 30, value_name = "N")]
    plies: usize,

    /// Leave out moves played in fewer games
    #[arg(long, default_value_t = 3, value_name = "N")]
    min_games: u32,

    /// By scores: leave out moves that lose this much Win% to the best one
    #[arg(long, default_value_t = 5.0, value_name = "PERCENT", value_parser = percent)]
    max_loss: f64,

    /// The game [default: that of the first file, as far as it tells]
    #[arg(long, value_name = "GAME", value_parser = game())]
    game: Option<GameId>,
}

/// What the weight of a move is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Weight {
    /// Points that it made: two for a win, one for a draw
    Results,
    /// Search scores, backed up through the tree of the games
    Scores,
}

/// Makes the book.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let of_files = || game_of_files(&args.games);
    for_game!(args.game.map_or_else(of_files, Ok)?, G => make::<G>(args))
}

fn make<R: Codes + Import>(args: &Args) -> anyhow::Result<()> {
    let mut builder = Builder::<R>::new(args.plies);
    let count = each_game::<R>(&args.games, |game| add(&mut builder, game))?;
    let builder = builder.with_min_games(args.min_games);
    let book = match args.by {
        Weight::Results => builder.by_results(),
        Weight::Scores => builder.by_scores(args.max_loss / 100.0),
    };
    let known = match args.by {
        Weight::Results => "result",
        Weight::Scores => "score",
    };
    ensure!(
        !book.is_empty(),
        "of {count} games no move with a {known} was played in {}: give more games, or a smaller \
         --min-games",
        args.min_games
    );
    write_file(&args.out, book.bytes())?;
    print(&format!("{count} games: {}\n", size(&book)))
}

/// Adds a game, whose scores are from the first side's view.
fn add<R: Codes>(builder: &mut Builder<R>, game: &Game<R>) {
    let start = game.start.position();
    let first = start.side_to_move().index();
    let moves = game.plies.iter().enumerate().map(|(number, ply)| {
        let is_first_side = (first + number).is_multiple_of(2);
        let chance = ply.score.map(|score| {
            let score = i32::from(score);
            let of_mover = if is_first_side { score } else { -score };
            win_percent(Score::evaluation(of_mover)) / 100.0
        });
        (ply.mv, chance)
    });
    builder.add(&start, moves, game.result);
}
