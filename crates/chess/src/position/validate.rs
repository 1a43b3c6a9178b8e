//! What makes a position valid: the one place that decides it.

use game::error_enum;

use super::Position;
use crate::types::bitboard::Bitboard;
use crate::types::color::Color;
use crate::types::piece::PieceType;
use crate::types::square::{Rank, Square};

error_enum! {
    /// Why a placement of pieces is not a chess position.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum InvalidPosition {
        /// A side has not exactly one king.
        Kings(color: Color, count: u32) => "{color:?} has {count} kings, not one";
        /// A pawn on the first or the last rank.
        PawnOnEdge(square: Square) => "a pawn stands on {square}";
        /// More than eight pawns, or more promoted pieces than pawns gone. Beyond being unreachable,
        /// such positions can have more moves than a move list holds.
        TooManyPieces(color: Color) => "{color:?} has more pieces than promotions allow";
        /// The side not to move is in check: its king could be taken.
        OpponentInCheck => "the side not to move is in check";
        /// More than two pieces give check, which no move can bring about.
        TooManyCheckers => "more than two pieces give check";
        /// A right to castle without a king and a rook where they should be.
        Castling(color: Color) => "{color:?} has a castling right without king and rook in place";
        /// An en-passant square behind which no pawn can have just gone two squares.
        EnPassant(square: Square) => "no pawn can have just gone two squares past {square}";
    }
}

impl Position {
    /// Checks pieces, turn and castling rights. The en-passant square is checked as it is set.
    pub(super) fn validate(&self) -> Result<(), InvalidPosition> {
        for color in Color::ALL {
            self.validate_material(color)?;
        }
        let edge = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
        if let Some(square) = (self.kind(PieceType::Pawn) & edge).first() {
            return Err(InvalidPosition::PawnOnEdge(square));
        }
        let (us, them) = (self.side, !self.side);
        if self.is_attacked(self.king(them), us, self.occupied()) {
            return Err(InvalidPosition::OpponentInCheck);
        }
        let checkers = self.attackers(self.king(us), self.occupied()) & self.color(them);
        if checkers.count() > 2 {
            return Err(InvalidPosition::TooManyCheckers);
        }
        Color::ALL
            .into_iter()
            .try_for_each(|color| self.validate_castling(color))
    }

    fn validate_material(&self, color: Color) -> Result<(), InvalidPosition> {
        let count = |kind| self.pieces(color, kind).count();
        if count(PieceType::King) != 1 {
            return Err(InvalidPosition::Kings(color, count(PieceType::King)));
        }
        let originals = [
            (PieceType::Knight, 2),
            (PieceType::Bishop, 2),
            (PieceType::Rook, 2),
            (PieceType::Queen, 1),
        ];
        let promoted: u32 = originals
            .map(|(kind, original)| count(kind).saturating_sub(original))
            .iter()
            .sum();
        if count(PieceType::Pawn) + promoted > 8 {
            return Err(InvalidPosition::TooManyPieces(color));
        }
        Ok(())
    }

    fn validate_castling(&self, color: Color) -> Result<(), InvalidPosition> {
        let rooks = self.castling().rooks(color);
        if rooks.is_empty() {
            return Ok(());
        }
        let king = self.king(color);
        let west = Bitboard(rooks.0 & (Bitboard::of(king).0 - 1));
        let in_place = king.rank() == Rank::First.relative_to(color)
            && (rooks & !self.pieces(color, PieceType::Rook)).is_empty()
            && !west.several()
            && !(rooks & !west).several();
        in_place
            .then_some(())
            .ok_or(InvalidPosition::Castling(color))
    }
}
