//! Whether a move of unknown origin can be played here.

use chess::{Bitboard, Rank, Square, between, line, pawn_attacks};

use super::Position;
use crate::position::attacks::attacks;
use crate::types::moves::Move;
use crate::types::piece::PieceType;

impl Position {
    /// Whether the piece on the move's square could make this move, leaving aside whether its own
    /// king is then attacked. Any code may be asked about.
    #[must_use]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let (from, to, us) = (mv.from(), mv.to(), self.side);
        let Some(piece) = self.piece_on(from).filter(|piece| piece.color() == us) else {
            return false;
        };
        if self.color(us).has(to) {
            return false;
        }
        if piece.kind() != PieceType::Pawn {
            return !mv.promotes() && attacks(piece, from, self.occupied()).has(to);
        }
        let goes = if to == from.forward(us) {
            !self.occupied().has(to)
        } else {
            (pawn_attacks(us, from) & self.color(!us)).has(to)
        };
        goes && mv.promotes() == (to.rank() == Rank::Sixth.relative_to(us))
    }

    /// Whether a pseudo-legal move leaves the own king safe.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let king = self.king(self.side);
        if from == king {
            let without_king = self.occupied() ^ Bitboard::of(king);
            return !self.attacked_by(!self.side, without_king).has(to);
        }
        let stays_on_line = !self.state.pinned.has(from) || line(king, from).has(to);
        stays_on_line && self.answers_check(king, to)
    }

    /// Whether going to a square with another piece than the king ends every check there is.
    #[inline]
    fn answers_check(&self, king: Square, to: Square) -> bool {
        match self.checkers().first() {
            None => true,
            Some(_) if self.checkers().several() => false,
            Some(checker) => checker == to || between(king, checker).has(to),
        }
    }
}
