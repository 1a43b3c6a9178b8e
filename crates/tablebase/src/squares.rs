//! Numbers of squares and of groups of squares: the constants of the index.
//!
//! Squares count from a1 as 0 to h8 as 63.

/// The most men of a group of equal ones.
const MAX_GROUP: usize = 6;

/// Squares a pawn can stand on.
pub(crate) const PAWN_SQUARES: usize = 48;

/// Placements of three different men, up to symmetry.
pub(crate) const TRIPLES: u64 = 31_332;
/// Placements of the two kings, up to symmetry.
pub(crate) const KING_PAIRS: u64 = 462;
/// Marks squares that two kings cannot stand on.
pub(crate) const NO_PAIR: u16 = u16::MAX;

/// Squares of the triangle a1-d1-d4 below the diagonal.
const BELOW_IN_TRIANGLE: u64 = 6;
/// Squares of the diagonal in that triangle, and on the whole board.
const DIAGONAL_IN_TRIANGLE: u64 = 4;
const DIAGONAL: u64 = 8;
/// Squares below the diagonal a1-h8.
const BELOW: u64 = 28;

/// Rank minus file: positive above the diagonal a1-h8.
pub(crate) const fn above_diagonal(square: usize) -> i32 {
    (square >> 3) as i32 - (square & 7) as i32
}

/// Binomial coefficients: `BINOMIAL[k][n]` is the number of sets of `k` among `n`.
static BINOMIAL: [[u64; 65]; MAX_GROUP + 1] = {
    let mut table = [[0; 65]; MAX_GROUP + 1];
    let mut n = 0;
    while n <= 64 {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MAX_GROUP && n > 0 {
            table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of sets of `k` among `n`.
#[inline]
pub(crate) fn binomial(k: usize, n: usize) -> u64 {
    BINOMIAL[k][n]
}

/// The triangle a1-d1-d4: squares below the diagonal by rank from 0, those on it from 6. Other
/// squares have no number.
static TRIANGLE: [u8; 64] = {
    let mut table = [u8::MAX; 64];
    let (mut below, mut on, mut square) = (0, BELOW_IN_TRIANGLE as u8, 0);
    while square < 32 {
        if square & 7 < 4 && above_diagonal(square) < 0 {
            table[square] = below;
            below += 1;
        } else if square & 7 < 4 && above_diagonal(square) == 0 {
            table[square] = on;
            on += 1;
        }
        square += 1;
    }
    table
};

/// The squares below the diagonal a1-h8, by rank.
static LOWER: [u8; 64] = {
    let mut table = [0; 64];
    let (mut number, mut square) = (0, 0);
    while square < 64 {
        if above_diagonal(square) < 0 {
            table[square] = number;
            number += 1;
        }
        square += 1;
    }
    table
};

/// King pairs, by the first king's number in the triangle and the second king's square. Pairs with
/// both kings on the diagonal come last.
static KINGS: [[u16; 64]; 10] = {
    let mut table = [[NO_PAIR; 64]; 10];
    let mut number = 0;
    let mut pass = 0;
    while pass < 2 {
        let mut first = 0;
        while first < 10 {
            let mut second = 0;
            while second < 64 {
                let a = triangle_square(first);
                let both_on = above_diagonal(a) == 0 && above_diagonal(second) == 0;
                let reflected = above_diagonal(a) == 0 && above_diagonal(second) > 0;
                if distance(a, second) > 1 && !reflected && both_on == (pass == 1) {
                    table[first][second] = number;
                    number += 1;
                }
                second += 1;
            }
            first += 1;
        }
        pass += 1;
    }
    assert!(number as u64 == KING_PAIRS);
    table
};

const fn triangle_square(number: usize) -> usize {
    let mut square = 0;
    while TRIANGLE[square] as usize != number {
        square += 1;
    }
    square
}

const fn distance(a: usize, b: usize) -> u32 {
    let files = (a & 7).abs_diff(b & 7);
    let ranks = (a >> 3).abs_diff(b >> 3);
    (if files > ranks { files } else { ranks }) as u32
}

/// The squares of pawns from the edge files to the center: a2 is 47, h2 46, a3 45, and so on.
static PAWN_ORDER: [u8; 64] = {
    let mut table = [0; 64];
    let (mut number, mut file) = (PAWN_SQUARES as u8, 0);
    while file < 4 {
        let mut rank = 1;
        while rank < 7 {
            number -= 2;
            table[rank * 8 + file] = number + 1;
            table[rank * 8 + 7 - file] = number;
            rank += 1;
        }
        file += 1;
    }
    table
};

/// The place of a pawn's square in the order from the edges to the center.
#[inline]
pub(crate) fn pawn_order(square: usize) -> usize {
    usize::from(PAWN_ORDER[square])
}

/// How many placements of `count` pawns have their leading pawn on a file from a to d, on a rank
/// before `rank`. With `rank` 7, those of the whole file.
pub(crate) fn leading_pawn_base(count: usize, file: usize, rank: usize) -> u64 {
    (1..rank)
        .map(|rank| binomial(count - 1, pawn_order(rank * 8 + file)))
        .sum()
}

/// The number of a placement of three different men. The first stands in the triangle, and the
/// first one off the diagonal stands below it.
#[inline]
pub(crate) fn triple(squares: [usize; 3]) -> u64 {
    let [a, b, c] = squares;
    let number = |square: usize, passed: usize| (square - passed) as u64;
    let b_passed = usize::from(b > a);
    let c_passed = usize::from(c > a) + usize::from(c > b);
    let diagonal = |square: usize| (square & 7) as u64;
    let below_diagonal = |square: usize| u64::from(LOWER[square]);
    let mut base = 0;
    if above_diagonal(a) != 0 {
        return u64::from(TRIANGLE[a]) * 63 * 62 + number(b, b_passed) * 62 + number(c, c_passed);
    }
    base += BELOW_IN_TRIANGLE * 63 * 62;
    if above_diagonal(b) != 0 {
        return base + diagonal(a) * BELOW * 62 + below_diagonal(b) * 62 + number(c, c_passed);
    }
    base += DIAGONAL_IN_TRIANGLE * BELOW * 62;
    let b_number = diagonal(b) - b_passed as u64;
    if above_diagonal(c) != 0 {
        return base + (diagonal(a) * (DIAGONAL - 1) + b_number) * BELOW + below_diagonal(c);
    }
    base += DIAGONAL_IN_TRIANGLE * (DIAGONAL - 1) * BELOW;
    base + (diagonal(a) * (DIAGONAL - 1) + b_number) * (DIAGONAL - 2) + diagonal(c)
        - c_passed as u64
}

/// The number of a king pair, or nothing where kings cannot stand. The first stands in the triangle,
/// and the first one off the diagonal stands below it.
#[inline]
pub(crate) fn king_pair(first: usize, second: usize) -> Option<u64> {
    let row = KINGS.get(usize::from(TRIANGLE[first]))?;
    Some(row[second])
        .filter(|&number| number != NO_PAIR)
        .map(u64::from)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{
        KING_PAIRS, PAWN_SQUARES, TRIANGLE, TRIPLES, above_diagonal, binomial, king_pair,
        leading_pawn_base, pawn_order, triple,
    };

    fn is_canonical(squares: &[usize]) -> bool {
        let off = squares.iter().map(|&s| above_diagonal(s)).find(|&d| d != 0);
        TRIANGLE[squares[0]] != u8::MAX && off.is_none_or(|d| d < 0)
    }

    #[test]
    fn triples_number_densely() {
        let mut seen = HashSet::new();
        for a in 0..64 {
            for b in (0..64).filter(|&b| b != a) {
                for c in (0..64).filter(|&c| c != a && c != b) {
                    if is_canonical(&[a, b, c]) {
                        let number = triple([a, b, c]);
                        assert!(number < TRIPLES && seen.insert(number));
                    }
                }
            }
        }
        assert_eq!(seen.len() as u64, TRIPLES);
    }

    #[test]
    fn king_pairs_number_densely() {
        let pairs: HashSet<u64> = (0..64)
            .flat_map(|a| (0..64).map(move |b| (a, b)))
            .filter(|&(a, b)| is_canonical(&[a, b]))
            .filter_map(|(a, b)| king_pair(a, b))
            .collect();
        assert_eq!(pairs.len() as u64, KING_PAIRS);
        assert_eq!(pairs.iter().max(), Some(&(KING_PAIRS - 1)));
    }

    #[test]
    fn leading_pawns_cover_all_placements() {
        assert_eq!(
            (pawn_order(8), pawn_order(15), pawn_order(16)),
            (47, 46, 45)
        );
        for count in 1..=5 {
            let half: u64 = (0..4).map(|file| leading_pawn_base(count, file, 7)).sum();
            // One pawn: its file is mirrored. Several: the leading one's is.
            if count == 1 {
                assert_eq!(2 * half, binomial(count, PAWN_SQUARES));
            }
            assert!(2 * half >= binomial(count, PAWN_SQUARES));
        }
    }
}
