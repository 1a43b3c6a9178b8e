//! From where the side to move gives check, for asking about many moves of one position.

use super::Position;
use crate::tables::leapers::{knight_attacks, pawn_attacks};
use crate::tables::lines::{between, line};
use crate::tables::sliders::{bishop_attacks, rook_attacks};
use crate::types::bitboard::Bitboard;
use crate::types::moves::{Move, MoveKind};
use crate::types::piece::PieceType;

/// The squares and pieces of the side to move that threaten the other king.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    /// By type of piece: where one gives check.
    direct: [Bitboard; 6],
    /// The pieces that stand between an own slider and the king.
    shields: Bitboard,
}

impl Position {
    /// From where the side to move gives check.
    pub fn check_squares(&self) -> CheckSquares {
        let (us, them) = (self.side, !self.side);
        let king = self.king(them);
        let occupied = self.occupied();
        let diagonal = bishop_attacks(king, occupied);
        let straight = rook_attacks(king, occupied);
        let mut shields = Bitboard::EMPTY;
        for sniper in self.snipers(king, us) {
            let blockers = between(king, sniper) & occupied;
            if !blockers.several() {
                shields |= blockers;
            }
        }
        CheckSquares {
            direct: [
                pawn_attacks(them, king),
                knight_attacks(king),
                diagonal,
                straight,
                diagonal | straight,
                Bitboard::EMPTY,
            ],
            shields: shields & self.color(us),
        }
    }

    /// [`Position::gives_check`] for a position whose check squares are known.
    #[inline]
    pub fn gives_check_from(&self, squares: &CheckSquares, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Normal | MoveKind::DoublePush => {
                let (from, to) = (mv.from(), mv.to());
                let kind = self
                    .piece_on(from)
                    .map_or(PieceType::King, |piece| piece.kind());
                squares.direct[kind.index()].has(to)
                    || squares.shields.has(from) && !line(self.king(!self.side), from).has(to)
            }
            // More than one square is left or entered.
            _ => self.gives_check_specially(mv),
        }
    }

    /// Apart, so that asking about usual moves needs no call.
    #[cold]
    fn gives_check_specially(&self, mv: Move) -> bool {
        self.gives_check(mv)
    }
}
