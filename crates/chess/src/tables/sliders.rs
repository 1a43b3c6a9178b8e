//! Slider attacks of bishops, rooks and queens: PEXT bitboards, or magic bitboards without BMI2.
//!
//! The attacks depend only on the occupied squares of the piece's lines, less their last squares
//! (the relevant occupancy). It becomes an index into a table: by the PEXT instruction where the CPU
//! has it, by multiplication with a magic number elsewhere. Both tables are filled at compile time,
//! for every subset of the relevant squares.

use game::per_square;

use super::{BISHOP_DIRECTIONS, ROOK_DIRECTIONS, slide};
use crate::types::bitboard::Bitboard;
use crate::types::square::{File, Rank, Square};

#[cfg(not(target_feature = "bmi2"))]
use super::magics::{bishop_entry, rook_entry};
#[cfg(target_feature = "bmi2")]
use pext::{bishop_entry, rook_entry};

/// Entries of the bishops' table: the sum over squares of 2^(relevant squares).
pub(super) const BISHOP_ENTRIES: usize = 5_248;
/// Entries of the rooks' table.
pub(super) const ROOK_ENTRIES: usize = 102_400;

/// The squares whose occupation changes the attacks from `square`.
const fn relevant(square: Square, directions: &[(i8, i8)]) -> Bitboard {
    let mut inner = slide(square, directions, Bitboard::EMPTY).0;
    // A slide ends at the edge whether or not the edge is occupied, unless it runs along it.
    if square.rank() as u8 != 0 {
        inner &= !Bitboard::rank(Rank::First).0;
    }
    if square.rank() as u8 != 7 {
        inner &= !Bitboard::rank(Rank::Eighth).0;
    }
    if square.file() as u8 != 0 {
        inner &= !Bitboard::file(File::A).0;
    }
    if square.file() as u8 != 7 {
        inner &= !Bitboard::file(File::H).0;
    }
    Bitboard(inner)
}

/// Writes the attacks for every subset of the relevant squares, in increasing order of the subsets,
/// from `table[start]` on.
///
/// Each relevant square doubles what is there: a piece on it hides what lies behind it, whatever
/// stands elsewhere. Walking for every subset would keep the compiler busy for half a minute.
pub(super) const fn fill_subsets(
    square: Square,
    directions: &[(i8, i8)],
    table: &mut [Bitboard],
    start: usize,
) {
    let open = slide(square, directions, Bitboard::EMPTY).0;
    table[start] = Bitboard(open);
    let mut size = 1;
    let mut rest = relevant(square, directions);
    while rest.any() {
        let hidden = open & !slide(square, directions, Bitboard::of(rest.lowest())).0;
        let mut i = start;
        while i < start + size {
            table[i + size] = Bitboard(table[i].0 & !hidden);
            i += 1;
        }
        size *= 2;
        rest = rest.without_lowest();
    }
}

/// Where one square's part of a table starts, and what it depends on.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    pub(super) mask: u64,
    pub(super) offset: u32,
}

/// The slots of all squares, laid end to end.
const fn slots(directions: &[(i8, i8)]) -> [Slot; 64] {
    let mut offset = 0;
    per_square!(Slot { mask: 0, offset: 0 }, |square| {
        let slot = Slot {
            mask: relevant(square, directions).0,
            offset,
        };
        offset += 1 << slot.mask.count_ones();
        slot
    })
}

pub(super) static BISHOP_SLOTS: [Slot; 64] = slots(&BISHOP_DIRECTIONS);
pub(super) static ROOK_SLOTS: [Slot; 64] = slots(&ROOK_DIRECTIONS);

#[cfg(target_feature = "bmi2")]
mod pext {
    use super::{
        BISHOP_DIRECTIONS, BISHOP_ENTRIES, BISHOP_SLOTS, Bitboard, ROOK_DIRECTIONS, ROOK_ENTRIES,
        ROOK_SLOTS, Slot, Square, fill_subsets, slots,
    };

    /// The attacks for every subset of every square's relevant squares. PEXT numbers the subsets
    /// of a mask 0, 1, 2, … in increasing order, which is the order they are filled in.
    const fn fill<const N: usize>(directions: &[(i8, i8)]) -> [Bitboard; N] {
        let slots = slots(directions);
        let mut table = [Bitboard::EMPTY; N];
        let mut index = 0;
        while index < 64 {
            let start = slots[index].offset as usize;
            fill_subsets(Square::from_index(index), directions, &mut table, start);
            index += 1;
        }
        table
    }

    static BISHOP: [Bitboard; BISHOP_ENTRIES] = fill(&BISHOP_DIRECTIONS);
    static ROOK: [Bitboard; ROOK_ENTRIES] = fill(&ROOK_DIRECTIONS);

    #[inline(always)]
    pub(super) fn bishop_entry(square: Square, occupied: Bitboard) -> Bitboard {
        let Slot { mask, offset } = BISHOP_SLOTS[square.index()];
        BISHOP[offset as usize + sys::pext(occupied.0, mask) as usize]
    }

    #[inline(always)]
    pub(super) fn rook_entry(square: Square, occupied: Bitboard) -> Bitboard {
        let Slot { mask, offset } = ROOK_SLOTS[square.index()];
        ROOK[offset as usize + sys::pext(occupied.0, mask) as usize]
    }
}

/// The squares a bishop attacks when these squares are occupied.
#[inline(always)]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_entry(square, occupied)
}

/// The squares a rook attacks when these squares are occupied.
#[inline(always)]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    rook_entry(square, occupied)
}

/// The squares a queen attacks when these squares are occupied.
#[inline(always)]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::super::magics;
    use super::{
        BISHOP_DIRECTIONS, BISHOP_SLOTS, Bitboard, ROOK_DIRECTIONS, ROOK_SLOTS, Slot, Square,
        bishop_attacks, rook_attacks, slide,
    };

    /// Every subset of the relevant squares, each with random other squares added.
    fn occupations(Slot { mask, .. }: Slot, rng: &mut Rng) -> Vec<Bitboard> {
        let mut all = Vec::new();
        let mut subset = 0_u64;
        loop {
            all.push(Bitboard(subset | rng.next_u64() & !mask));
            subset = subset.wrapping_sub(mask) & mask;
            if subset == 0 {
                return all;
            }
        }
    }

    #[test]
    fn both_lookups_equal_the_slow_walk() {
        let mut rng = Rng::new(1);
        for square in Square::ALL {
            for occupied in occupations(BISHOP_SLOTS[square.index()], &mut rng) {
                let expected = slide(square, &BISHOP_DIRECTIONS, occupied);
                assert_eq!(bishop_attacks(square, occupied), expected);
                assert_eq!(magics::bishop_entry(square, occupied), expected);
            }
            for occupied in occupations(ROOK_SLOTS[square.index()], &mut rng) {
                let expected = slide(square, &ROOK_DIRECTIONS, occupied);
                assert_eq!(rook_attacks(square, occupied), expected);
                assert_eq!(magics::rook_entry(square, occupied), expected);
            }
        }
    }
}
