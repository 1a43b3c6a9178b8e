//! Reads OBK, the opening books of xiangqi programs: SQLite files with one table, `bhobk`.
//!
//! A row has the key of a position (`vkey`), a move (`vmove`), a score (`vscore`) and whether it counts
//! (`vvalid`). The key says nothing about its position, so a book is read by following its moves from
//! the start position; lines from elsewhere are not found.
//!
//! Only `book` of the lab uses it. It is a crate, because `polyglot` is part of the engine, which needs
//! no SQLite.

#![forbid(unsafe_code)]

mod error;
mod key;
mod numbers;
mod rows;

use std::collections::{HashMap, HashSet};
use std::path::Path;

use game::Codes;
use polyglot::{Book, Entry};
use xiangqi::{Move, Position, Square, Xiangqi};

pub use error::ObkError;

use key::key;
use rows::Rows;

/// What a file gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The moves that were found, as the engine reads them.
    pub book: Book<Xiangqi>,
    /// The moves in the file.
    pub rows: usize,
}

/// Reads a book.
///
/// # Errors
/// If the file cannot be read or is no OBK book.
pub fn read(path: &Path) -> Result<Import, ObkError> {
    let rows = Rows::read(path)?;
    Ok(Import {
        book: Book::from_entries(follow(&rows)),
        rows: rows.count,
    })
}

/// All that can be reached from the start position.
fn follow(rows: &Rows) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut seen = HashSet::new();
    let mut open = vec![Position::start()];
    while let Some(position) = open.pop() {
        let own_key = Xiangqi::book_key(&position);
        if !seen.insert(own_key) {
            continue;
        }
        for (mv, weight) in moves(rows, &position) {
            entries.push(Entry {
                key: own_key,
                mv: Xiangqi::book_code(mv),
                weight,
                learn: 0,
            });
            let mut next = position.clone();
            next.play(mv);
            open.push(next);
        }
    }
    entries
}

/// The moves of a position and their weights: the scores, at least 1. Moves with a negative score are
/// those to avoid. A book has a position or its mirror image, and rarely both.
fn moves(rows: &Rows, position: &Position) -> HashMap<Move, u16> {
    let mut moves = HashMap::new();
    for is_mirrored in [false, true] {
        let here = rows
            .by_key
            .get(&key(position, is_mirrored))
            .into_iter()
            .flatten();
        for row in here.filter(|row| row.score >= 0) {
            if let Some(mv) = legal_move(position, row.mv, is_mirrored) {
                let score = u16::try_from(row.score).unwrap_or(u16::MAX).max(1);
                let weight = moves.entry(mv).or_insert(score);
                *weight = score.max(*weight);
            }
        }
    }
    moves
}

/// A legal move from its two squares, whose order differs between programs: only one can be legal.
fn legal_move(position: &Position, code: u16, is_mirrored: bool) -> Option<Move> {
    let [high, low] = code.to_be_bytes().map(|byte| {
        let square = square(byte)?;
        Some(if is_mirrored {
            square.mirrored()
        } else {
            square
        })
    });
    let (high, low) = (high?, low?);
    let is_legal = |mv: &Move| position.is_pseudo_legal(*mv) && position.is_legal(*mv);
    let both = [(high, low), (low, high)];
    both.into_iter()
        .filter(|(from, to)| from != to)
        .map(|(from, to)| Move::new(from, to))
        .find(is_legal)
}

/// A square of a board of 16 by 16, in which a9 is 0x33 and i0 is 0xCB.
fn square(byte: u8) -> Option<Square> {
    let (file, rank) = (byte & 15, byte >> 4);
    let is_on_board = (3..12).contains(&file) && (3..13).contains(&rank);
    is_on_board.then(|| Square::from_index(usize::from(9 * (12 - rank) + file - 3)))
}
