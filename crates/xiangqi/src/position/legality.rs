//! Whether a move of unknown origin can be played here.

use super::Position;
use crate::position::attacks::attacks;
use crate::tables::lines::{cross_of, line};
use crate::tables::sliders::cannon_moves;
use crate::types::bitboard::Bitboard;
use crate::types::color::Color;
use crate::types::moves::Move;
use crate::types::piece::PieceType;
use crate::types::square::Square;

impl Position {
    /// Whether the piece on the move's square could make this move, leaving aside whether its own
    /// king is then attacked. Any 16-bit code may be asked about.
    #[must_use]
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self
            .piece_on(from)
            .filter(|piece| piece.color() == self.side)
        else {
            return false;
        };
        let targets = !self.color(self.side);
        match piece.kind() {
            PieceType::Cannon => cannon_moves(from, self.occupied(), targets).has(to),
            _ => targets.has(to) && attacks(piece, from, self.occupied()).has(to),
        }
    }

    /// Whether a pseudo-legal move leaves the own king safe.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let us = self.side;
        let king = self.king(us);
        if from == king {
            self.is_safe_for_king(us, to)
        } else if self.in_check() {
            self.leaves_king_safe(us, from, to)
        } else {
            !self.state.hollow.has(to)
                && (!self.state.pinned.has(from)
                    || self.pinned_targets(us, from).has(to) && self.leaves_king_safe(us, from, to))
        }
    }

    /// Whether the king of the side to move is safe on a square it steps to.
    #[inline(always)]
    pub(crate) fn is_safe_for_king(&self, us: Color, to: Square) -> bool {
        let without_king = self.occupied() ^ Bitboard::of(self.king(us));
        self.checkers_of(to, !us, without_king).is_empty()
    }

    /// Whether a move of another piece than the king leaves the king safe: the exact test.
    #[inline]
    pub(crate) fn leaves_king_safe(&self, us: Color, from: Square, to: Square) -> bool {
        let occupied = self.occupied() ^ Bitboard::of(from) | Bitboard::of(to);
        self.checkers_of(self.king(us), !us, occupied)
            .without(Bitboard::of(to))
            .is_empty()
    }

    /// The squares that a pinned piece may at most go to: along its line to the king; from a
    /// horse's leg only onto the horse.
    #[inline(always)]
    pub(crate) fn pinned_targets(&self, us: Color, from: Square) -> Bitboard {
        let king = self.king(us);
        if cross_of(king).has(from) {
            line(king, from)
        } else {
            self.pieces(!us, PieceType::Horse)
        }
    }

    /// The pieces of the side to move that may not leave as they like.
    #[inline(always)]
    pub(crate) const fn pinned(&self) -> Bitboard {
        self.state.pinned
    }

    /// The squares that no piece but the king may go to.
    #[inline(always)]
    pub(crate) const fn hollow(&self) -> Bitboard {
        self.state.hollow
    }
}
