//! Attacks along ranks and files: rooks and cannons.
//!
//! A rank or a file is taken out of the occupied squares as a number, whose inner bits (a line ends
//! at the edge whether or not the edge is occupied) index a small table that holds the attacks of
//! both pieces on that line. The tables take 15 KiB and stay in the first-level cache.

use crate::types::bitboard::Bitboard;
use crate::types::square::Square;

/// Bits 0, 9, …, 63: the first eight squares of the a-file.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;
/// Every eighth bit. Multiplying by it gathers [`DIAGONAL`] in the top byte, and spreads a byte so
/// that [`DIAGONAL`] selects one bit of each copy.
const BYTES: u64 = 0x0101_0101_0101_0101;

/// What a rook and a cannon attack on one line, one bit for each square.
#[derive(Clone, Copy)]
struct Line {
    /// Up to and including the first piece.
    rook: u16,
    /// From behind the first piece up to and including the second.
    cannon: u16,
}

/// By file of the piece and inner bits of its rank.
static RANK: [[Line; 128]; 9] = lines::<9, 128>();
/// By rank of the piece and inner bits of its file.
static FILE: [[Line; 256]; 10] = lines::<10, 256>();

const fn lines<const LENGTH: usize, const INNER: usize>() -> [[Line; INNER]; LENGTH] {
    let mut table = [[Line { rook: 0, cannon: 0 }; INNER]; LENGTH];
    let mut at = 0;
    while at < LENGTH {
        let mut inner = 0;
        while inner < INNER {
            table[at][inner] = line(at, inner << 1, LENGTH);
            inner += 1;
        }
        at += 1;
    }
    table
}

/// Walks both ways along a line of some length.
const fn line(at: usize, occupied: usize, length: usize) -> Line {
    let mut line = Line { rook: 0, cannon: 0 };
    let mut backward = 0;
    while backward < 2 {
        let mut pieces = 0;
        let mut i = at;
        while pieces < 2 && i != (if backward == 1 { 0 } else { length - 1 }) {
            i = if backward == 1 { i - 1 } else { i + 1 };
            if pieces == 0 {
                line.rook |= 1 << i;
            } else {
                line.cannon |= 1 << i;
            }
            pieces += occupied >> i & 1;
        }
        backward += 1;
    }
    line
}

/// The lines of a square on its rank and its file.
#[inline(always)]
const fn look_up(square: Square, occupied: Bitboard) -> (Line, Line) {
    let (file, rank) = (square.file(), square.rank());
    let on_rank = (occupied.0 >> (rank as u32 * 9)) as usize >> 1 & 127;
    let shifted = occupied.0 >> file as u32;
    let lower = (shifted as u64 & DIAGONAL).wrapping_mul(BYTES) >> 57;
    let on_file = (lower | (shifted >> 65) as u64 & 128) as usize;
    (RANK[file.index()][on_rank], FILE[rank.index()][on_file])
}

/// The squares of a rank's and a file's bits, for the rank and file of a square.
#[inline(always)]
const fn spread(square: Square, on_rank: u16, on_file: u16) -> Bitboard {
    let lower = (on_file as u8 as u64).wrapping_mul(BYTES) & DIAGONAL;
    let upper = (on_file as u64) & 0x100 | (on_file as u64 & 0x200) << 8;
    let file = (lower as u128 | (upper as u128) << 64) << square.file() as u32;
    Bitboard(file | (on_rank as u128) << (square.rank() as u32 * 9))
}

/// The squares a rook attacks: up to and including the first piece each way.
#[must_use]
#[inline(always)]
pub const fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let (rank, file) = look_up(square, occupied);
    spread(square, rank.rook, file.rook)
}

/// The squares a cannon attacks: behind the first piece each way (the screen), up to and including
/// the second. It captures there; it moves without capture as a rook does.
#[must_use]
#[inline(always)]
pub const fn cannon_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    let (rank, file) = look_up(square, occupied);
    spread(square, rank.cannon, file.cannon)
}

/// The squares a cannon can go to: empty ones as a rook, pieces of `targets` over a screen.
#[must_use]
#[inline(always)]
pub(crate) const fn cannon_moves(
    square: Square,
    occupied: Bitboard,
    targets: Bitboard,
) -> Bitboard {
    let (rank, file) = look_up(square, occupied);
    let quiet = spread(square, rank.rook, file.rook).without(occupied);
    let captures = spread(square, rank.cannon, file.cannon).0 & occupied.0;
    Bitboard((quiet.0 | captures) & targets.0)
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::{cannon_attacks, rook_attacks};
    use crate::types::bitboard::Bitboard;
    use crate::types::square::Square;

    /// The squares with exactly `screens` pieces between them and `square`.
    fn walk(square: Square, occupied: Bitboard, screens: u32) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for (files, ranks) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let mut passed = 0;
            let mut here = square;
            while let Some(next) = here.offset(files, ranks) {
                if passed == screens {
                    reached |= Bitboard::of(next);
                }
                passed += u32::from(occupied.has(next));
                here = next;
            }
        }
        reached
    }

    #[test]
    fn tables_give_what_walking_gives() {
        let mut rng = Rng::new(2);
        for round in 0..2000 {
            let mut bits = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            for _ in 0..round % 4 {
                bits &= u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
            }
            let occupied = Bitboard(bits) & Bitboard::FULL;
            for square in Square::ALL {
                assert_eq!(rook_attacks(square, occupied), walk(square, occupied, 0));
                assert_eq!(cannon_attacks(square, occupied), walk(square, occupied, 1));
            }
        }
    }
}
