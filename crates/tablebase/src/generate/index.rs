//! The solver's index: the number of the king pair, reduced by symmetry, then the other squares.

use std::ops::Range;

use chess::{Piece, Square, king_attacks};

use super::ending::{MAX_MEN, Squares};

/// A symmetry of the board: mirrored files and ranks, then perhaps the diagonal a1-h8.
#[derive(Clone, Copy)]
pub(super) struct Symmetry {
    flip: usize,
    transpose: bool,
}

impl Symmetry {
    pub(super) const IDENTITY: Self = Self {
        flip: 0,
        transpose: false,
    };

    pub(super) fn all() -> [Self; 8] {
        std::array::from_fn(|number| Self {
            flip: [0, 7, 56, 63][number & 3],
            transpose: number > 3,
        })
    }

    pub(super) const fn transposed(self) -> Self {
        Self {
            transpose: !self.transpose,
            ..self
        }
    }

    pub(super) const fn apply(self, square: Square) -> Square {
        let square = square.index() ^ self.flip;
        Square::from_index(match self.transpose {
            true => square >> 3 | (square & 7) << 3,
            false => square,
        })
    }
}

/// Where a pair of kings is, and the symmetry that leads there.
#[derive(Clone, Copy)]
struct KingPair {
    number: usize,
    symmetry: Symmetry,
    /// Both kings stand on the diagonal a1-h8: two symmetries lead there.
    on_diagonal: bool,
}

/// Numbers the placements of some men, kings first.
pub(super) struct Index {
    men: usize,
    /// Equal men, whose squares are sorted.
    equal: Vec<Range<usize>>,
    /// By number: the smallest squares among all symmetries.
    pairs: Vec<[Square; 2]>,
    /// By the squares of both kings.
    numbers: Vec<Option<KingPair>>,
}

impl Index {
    pub(super) fn new(men: &[Piece]) -> Self {
        let mut pairs: Vec<[Square; 2]> = Vec::new();
        let mut number = |kings: [Square; 2]| {
            if kings[0] == kings[1] || king_attacks(kings[0]).has(kings[1]) {
                return None;
            }
            let reduced = |symmetry: &Symmetry| kings.map(|king| symmetry.apply(king));
            let symmetry = Symmetry::all().into_iter().min_by_key(reduced)?;
            let pair = reduced(&symmetry);
            let known = pairs.iter().position(|&other| other == pair);
            Some(KingPair {
                number: known.unwrap_or_else(|| {
                    pairs.push(pair);
                    pairs.len() - 1
                }),
                symmetry,
                on_diagonal: pair.iter().all(|king| king.index() % 9 == 0),
            })
        };
        let numbers = (0..64 * 64)
            .map(|kings| number([kings >> 6, kings].map(Square::from_index)))
            .collect();
        Self {
            men: men.len(),
            equal: equal(men),
            pairs,
            numbers,
        }
    }

    /// More than any index.
    pub(super) fn len(&self) -> usize {
        self.pairs.len() << (6 * (self.men - 2))
    }

    /// The index of a placement and of all its mirror images; nothing if the kings touch.
    pub(super) fn of(&self, squares: &Squares) -> Option<usize> {
        let kings = squares[0].index() << 6 | squares[1].index();
        let pair = self.numbers[kings]?;
        let first = self.number(pair.number, pair.symmetry, squares);
        Some(match pair.on_diagonal {
            true => first.min(self.number(pair.number, pair.symmetry.transposed(), squares)),
            false => first,
        })
    }

    fn number(&self, pair: usize, symmetry: Symmetry, squares: &Squares) -> usize {
        let mut squares = *squares;
        for square in &mut squares[2..self.men] {
            *square = symmetry.apply(*square);
        }
        for range in &self.equal {
            squares[range.clone()].sort_unstable();
        }
        let others = squares[2..self.men].iter();
        others.fold(pair, |number, square| number << 6 | square.index())
    }

    /// A placement with an index.
    pub(super) fn squares(&self, index: usize) -> Squares {
        let mut squares = [Square::A1; MAX_MEN];
        let mut rest = index;
        for square in squares[2..self.men].iter_mut().rev() {
            *square = Square::from_index(rest);
            rest >>= 6;
        }
        squares[..2].copy_from_slice(&self.pairs[rest]);
        squares
    }
}

/// The ranges of equal men.
fn equal(men: &[Piece]) -> Vec<Range<usize>> {
    let mut end = 0;
    let runs = men.chunk_by(|a, b| a == b).map(|run| {
        end += run.len();
        end - run.len()..end
    });
    runs.filter(|range| range.len() > 1).collect()
}
