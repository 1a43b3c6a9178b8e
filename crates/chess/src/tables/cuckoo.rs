//! Cuckoo table of reversible moves, for upcoming repetitions.
//!
//! If the Zobrist keys of two positions differ by exactly what one piece move (and the change of
//! turn) does, then that move leads from one to the other. A cuckoo hash table finds the move for a
//! difference with two lookups. Idea: M. van Kervinck, "The design and implementation of the Rookie
//! 2.0 chess playing program", 2002.

use super::leapers::{king_attacks, knight_attacks};
use super::lines::{bishop_rays, rook_rays};
use super::zobrist::{black_to_move, piece_key};
use crate::types::bitboard::Bitboard;
use crate::types::piece::{Piece, PieceType};
use crate::types::square::Square;

/// Slots of the table: a power of two, comfortably above the moves it holds.
const SIZE: usize = 8192;

/// How many unordered pairs of squares the pieces other than pawns can move between.
const MOVES: usize = 3668;

/// A move in either direction and the change of key that it makes.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    squares: (Square, Square),
}

/// An empty entry has key zero, which no move has.
static TABLE: [Entry; SIZE] = fill();

const fn first_slot(key: u64) -> usize {
    key as usize & (SIZE - 1)
}

const fn second_slot(key: u64) -> usize {
    (key >> 16) as usize & (SIZE - 1)
}

/// What a piece attacks on an empty board; nothing for pawns, whose moves are not reversible.
const fn reach(kind: PieceType, square: Square) -> Bitboard {
    match kind {
        PieceType::Pawn => Bitboard::EMPTY,
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => bishop_rays(square),
        PieceType::Rook => rook_rays(square),
        PieceType::Queen => bishop_rays(square).union(rook_rays(square)),
        PieceType::King => king_attacks(square),
    }
}

const fn fill() -> [Entry; SIZE] {
    let mut table = [Entry {
        key: 0,
        squares: (Square::A1, Square::A1),
    }; SIZE];
    let mut moves = 0;
    let mut index = 0;
    while index < Piece::COUNT * 64 * 64 {
        let piece = Piece::from_index(index / 4096);
        let squares = (Square::from_index(index / 64), Square::from_index(index));
        if (squares.0 as u8) < squares.1 as u8 && reach(piece.kind(), squares.0).has(squares.1) {
            let key = piece_key(piece, squares.0) ^ piece_key(piece, squares.1) ^ black_to_move();
            insert(&mut table, Entry { key, squares });
            moves += 1;
        }
        index += 1;
    }
    assert!(moves == MOVES, "the table must hold every reversible move");
    table
}

/// Puts an entry in one of its two slots; an evicted entry moves to its alternate slot.
const fn insert(table: &mut [Entry; SIZE], entry: Entry) {
    let mut entry = entry;
    let mut slot = first_slot(entry.key);
    let mut evictions = 0;
    loop {
        let evicted = table[slot];
        table[slot] = entry;
        if evicted.key == 0 {
            return;
        }
        evictions += 1;
        assert!(evictions < MOVES, "the keys do not fit the table");
        let other = first_slot(evicted.key);
        slot = if slot == other {
            second_slot(evicted.key)
        } else {
            other
        };
        entry = evicted;
    }
}

/// The two squares of the reversible move that changes a position's key by `difference`.
#[inline]
pub(crate) fn reversible_move(difference: u64) -> Option<(Square, Square)> {
    let first = &TABLE[first_slot(difference)];
    if first.key == difference {
        return Some(first.squares);
    }
    let second = &TABLE[second_slot(difference)];
    (second.key == difference).then_some(second.squares)
}

#[cfg(test)]
mod tests {
    use super::{Piece, Square, black_to_move, piece_key, reach, reversible_move};

    #[test]
    fn every_reversible_move_is_found_and_pawn_moves_are_not() {
        for piece in Piece::ALL {
            for from in Square::ALL {
                for to in Square::ALL.into_iter().filter(|&to| to > from) {
                    let key = piece_key(piece, from) ^ piece_key(piece, to) ^ black_to_move();
                    let expected = reach(piece.kind(), from).has(to).then_some((from, to));
                    assert_eq!(reversible_move(key), expected);
                }
            }
        }
    }
}
