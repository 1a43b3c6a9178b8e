//! Attacks along ranks and files: rooks and cannons.
//!
//! A rank or a file is taken out of the occupied squares as a number, whose inner bits (a line ends
//! at the edge whether or not the edge is occupied) index a small table that holds the attacks of
//! both pieces on that line. The tables take 15 KiB and stay in the first-level cache.

use crate::types::bitboard::Bitboard;
use crate::types::square::{File, Rank, Square};

/// Bits 0, 9, …, 63: the first eight squares of the a-file.
const DIAGONAL: u64 = 0x8040_2010_0804_0201;
/// Every eighth bit. Multiplying by it gathers the bits of a file in the top byte, and spreads a byte
/// so that [`DIAGONAL`] selects one bit of each copy.
const BYTES: u64 = 0x0101_0101_0101_0101;

/// By rank: its squares.
static RANK_SQUARES: [Bitboard; 10] = {
    let mut ranks = [Bitboard::EMPTY; 10];
    let mut i = 0;
    while i < 10 {
        ranks[i] = Bitboard::rank(Rank::from_index(i));
        i += 1;
    }
    ranks
};
/// By file: its squares, and those but the first and the last.
static FILE_SQUARES: [(Bitboard, Bitboard); 9] = {
    let edges = Bitboard::rank(Rank::R0).union(Bitboard::rank(Rank::R9));
    let mut files = [(Bitboard::EMPTY, Bitboard::EMPTY); 9];
    let mut i = 0;
    while i < 9 {
        let file = Bitboard::file(File::from_index(i));
        files[i] = (file, file.without(edges));
        i += 1;
    }
    files
};

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
/// By rank of the piece and inner bits of its file, which are those of ranks 8, 1, 2, …, 7.
static FILE: [[Line; 256]; 10] = lines::<10, 256>();

const fn lines<const LENGTH: usize, const INNER: usize>() -> [[Line; INNER]; LENGTH] {
    let mut table = [[Line { rook: 0, cannon: 0 }; INNER]; LENGTH];
    let mut at = 0;
    while at < LENGTH {
        let mut inner = 0;
        while inner < INNER {
            // On a file, the bit of rank 8 is the lowest.
            let occupied = if LENGTH == 9 {
                inner << 1
            } else {
                inner & !1 | inner << 8 & 256
            };
            table[at][inner] = line(at, occupied, LENGTH);
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
///
/// The halves of a set are taken apart, because shifts of 128 bits are slow: the inner squares of a
/// rank lie in one of them, and those of a file fall on different bits when put together.
#[inline(always)]
const fn look_up(square: Square, occupied: Bitboard) -> (Line, Line) {
    let (file, rank) = (square.file(), square.rank());
    let [low, high] = occupied.halves();
    let half = if (rank as u32) < 7 { low } else { high };
    let on_rank = (half >> ((rank as u32 * 9 + 1) % 64)) as usize & 127;
    let [inner_low, inner_high] = FILE_SQUARES[file.index()].1.halves();
    let inner = (low & inner_low | high & inner_high).rotate_right(file as u32);
    let on_file = (inner.wrapping_mul(BYTES) >> 56) as usize;
    (RANK[file.index()][on_rank], FILE[rank.index()][on_file])
}

/// The squares of a rank's and a file's bits, for the rank and file of a square.
///
/// What falls into the wrong half is not on the line, so that masks remove it.
#[inline(always)]
const fn spread(square: Square, on_rank: u16, on_file: u16) -> Bitboard {
    let (file, rank) = (square.file(), square.rank());
    let [rank_low, rank_high] = RANK_SQUARES[rank.index()].halves();
    let across = (on_rank as u64).rotate_left(rank as u32 * 9 % 64);
    let [file_low, file_high] = FILE_SQUARES[file.index()].0.halves();
    let lower = (on_file as u8 as u64).wrapping_mul(BYTES) & DIAGONAL;
    let along = lower.rotate_left(file as u32);
    // Ranks 8 and 9.
    let upper = (on_file as u64 >> 8).wrapping_mul(0x1_0100) << file as u32;
    let low = across & rank_low | along & file_low;
    let high = across & rank_high | (along | upper) & file_high;
    Bitboard(low as u128 | (high as u128) << 64)
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
