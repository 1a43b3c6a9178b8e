//! Who attacks a square.

use super::Position;
use crate::tables::leapers::{king_attacks, knight_attacks, pawn_attacks};
use crate::tables::lines::{bishop_rays, rook_rays};
use crate::tables::sliders::{bishop_attacks, queen_attacks, rook_attacks};
use crate::types::bitboard::Bitboard;
use crate::types::color::Color;
use crate::types::piece::{Piece, PieceType};
use crate::types::square::Square;

impl Position {
    /// Bishops and queens of a color.
    #[inline(always)]
    pub(crate) const fn diagonal_sliders(&self, color: Color) -> Bitboard {
        let sliders = self
            .kind(PieceType::Bishop)
            .union(self.kind(PieceType::Queen));
        Bitboard(sliders.0 & self.color(color).0)
    }

    /// Rooks and queens of a color.
    #[inline(always)]
    pub(crate) const fn straight_sliders(&self, color: Color) -> Bitboard {
        let sliders = self
            .kind(PieceType::Rook)
            .union(self.kind(PieceType::Queen));
        Bitboard(sliders.0 & self.color(color).0)
    }

    /// The sliders of a color that attack a square, but for what may stand in between.
    #[inline(always)]
    pub(crate) fn snipers(&self, square: Square, by: Color) -> Bitboard {
        bishop_rays(square) & self.diagonal_sliders(by)
            | rook_rays(square) & self.straight_sliders(by)
    }

    /// The sliders of a color that attack a square when these squares are occupied.
    #[inline(always)]
    pub(crate) fn sliders_attacking(
        &self,
        square: Square,
        by: Color,
        occupied: Bitboard,
    ) -> Bitboard {
        bishop_attacks(square, occupied) & self.diagonal_sliders(by)
            | rook_attacks(square, occupied) & self.straight_sliders(by)
    }

    /// The pieces of both colors that attack a square when these squares are occupied.
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let pawns = pawn_attacks(Color::Black, square) & self.color(Color::White)
            | pawn_attacks(Color::White, square) & self.color(Color::Black);
        pawns & self.kind(PieceType::Pawn)
            | knight_attacks(square) & self.kind(PieceType::Knight)
            | king_attacks(square) & self.kind(PieceType::King)
            | self.sliders_attacking(square, Color::White, occupied)
            | self.sliders_attacking(square, Color::Black, occupied)
    }

    /// Whether a color attacks a square when these squares are occupied.
    #[inline(always)]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let leapers = knight_attacks(square) & self.kind(PieceType::Knight)
            | king_attacks(square) & self.kind(PieceType::King)
            | pawn_attacks(!by, square) & self.kind(PieceType::Pawn);
        (leapers & self.color(by)).any() || self.sliders_attacking(square, by, occupied).any()
    }
}

/// The squares that a piece attacks from a square when these squares are occupied.
#[inline]
pub fn attacks(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece.kind() {
        PieceType::Pawn => pawn_attacks(piece.color(), square),
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => bishop_attacks(square, occupied),
        PieceType::Rook => rook_attacks(square, occupied),
        PieceType::Queen => queen_attacks(square, occupied),
        PieceType::King => king_attacks(square),
    }
}
