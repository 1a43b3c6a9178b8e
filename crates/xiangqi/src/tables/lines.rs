//! Squares between two squares of a rank or a file, and the whole line through them.

use game::per_square;

use super::{DIAGONAL, steps};
use crate::types::bitboard::Bitboard;
use crate::types::square::Square;

/// By square: its rank and its file, without itself.
static CROSS: [Bitboard; 90] = per_square!(Bitboard::EMPTY, |square| cross(square));

/// By square: the other squares of its rank and file, and its diagonal neighbors.
static SHIELDS: [Bitboard; 90] = per_square!(Bitboard::EMPTY, |square| {
    cross(square).union(steps(square, &DIAGONAL))
});

/// By two squares. Only few of them are used at a time: the lines of the kings.
static BETWEEN: [[Bitboard; 90]; 90] = per_square!([Bitboard::EMPTY; 90], |from| {
    per_square!(Bitboard::EMPTY, |to| find_between(from, to))
});

const fn cross(square: Square) -> Bitboard {
    let lines = Bitboard::rank(square.rank()).0 | Bitboard::file(square.file()).0;
    Bitboard(lines & !Bitboard::of(square).0)
}

const fn find_between(from: Square, to: Square) -> Bitboard {
    let (low, high) = if (from as u8) < to as u8 {
        (from, to)
    } else {
        (to, from)
    };
    // All squares numbered in between; on a file, only those of the file.
    let inner = ((1_u128 << high as u32) - 1) & !((2_u128 << low as u32) - 1);
    if from as u8 == to as u8 {
        Bitboard::EMPTY
    } else if from.rank() as u8 == to.rank() as u8 {
        Bitboard(inner)
    } else if from.file() as u8 == to.file() as u8 {
        Bitboard(inner & Bitboard::file(from.file()).0)
    } else {
        Bitboard::EMPTY
    }
}

/// The other squares of a square's rank and file.
#[must_use]
#[inline(always)]
pub const fn cross_of(square: Square) -> Bitboard {
    CROSS[square.index()]
}

/// The squares where a piece may shield a king on this square from a check: its lines, and the legs of
/// horses that attack it.
#[must_use]
#[inline(always)]
pub(crate) const fn shields_of(king: Square) -> Bitboard {
    SHIELDS[king.index()]
}

/// The squares strictly between two squares of a rank or a file; of others, none.
#[must_use]
#[inline(always)]
pub const fn between(from: Square, to: Square) -> Bitboard {
    BETWEEN[from.index()][to.index()]
}

/// The rank or file that two different squares share; of others, none.
#[must_use]
#[inline(always)]
pub const fn line(from: Square, to: Square) -> Bitboard {
    if from.rank() as u8 == to.rank() as u8 {
        Bitboard::rank(from.rank())
    } else if from.file() as u8 == to.file() as u8 {
        Bitboard::file(from.file())
    } else {
        Bitboard::EMPTY
    }
}

#[cfg(test)]
mod tests {
    use super::{between, cross_of, line};
    use crate::types::bitboard::Bitboard;
    use crate::types::square::Square;

    #[test]
    fn lines_are_as_drawn() {
        assert_eq!(
            between(Square::E0, Square::E3),
            Bitboard::of(Square::E1) | Bitboard::of(Square::E2)
        );
        assert_eq!(between(Square::H7, Square::F7), Square::G7.into());
        assert_eq!(between(Square::A0, Square::B1), Bitboard::EMPTY);
        assert_eq!(line(Square::A0, Square::B1), Bitboard::EMPTY);
        for from in Square::ALL {
            assert_eq!(cross_of(from).count(), 17);
            for to in cross_of(from) {
                assert_eq!(between(from, to), between(to, from));
                assert!(line(from, to).has(from) && line(from, to).has(to));
                assert_eq!(between(from, to) & line(from, to), between(from, to));
            }
        }
    }
}
