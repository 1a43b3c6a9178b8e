//! What makes a position valid: the one place that decides it.

use chess::{Bitboard, Color, Rank, Square};
use game::error_enum;

use super::Position;
use crate::types::piece::{Piece, PieceType};

error_enum! {
    /// Why a placement of pieces is not a makruk position.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum InvalidPosition {
        /// A side has not exactly one king.
        Kings(color: Color, count: u32) => "{color} has {count} kings, not one";
        /// A side has more pieces of a type than there can be.
        TooMany(piece: Piece) => "too many pieces {:?}", piece.letter();
        /// A pawn stands where none can be.
        Pawn(square: Square) => "no pawn can stand on {square}";
        /// The side not to move is in check: its king could be taken.
        OpponentInCheck => "the side not to move is in check";
    }
}

/// The squares that a pawn can stand on: from where it begins to the last before its promotion.
pub(crate) fn pawn_squares(color: Color) -> Bitboard {
    [Rank::Third, Rank::Fourth, Rank::Fifth]
        .into_iter()
        .fold(Bitboard::EMPTY, |set, rank| {
            set | Bitboard::rank(rank.relative_to(color))
        })
}

impl Position {
    /// Checks the number and the places of the pieces, and that no king can be taken.
    pub(super) fn validate(&self) -> Result<(), InvalidPosition> {
        for color in Color::ALL {
            let count = |kind| self.pieces(color, kind).count();
            if count(PieceType::King) != 1 {
                return Err(InvalidPosition::Kings(color, count(PieceType::King)));
            }
            // Each met beyond the first was a pawn.
            let promoted = count(PieceType::Met).saturating_sub(PieceType::Met.start_count());
            for kind in PieceType::ALL {
                let most = match kind {
                    PieceType::Met => PieceType::Met.start_count() + PieceType::Pawn.start_count(),
                    PieceType::Pawn => kind.start_count().saturating_sub(promoted),
                    _ => kind.start_count(),
                };
                if count(kind) > most {
                    return Err(InvalidPosition::TooMany(Piece::new(color, kind)));
                }
            }
            let misplaced = self.pieces(color, PieceType::Pawn) & !pawn_squares(color);
            if let Some(square) = misplaced.first() {
                return Err(InvalidPosition::Pawn(square));
            }
        }
        let them = self.king(!self.side);
        let attacked = self.attacked_by(self.side, self.occupied());
        match attacked.has(them) {
            true => Err(InvalidPosition::OpponentInCheck),
            false => Ok(()),
        }
    }
}
