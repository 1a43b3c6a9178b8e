//! Tables computed at compile time: attacks, lines, Zobrist keys, cuckoo table.
//!
//! The functions that fill them are slow and obvious, and serve the tests as the reference.

pub(crate) mod cuckoo;
pub(crate) mod leapers;
pub(crate) mod lines;
#[cfg(any(test, not(target_feature = "bmi2")))]
mod magics;
pub(crate) mod sliders;
pub(crate) mod zobrist;

use crate::types::bitboard::Bitboard;
use crate::types::square::Square;

/// The squares that a piece reaches from `square` by single steps of (files, ranks).
const fn steps(square: Square, offsets: &[(i8, i8)]) -> Bitboard {
    let mut reached = 0;
    let mut i = 0;
    while i < offsets.len() {
        if let Some(target) = square.offset(offsets[i].0, offsets[i].1) {
            reached |= Bitboard::of(target).0;
        }
        i += 1;
    }
    Bitboard(reached)
}

/// The squares that a piece reaches from `square` by sliding in directions of (files, ranks), up
/// to and including the first occupied square.
pub(crate) const fn slide(square: Square, directions: &[(i8, i8)], occupied: Bitboard) -> Bitboard {
    let mut reached = 0;
    let mut i = 0;
    while i < directions.len() {
        let (files, ranks) = directions[i];
        let mut here = square;
        while let Some(next) = here.offset(files, ranks) {
            reached |= Bitboard::of(next).0;
            if occupied.has(next) {
                break;
            }
            here = next;
        }
        i += 1;
    }
    Bitboard(reached)
}

pub(crate) const BISHOP_DIRECTIONS: [(i8, i8); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
pub(crate) const ROOK_DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
