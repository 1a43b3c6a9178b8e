//! Who attacks a square.

use super::Position;
use crate::tables::leapers::{
    advisor_attacks, elephant_attacks, horse_attacks, horse_attacks_to, king_attacks, pawn_attacks,
    pawn_attacks_to,
};
use crate::tables::lines::{between, cross_of};
use crate::tables::sliders::{cannon_attacks, rook_attacks};
use crate::types::bitboard::Bitboard;
use crate::types::color::Color;
use crate::types::piece::{Piece, PieceType};
use crate::types::square::Square;

impl Position {
    /// The pieces of a color that would give check to a king on this square when these squares are
    /// occupied. The other king counts as a rook: it cannot be met face to face on an open file.
    #[must_use]
    #[inline(always)]
    pub(crate) fn checkers_of(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let leapers = pawn_attacks_to(by, square) & self.kind(PieceType::Pawn)
            | horse_attacks_to(square, occupied) & self.kind(PieceType::Horse);
        let rooks = self.kind(PieceType::Rook) | self.kind(PieceType::King);
        let cannons = self.kind(PieceType::Cannon) & self.color(by);
        let sliders = rooks & self.color(by) | cannons;
        leapers & self.color(by) | checking_sliders(square, sliders, cannons, occupied)
    }

    /// The pieces of both colors that attack a square when these squares are occupied. Kings
    /// attack by their steps only.
    #[must_use]
    #[inline]
    pub fn attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let pawns = pawn_attacks_to(Color::Red, square) & self.color(Color::Red)
            | pawn_attacks_to(Color::Black, square) & self.color(Color::Black);
        pawns & self.kind(PieceType::Pawn)
            | elephant_attacks(square, occupied) & self.kind(PieceType::Elephant)
            | advisor_attacks(square) & self.kind(PieceType::Advisor)
            | horse_attacks_to(square, occupied) & self.kind(PieceType::Horse)
            | cannon_attacks(square, occupied) & self.kind(PieceType::Cannon)
            | rook_attacks(square, occupied) & self.kind(PieceType::Rook)
            | king_attacks(square) & self.kind(PieceType::King)
    }
}

/// Which of these sliders give check to a king on this square: rooks with nothing between, cannons
/// with one piece. There are few on its lines, so that this is quicker than the attacks of either.
#[inline(always)]
pub(super) fn checking_sliders(
    king: Square,
    sliders: Bitboard,
    cannons: Bitboard,
    occupied: Bitboard,
) -> Bitboard {
    let mut checking = Bitboard::EMPTY;
    for slider in cross_of(king) & sliders {
        let blockers = between(king, slider) & occupied;
        if blockers.count() == u32::from(cannons.has(slider)) {
            checking |= Bitboard::of(slider);
        }
    }
    checking
}

/// The squares that a piece attacks from a square when these squares are occupied; for a cannon,
/// those behind a screen.
#[must_use]
#[inline]
pub fn attacks(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece.kind() {
        PieceType::Pawn => pawn_attacks(piece.color(), square),
        PieceType::Elephant => elephant_attacks(square, occupied),
        PieceType::Advisor => advisor_attacks(square),
        PieceType::Horse => horse_attacks(square, occupied),
        PieceType::Cannon => cannon_attacks(square, occupied),
        PieceType::Rook => rook_attacks(square, occupied),
        PieceType::King => king_attacks(square),
    }
}
