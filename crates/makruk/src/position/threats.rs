//! What the side not to move attacks, by how valuable the attackers are.

use chess::{Bitboard, king_attacks, knight_attacks, rook_attacks};

use super::Position;
use crate::tables::leapers::{khon_set, met_set, pawn_set};
use crate::types::piece::PieceType;

/// The squares that the opponent's pieces attack, summed up from the least valuable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threats {
    /// Attacked by anything.
    pub all: Bitboard,
    /// By type of piece: attacked by a less valuable one.
    lesser: [Bitboard; 6],
}

impl Threats {
    /// The squares where a piece of this type is attacked by a less valuable one.
    #[must_use]
    #[inline]
    pub const fn by_lesser(&self, kind: PieceType) -> Bitboard {
        self.lesser[kind.index()]
    }
}

impl Position {
    /// What the side not to move attacks.
    #[must_use]
    pub fn threats(&self) -> Threats {
        let them = !self.side;
        let of = |kind| self.pieces(them, kind);
        let pawns = pawn_set(them, of(PieceType::Pawn));
        let mets = pawns | met_set(of(PieceType::Met));
        let khons = mets | khon_set(them, of(PieceType::Khon));
        let mut knights = khons;
        for square in of(PieceType::Knight) {
            knights |= knight_attacks(square);
        }
        let mut all = knights | king_attacks(self.king(them));
        for square in of(PieceType::Rook) {
            all |= rook_attacks(square, self.occupied());
        }
        let none = Bitboard::EMPTY;
        Threats {
            all,
            // A khon and a knight are worth about the same.
            lesser: [none, pawns, mets, mets, knights, none],
        }
    }
}
