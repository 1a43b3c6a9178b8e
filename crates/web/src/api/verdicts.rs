//! What tablebases and the book say of a position and its moves.

use chess::{Chess, Position};
use games::GameId;
use polyglot::{Book, BookMove};
use serde::Serialize;
use tablebase::{Dtz, RankedMove, Tablebases};

use super::Failure;
use crate::Site;
use crate::games::Line;

/// What is known of a position.
#[derive(Debug, Default, Serialize)]
pub struct Verdicts {
    /// Nothing if there is no table of the position.
    tablebase: Option<Endgame>,
    /// The moves of the book, the heaviest first.
    book: Vec<Opening>,
}

/// The verdict of the tablebases.
#[derive(Debug, Serialize)]
struct Endgame {
    /// Win, draw or loss of the side to move.
    wdl: String,
    /// The moves, the best first.
    moves: Vec<Move>,
}

/// A move, and what it leads to.
#[derive(Debug, Serialize)]
struct Move {
    uci: String,
    san: String,
    wdl: String,
    /// Plies to the next capture or pawn move, if known.
    dtz: Option<i32>,
}

/// A move of the book.
#[derive(Debug, PartialEq, Serialize)]
struct Opening {
    uci: String,
    san: String,
    /// Its part of the weights, in percent.
    share: f64,
}

/// Looks a position up.
pub fn look_up(site: &Site, line: &Line) -> Result<Verdicts, Failure> {
    if line.game != GameId::Chess {
        return Ok(Verdicts::default());
    }
    let position = line.play::<Chess>()?.end;
    let (tables, book) = (&site.backend.tables, &site.backend.book);
    Ok(Verdicts {
        tablebase: tables
            .as_ref()
            .and_then(|tables| endgame(tables, &position)),
        book: book
            .as_ref()
            .map_or_else(Vec::new, |book| openings(book, &position)),
    })
}

fn endgame(tables: &Tablebases, position: &Position) -> Option<Endgame> {
    let wdl = tables.probe_wdl(position)?;
    let ranked = tables.rank_moves(position, true)?;
    let verdict = |RankedMove { mv, wdl, dtz, .. }: &RankedMove| Move {
        uci: position.uci(*mv),
        san: position.san(*mv),
        wdl: wdl.to_string(),
        dtz: dtz.map(|Dtz(plies)| plies),
    };
    Some(Endgame {
        wdl: wdl.to_string(),
        moves: ranked.moves.iter().map(verdict).collect(),
    })
}

fn openings(book: &Book, position: &Position) -> Vec<Opening> {
    let mut moves = book.moves(position);
    moves.sort_by_key(|found| std::cmp::Reverse(found.weight));
    let total: u32 = moves.iter().map(|found| u32::from(found.weight)).sum();
    let opening = |&BookMove { mv, weight }: &BookMove| Opening {
        uci: position.uci(mv),
        san: position.san(mv),
        share: 100.0 * f64::from(weight) / f64::from(total.max(1)),
    };
    moves.iter().map(opening).collect()
}

#[cfg(test)]
mod tests {
    use chess::Position;
    use polyglot::Book;

    use super::openings;

    #[test]
    fn the_heaviest_move_of_a_book_comes_first() {
        // The start position with e2e4 (weight 1) and d2d4 (weight 3).
        let key = 0x463b_9618_1691_fc9c_u64.to_be_bytes();
        let entry = |mv: u16, weight: u16| {
            let mut bytes = key.to_vec();
            bytes.extend(mv.to_be_bytes());
            bytes.extend(weight.to_be_bytes());
            bytes.extend([0; 4]);
            bytes
        };
        let bytes = [entry(0x031c, 1), entry(0x02db, 3)].concat();
        let book = Book::parse(bytes).unwrap();
        let moves = openings(&book, &Position::start());
        let found: Vec<_> = moves.iter().map(|mv| (mv.san.as_str(), mv.share)).collect();
        assert_eq!(found, [("d4", 75.0), ("e4", 25.0)]);
    }
}
