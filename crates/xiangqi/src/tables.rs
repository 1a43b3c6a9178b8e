//! Tables computed at compile time: attacks, lines, Zobrist keys.
//!
//! The functions that fill them are slow and obvious, and serve the tests as the reference.

pub(crate) mod leapers;
pub(crate) mod lines;
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

const ORTHOGONAL: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
