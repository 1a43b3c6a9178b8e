//! `genfens`: positions after random moves, for games to start from, as OpenBench asks for them.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use chess::{Chess, Position};
use evaluation::handcrafted::Handcrafted;
use game::Rng;
use openings::{BOOK_PLIES, Book, BookError, Openings};
use search::{Limits, SingleThreadSearch, TranspositionTable};
use uci::GenfensCommand;

/// How long a position is looked at before it is given out.
const NODES: u64 = 2000;
/// A search that finds no end of an iteration stops here.
const MAX_NODES: u64 = 20 * NODES;
/// The largest score that a position may have, unless told otherwise.
const CUT: i32 = 600;
/// After so many positions in a row with a larger score, something is wrong with the wish.
const TRIES: usize = 1000;

/// Writes as many positions as asked for.
pub fn run(wanted: &GenfensCommand, output: &mut impl Write) -> io::Result<Result<(), String>> {
    let openings = match openings(wanted) {
        Ok(openings) => openings,
        Err(problem) => return Ok(Err(problem)),
    };
    let Some(table) = TranspositionTable::new(1) else {
        return Ok(Err("not enough memory for a table".to_owned()));
    };
    let mut solo = SingleThreadSearch::new(&Position::start(), table, Handcrafted::new());
    // The generator walks through its seeds in equal steps: neighbours must be far apart.
    let mut rng = Rng::new(Rng::new(wanted.seed).next_u64());
    for _ in 0..wanted.count {
        match balanced(&openings, wanted.cut.unwrap_or(CUT), &mut solo, &mut rng) {
            Ok(position) => writeln!(output, "info string genfens {}", position.fen())?,
            Err(problem) => return Ok(Err(problem)),
        }
        output.flush()?;
    }
    Ok(Ok(()))
}

fn openings(wanted: &GenfensCommand) -> Result<Openings, String> {
    let book = wanted.book.as_ref().map(|path| {
        let text = fs::read_to_string(path).map_err(|error| error.to_string());
        text.and_then(|text| read_book(path, text).map_err(|error| error.to_string()))
            .map_err(|error| format!("the book {path:?} cannot be used: {error}"))
    });
    let book = book.transpose()?;
    let usual = if book.is_some() { 1..=4 } else { 8..=9 };
    Ok(Openings {
        chess960: f64::from(wanted.chess960) / 100.0,
        plies: wanted.plies.clone().unwrap_or(usual),
        book,
    })
}

fn read_book(path: &str, text: String) -> Result<Book, BookError> {
    match Book::has_games(Path::new(path)) {
        true => Book::of_games(&text, BOOK_PLIES),
        false => Book::of_positions(text),
    }
}

/// A position that neither side has won already.
fn balanced(
    openings: &Openings,
    cut: i32,
    solo: &mut SingleThreadSearch<Chess, Handcrafted>,
    rng: &mut Rng,
) -> Result<Position, String> {
    for _ in 0..TRIES {
        let opening = openings.draw(rng).map_err(|error| error.to_string())?;
        let position = opening.position();
        let limits = Limits {
            soft_nodes: Some(NODES),
            nodes: Some(MAX_NODES),
            ..Limits::default()
        };
        solo.forget();
        if solo.search(&position, limits).score.raw().abs() <= cut {
            return Ok(position);
        }
    }
    Err(format!("{TRIES} positions in a row had scores above {cut}"))
}
