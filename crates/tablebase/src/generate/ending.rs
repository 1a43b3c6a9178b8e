//! The men of an ending and how they move.

use chess::{Bitboard, Color, Piece, PieceType, Square, attacks};

use super::index::Index;
use crate::material::Material;

/// The most men that are solved.
pub(super) const MAX_MEN: usize = 5;

/// The squares of the men; those beyond the last man mean nothing.
pub(super) type Squares = [Square; MAX_MEN];

/// An ending without pawns.
pub(super) struct Ending {
    /// White king, black king, the others; equal men side by side.
    pub(super) men: Vec<Piece>,
    pub(super) material: Material,
    pub(super) index: Index,
}

impl Ending {
    pub(super) fn new(men: Vec<Piece>) -> Self {
        Self {
            material: Material::of_men(&men),
            index: Index::new(&men),
            men,
        }
    }

    /// The men in a table's name.
    pub(super) fn men(name: &str) -> Option<Vec<Piece>> {
        let material = Material::from_name(name)?;
        if material.has_pawns() || material.men() > MAX_MEN {
            return None;
        }
        let mut men = Vec::with_capacity(MAX_MEN);
        for kind in PieceType::ALL.into_iter().rev() {
            for color in Color::ALL {
                let count = material.count(color, kind);
                men.extend(std::iter::repeat_n(Piece::new(color, kind), count));
            }
        }
        Some(men)
    }

    /// The numbers of a side's men, the king's first.
    pub(super) fn men_of(&self, side: Color) -> impl Iterator<Item = usize> {
        let of_side = move |&man: &usize| self.men[man].color() == side;
        (0..self.men.len()).filter(of_side)
    }

    pub(super) fn occupied(&self, squares: &Squares) -> Bitboard {
        squares[..self.men.len()].iter().copied().collect()
    }

    pub(super) fn attacks(&self, man: usize, squares: &Squares, occupied: Bitboard) -> Bitboard {
        attacks(self.men[man], squares[man], occupied)
    }

    /// Whether a side's king is attacked.
    pub(super) fn in_check(&self, side: Color, squares: &Squares) -> bool {
        let king = squares[side.index()];
        let occupied = self.occupied(squares);
        self.men_of(!side)
            .any(|man| self.attacks(man, squares, occupied).has(king))
    }

    /// The squares after the moves of a side that capture nothing, even if they leave its king in
    /// check. Without pawns these are the squares before such moves, too.
    pub(super) fn quiets(&self, side: Color, squares: Squares) -> impl Iterator<Item = Squares> {
        let occupied = self.occupied(&squares);
        self.men_of(side).flat_map(move |man| {
            let targets = self.attacks(man, &squares, occupied) & !occupied;
            targets.into_iter().map(move |square| {
                let mut moved = squares;
                moved[man] = square;
                moved
            })
        })
    }

    /// The indices after such moves.
    pub(super) fn neighbors(&self, side: Color, index: usize) -> impl Iterator<Item = usize> {
        self.quiets(side, self.index.squares(index))
            .filter_map(|squares| self.index.of(&squares))
    }
}
