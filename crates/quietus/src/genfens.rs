//! `genfens`: positions after random moves, for games to start from, as OpenBench asks for them.

use std::fs;
use std::io::Write;
use std::path::Path;

use game::{Evaluator, Facts, Rng};
use openings::{BOOK_PLIES, Book, BookError, Openings, has_games};
use search::{Limits, SingleThreadSearch};
use uci::GenfensCommand;

use crate::error::{Error, require_regular_file, transposition_table};

/// The soft node limit of the search that verifies a position.
const NODES: u64 = 2000;
/// Its hard node limit.
const MAX_NODES: u64 = 20 * NODES;
/// The default limit of the score, in centipawns.
const CUT: i32 = 600;
/// After so many rejected positions in a row, the settings cannot be met.
const TRIES: usize = 1000;

/// Writes as many positions as asked for, verified with an evaluation.
pub fn run<R: Facts, E: Evaluator<R>>(
    wanted: &GenfensCommand,
    evaluation: E,
    output: &mut impl Write,
) -> Result<(), Error> {
    let openings = openings::<R>(wanted).map_err(Error::Failed)?;
    let table = transposition_table(1)?;
    let mut search = SingleThreadSearch::new(&R::start(), table, evaluation);
    // Streams of neighboring seeds would overlap: hash the seed first.
    let mut rng = Rng::new(Rng::new(wanted.seed).next_u64());
    for _ in 0..wanted.count {
        let cut = wanted.cut.unwrap_or(CUT);
        let position = balanced(&openings, cut, &mut search, &mut rng).map_err(Error::Failed)?;
        writeln!(output, "info string genfens {}", R::fen(&position))?;
        output.flush()?;
    }
    Ok(())
}

fn openings<R: Facts>(wanted: &GenfensCommand) -> Result<Openings<R>, String> {
    let book = wanted.book.as_ref().map(|path| {
        let text = require_regular_file(path).and_then(|()| fs::read_to_string(path));
        let text = text.map_err(|error| error.to_string());
        text.and_then(|text| read_book(path, text).map_err(|error| error.to_string()))
            .map_err(|error| format!("cannot use the book {path:?}: {error}"))
    });
    let book = book.transpose()?;
    let usual = if book.is_some() { 1..=4 } else { 8..=9 };
    Ok(Openings {
        shuffled: f64::from(wanted.shuffled) / 100.0,
        plies: wanted.plies.clone().unwrap_or(usual),
        book,
    })
}

fn read_book<R: Facts>(path: &str, text: String) -> Result<Book<R>, BookError> {
    match has_games(Path::new(path)) {
        true => Book::of_games(&text, BOOK_PLIES),
        false => Book::of_positions(text),
    }
}

/// A position that neither side has won already.
fn balanced<R: Facts, E: Evaluator<R>>(
    openings: &Openings<R>,
    cut: i32,
    search: &mut SingleThreadSearch<R, E>,
    rng: &mut Rng,
) -> Result<R::Position, String> {
    for _ in 0..TRIES {
        let opening = openings.draw(rng).map_err(|error| error.to_string())?;
        let position = opening.position();
        let limits = Limits {
            soft_nodes: Some(NODES),
            nodes: Some(MAX_NODES),
            ..Limits::default()
        };
        search.clear();
        if search.search(&position, limits).score.raw().abs() <= cut {
            return Ok(position);
        }
    }
    Err(format!("{TRIES} positions in a row had scores above {cut}"))
}
