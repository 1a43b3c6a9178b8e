//! Material: which pieces each side has, as a key and as the name of a file.

use chess::{Color, Piece, PieceType, Position};

/// The order of pieces in file names.
const NAME_ORDER: [PieceType; 6] = [
    PieceType::King,
    PieceType::Queen,
    PieceType::Rook,
    PieceType::Bishop,
    PieceType::Knight,
    PieceType::Pawn,
];

/// The pieces of both sides, by color and type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Material([[u8; 6]; 2]);

impl Material {
    /// The material of a position.
    #[inline]
    pub(crate) fn of(position: &Position) -> Self {
        Self(
            Color::ALL
                .map(|color| PieceType::ALL.map(|kind| position.pieces(color, kind).count() as u8)),
        )
    }

    /// The material of some men.
    pub(crate) fn of_men(men: &[Piece]) -> Self {
        let count = |man: Piece| men.iter().filter(|&&other| other == man).count() as u8;
        Self(Color::ALL.map(|color| PieceType::ALL.map(|kind| count(Piece::new(color, kind)))))
    }

    /// The material in a file's name, `KRPvKR` say: each side has one king, pieces are in order.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        let (white, black) = name.split_once('v')?;
        let side = |letters: &str| {
            let mut counts = [0_u8; 6];
            let mut last = 0;
            for letter in letters.chars() {
                let kind = PieceType::from_letter(letter)?;
                let rank = NAME_ORDER.iter().position(|&other| other == kind)?;
                if rank < last {
                    return None;
                }
                last = rank;
                counts[kind.index()] = counts[kind.index()].checked_add(1)?;
            }
            (counts[PieceType::King.index()] == 1).then_some(counts)
        };
        Some(Self([side(white)?, side(black)?]))
    }

    /// The same with colors swapped.
    pub(crate) const fn swapped(self) -> Self {
        Self([self.0[1], self.0[0]])
    }

    /// Whether both sides have the same pieces.
    pub(crate) fn is_symmetric(self) -> bool {
        self.0[0] == self.0[1]
    }

    /// The number of pieces of a type and color.
    pub(crate) const fn count(self, color: Color, kind: PieceType) -> usize {
        self.0[color.index()][kind.index()] as usize
    }

    /// All pieces of both sides.
    pub(crate) fn men(self) -> usize {
        self.0.as_flattened().iter().map(|&n| usize::from(n)).sum()
    }

    /// Whether there is a pawn.
    pub(crate) const fn has_pawns(self) -> bool {
        self.count(Color::White, PieceType::Pawn) + self.count(Color::Black, PieceType::Pawn) > 0
    }

    /// Whether both sides have pawns.
    pub(crate) const fn both_have_pawns(self) -> bool {
        self.count(Color::White, PieceType::Pawn) > 0
            && self.count(Color::Black, PieceType::Pawn) > 0
    }

    /// Whether a piece besides the kings is the only one of its color and type.
    pub(crate) fn has_unique_piece(self) -> bool {
        let kings = 2;
        let single = self.0.as_flattened().iter().filter(|&&n| n == 1).count();
        single > kings
    }
}

#[cfg(test)]
mod tests {
    use super::{Material, Position};

    #[test]
    fn names_and_positions_give_the_same_material() {
        let material = Material::from_name("KRPvKR").unwrap();
        let position = Position::from_fen("8/8/4r3/8/4k3/8/4P3/R3K3 w - - 0 1").unwrap();
        assert_eq!(Material::of(&position), material);
        assert_eq!(material.men(), 5);
        assert!(material.has_pawns() && !material.both_have_pawns());
        assert!(material.has_unique_piece() && !material.is_symmetric());
        assert_ne!(material.swapped(), material);
        let queens = Material::from_name("KQQvK").unwrap();
        assert!(!queens.has_unique_piece());
    }

    #[test]
    fn other_names_are_refused() {
        for name in [
            "", "KvK2", "KQK", "QKvK", "KKvK", "QvK", "KPQvK", "KQvKé", "kqvk",
        ] {
            assert_eq!(Material::from_name(name), None, "{name}");
        }
    }
}
