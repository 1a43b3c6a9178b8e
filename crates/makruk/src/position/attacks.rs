//! Who attacks a square.

use chess::{Bitboard, Color, Square, king_attacks, knight_attacks, pawn_attacks, rook_attacks};

use super::Position;
use crate::tables::leapers::{khon_attacks, khon_set, met_attacks, met_set, pawn_set};
use crate::types::piece::{Piece, PieceType};

impl Position {
    /// The pieces other than rooks and kings of a color that attack a square.
    #[inline(always)]
    pub(super) fn leapers_attacking(&self, square: Square, by: Color) -> Bitboard {
        let leapers = pawn_attacks(!by, square) & self.kind(PieceType::Pawn)
            | met_attacks(square) & self.kind(PieceType::Met)
            | khon_attacks(!by, square) & self.kind(PieceType::Khon)
            | knight_attacks(square) & self.kind(PieceType::Knight);
        leapers & self.color(by)
    }

    /// The pieces of both colors that attack a square when these squares are occupied.
    #[must_use]
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.leapers_attacking(square, Color::White)
            | self.leapers_attacking(square, Color::Black)
            | rook_attacks(square, occupied) & self.kind(PieceType::Rook)
            | king_attacks(square) & self.kind(PieceType::King)
    }

    /// Every square that a color attacks when these squares are occupied.
    #[inline(always)]
    pub(crate) fn attacked_by(&self, color: Color, occupied: Bitboard) -> Bitboard {
        let of = |kind| self.pieces(color, kind);
        let mut attacked = pawn_set(color, of(PieceType::Pawn))
            | met_set(of(PieceType::Met))
            | khon_set(color, of(PieceType::Khon))
            | king_attacks(self.king(color));
        for square in of(PieceType::Knight) {
            attacked |= knight_attacks(square);
        }
        for square in of(PieceType::Rook) {
            attacked |= rook_attacks(square, occupied);
        }
        attacked
    }
}

/// The squares that a piece attacks from a square when these squares are occupied.
#[must_use]
#[inline]
pub fn attacks(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece.kind() {
        PieceType::Pawn => pawn_attacks(piece.color(), square),
        PieceType::Met => met_attacks(square),
        PieceType::Khon => khon_attacks(piece.color(), square),
        PieceType::Knight => knight_attacks(square),
        PieceType::Rook => rook_attacks(square, occupied),
        PieceType::King => king_attacks(square),
    }
}
