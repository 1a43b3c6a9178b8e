//! Straight lines between and through squares.

use game::per_square;

use super::{BISHOP_DIRECTIONS, ROOK_DIRECTIONS, slide};
use crate::types::bitboard::Bitboard;
use crate::types::square::Square;

const ALL_DIRECTIONS: [(i8, i8); 8] = [
    (1, 0),
    (0, 1),
    (-1, 0),
    (0, -1),
    (1, 1),
    (-1, 1),
    (-1, -1),
    (1, -1),
];

static BISHOP_RAYS: [Bitboard; 64] = per_square!(Bitboard::EMPTY, |square| slide(
    square,
    &BISHOP_DIRECTIONS,
    Bitboard::EMPTY
));

static ROOK_RAYS: [Bitboard; 64] = per_square!(Bitboard::EMPTY, |square| slide(
    square,
    &ROOK_DIRECTIONS,
    Bitboard::EMPTY
));

static DIAGONAL: [Bitboard; 64] = per_square!(Bitboard::EMPTY, |square| slide(
    square,
    &[(1, 1), (-1, -1)],
    Bitboard::EMPTY
));

static ANTIDIAGONAL: [Bitboard; 64] = per_square!(Bitboard::EMPTY, |square| slide(
    square,
    &[(-1, 1), (1, -1)],
    Bitboard::EMPTY
));

/// What joins pairs of squares, by the one square and then the other.
struct Joins {
    between: [[Bitboard; 64]; 64],
    line: [[Bitboard; 64]; 64],
}

static JOINS: Joins = {
    let empty = [[Bitboard::EMPTY; 64]; 64];
    let mut joins = Joins {
        between: empty,
        line: empty,
    };
    let mut i = 0;
    while i < 64 * ALL_DIRECTIONS.len() {
        let from = Square::from_index(i);
        let (files, ranks) = ALL_DIRECTIONS[i / 64];
        let both_ways = [(files, ranks), (-files, -ranks)];
        let line = slide(from, &both_ways, Bitboard::EMPTY).union(Bitboard::of(from));
        let mut passed = Bitboard::EMPTY;
        let mut here = from;
        while let Some(to) = here.offset(files, ranks) {
            joins.between[from.index()][to.index()] = passed;
            joins.line[from.index()][to.index()] = line;
            passed = passed.union(Bitboard::of(to));
            here = to;
        }
        i += 1;
    }
    joins
};

/// What a bishop attacks on an empty board.
#[inline(always)]
pub(crate) const fn bishop_rays(square: Square) -> Bitboard {
    BISHOP_RAYS[square.index()]
}

/// What a rook attacks on an empty board.
#[inline(always)]
pub(crate) const fn rook_rays(square: Square) -> Bitboard {
    ROOK_RAYS[square.index()]
}

/// The line through a square that runs parallel to a1-h8, without the square itself.
#[inline(always)]
pub(crate) fn diagonal(square: Square) -> Bitboard {
    DIAGONAL[square.index()]
}

/// The line through a square that runs parallel to h1-a8, without the square itself.
#[inline(always)]
pub(crate) fn antidiagonal(square: Square) -> Bitboard {
    ANTIDIAGONAL[square.index()]
}

/// The squares strictly between two squares on one rank, file or diagonal; otherwise none.
#[inline(always)]
pub fn between(from: Square, to: Square) -> Bitboard {
    JOINS.between[from.index()][to.index()]
}

/// The whole rank, file or diagonal through two different squares; otherwise none.
#[inline(always)]
pub fn line(from: Square, to: Square) -> Bitboard {
    JOINS.line[from.index()][to.index()]
}

#[cfg(test)]
mod tests {
    use super::{Bitboard, Square, antidiagonal, between, bishop_rays, diagonal, line, rook_rays};

    #[test]
    fn lines_join_squares() {
        assert_eq!(
            between(Square::A1, Square::D4),
            [Square::B2, Square::C3].into_iter().collect()
        );
        assert_eq!(between(Square::H8, Square::H7), Bitboard::EMPTY);
        assert_eq!(between(Square::A1, Square::B3), Bitboard::EMPTY);
        assert_eq!(line(Square::B2, Square::D4).count(), 8);
        assert_eq!(line(Square::A1, Square::B3), Bitboard::EMPTY);
        for a in Square::ALL {
            assert_eq!(diagonal(a) | antidiagonal(a), bishop_rays(a));
            for b in Square::ALL {
                assert_eq!(between(a, b), between(b, a));
                assert_eq!(line(a, b), line(b, a));
                assert_eq!(line(a, b).any(), (bishop_rays(a) | rook_rays(a)).has(b));
            }
        }
    }
}
