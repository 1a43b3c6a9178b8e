//! Opening books: positions after random moves in which the first side is ahead, but has not won.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

use game::{Codes, Dense, Evaluator, Position};
use openings::Openings;
use search::SingleThreadSearch;
use support::make_workers;

use crate::error::Error;
use crate::parallel::parallel_in_order;
use crate::player::{game_rng, limits, raw_searcher, white_relative};
use crate::settings::NodeLimits;

/// Candidates in a row that may be rejected: the settings must be wrong.
const MAX_TRIES: u64 = 10_000;

/// How a book is made.
#[derive(Clone, Debug)]
pub struct BookSettings<R: Codes> {
    /// What candidates are drawn from.
    pub openings: Openings<R>,
    /// The seed, combined with the number of the candidate.
    pub seed: u64,
    /// Node limits of the search of a candidate.
    pub nodes: NodeLimits,
    /// The scores that are kept, for the first side in centipawns.
    pub scores: RangeInclusive<i32>,
    /// The number of positions.
    pub positions: usize,
    /// TT size of each thread, in MiB.
    pub table: usize,
}

/// Makes a book: `sink` gets the FEN of each position, no two alike. The same settings give the same
/// book on any number of threads. Ends early when `stop` is set.
///
/// # Errors
/// If there is not enough memory, nearly all candidates are rejected, or `sink` fails.
pub fn make_book<R: Codes, E: Evaluator<R>>(
    settings: &BookSettings<R>,
    threads: usize,
    evaluator: impl Fn() -> E,
    stop: &AtomicBool,
    mut sink: impl FnMut(&str) -> Result<(), Error>,
) -> Result<(), Error> {
    let searchers = make_workers(threads, || raw_searcher(settings.table, evaluator()))?;
    let is_full = AtomicBool::new(settings.positions == 0);
    let is_over = || stop.load(Ordering::Relaxed) || is_full.load(Ordering::Relaxed);
    let numbers = (0..).take_while(|_| !is_over());
    let mut known = HashSet::new();
    let mut rejected = 0;
    parallel_in_order(
        searchers,
        numbers,
        |searcher, number| candidate(settings, searcher, number),
        |candidate| -> Result<(), Error> {
            // Candidates in progress when the book was full are dropped: it must not depend on the
            // number of threads.
            if is_full.load(Ordering::Relaxed) {
                return Ok(());
            }
            match candidate? {
                Some(fen) if known.insert(fen.clone()) => {
                    rejected = 0;
                    sink(&fen)?;
                }
                _ => rejected += 1,
            }
            if rejected > MAX_TRIES {
                return Err(Error::NoOpenings { tries: MAX_TRIES });
            }
            is_full.store(known.len() >= settings.positions, Ordering::Relaxed);
            Ok(())
        },
    )
}

/// The position of a candidate, if its score is in the range.
fn candidate<R: Codes, E: Evaluator<R>>(
    settings: &BookSettings<R>,
    searcher: &mut SingleThreadSearch<R, E>,
    number: u64,
) -> Result<Option<String>, Error> {
    let mut rng = game_rng(settings.seed, number);
    let position = settings.openings.draw(&mut rng)?.position();
    searcher.clear();
    let score = searcher.search(&position, limits(settings.nodes)).score;
    let score = white_relative(score, position.side_to_move().index());
    let is_kept = settings.scores.contains(&score) && !position.in_check();
    Ok(is_kept.then(|| R::fen(&position)))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use chess::Chess;
    use evaluation::xiangqi::Handcrafted;
    use game::{Codes, Evaluator};
    use openings::{Book, Openings};
    use xiangqi::{Color, Xiangqi};

    use super::{BookSettings, make_book};
    use crate::settings::NodeLimits;

    fn book<R: Codes, E: Evaluator<R>>(threads: usize, evaluator: impl Fn() -> E) -> Vec<String> {
        let settings = BookSettings {
            openings: Openings::<R>::default(),
            seed: 3,
            nodes: NodeLimits::soft(100),
            scores: 60..=200,
            positions: 12,
            table: 1,
        };
        let mut lines = Vec::new();
        let stop = AtomicBool::new(false);
        let sink = |fen: &str| {
            lines.push(fen.to_owned());
            Ok(())
        };
        make_book(&settings, threads, evaluator, &stop, sink).unwrap();
        lines
    }

    #[test]
    fn books_are_read_back_and_do_not_depend_on_threads() {
        let lines = book::<Xiangqi, _>(1, Handcrafted::without_clock);
        assert_eq!(lines.len(), 12);
        assert_eq!(book::<Xiangqi, _>(3, Handcrafted::without_clock), lines);
        let read = Book::<Xiangqi>::of_positions(lines.join("\n")).unwrap();
        for (number, line) in lines.iter().enumerate() {
            let opening = read.opening(number).unwrap();
            assert_eq!(opening.start.fen(), *line);
        }
    }

    #[test]
    fn the_first_side_is_ahead() {
        let lines = book::<Xiangqi, _>(1, Handcrafted::without_clock);
        let is_red = |line: &&String| {
            let position = xiangqi::Position::from_fen(line).unwrap();
            position.side_to_move() == Color::Red
        };
        // Red is ahead whoever moves.
        let red = lines.iter().filter(is_red).count();
        assert!((1..12).contains(&red), "{red}");
        let chess = book::<Chess, _>(1, evaluation::handcrafted::Handcrafted::without_clock);
        assert_eq!(chess.len(), 12);
    }
}
