//! Whether a move of unknown origin can be played here.

use super::Position;
use crate::position::attacks::attacks;
use crate::tables::leapers::pawn_attacks;
use crate::tables::lines::{between, line};
use crate::types::bitboard::Bitboard;
use crate::types::castling::castled;
use crate::types::moves::{Move, MoveKind};
use crate::types::piece::PieceType;
use crate::types::square::{Rank, Square};

impl Position {
    /// Whether the piece on the move's square could make this move, leaving aside whether its own
    /// king is then attacked. Any 16-bit code may be asked about.
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self
            .piece_on(from)
            .filter(|piece| piece.color() == self.side)
        else {
            return false;
        };
        match mv.kind() {
            MoveKind::Castle => piece.kind() == PieceType::King && self.can_castle(from, to),
            _ if self.color(self.side).has(to) => false,
            kind if piece.kind() == PieceType::Pawn => self.is_pawn_move(from, to, kind),
            MoveKind::Normal => attacks(piece, from, self.occupied()).has(to),
            _ => false,
        }
    }

    /// Whether a pseudo-legal move leaves the own king safe.
    pub fn is_legal(&self, mv: Move) -> bool {
        let (us, them) = (self.side, !self.side);
        let (from, to) = (mv.from(), mv.to());
        let king = self.king(us);
        match mv.kind() {
            // Castling is pseudo-legal only when nothing on the king's way is attacked.
            MoveKind::Castle => true,
            MoveKind::EnPassant => {
                !self.en_passant_exposes_king(us, from, to, self.en_passant_victim(to))
            }
            _ if from == king => !self.is_attacked(to, them, self.occupied() ^ Bitboard::of(king)),
            _ => {
                let stays_on_line = !self.state.pinned.has(from) || line(king, from).has(to);
                stays_on_line && self.answers_check(king, to)
            }
        }
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

    fn is_pawn_move(&self, from: Square, to: Square, kind: MoveKind) -> bool {
        let us = self.side;
        let promotes = to.rank() == Rank::Eighth.relative_to(us);
        let step = from.forward(us);
        match kind {
            MoveKind::EnPassant => self.en_passant() == Some(to) && pawn_attacks(us, from).has(to),
            MoveKind::DoublePush => {
                from.rank() == Rank::Second.relative_to(us)
                    && to == step.forward(us)
                    && !self.occupied().has(step)
                    && !self.occupied().has(to)
            }
            MoveKind::Castle => false,
            _ => {
                promotes == kind.promotion().is_some()
                    && if to == step {
                        !self.occupied().has(to)
                    } else {
                        (pawn_attacks(us, from) & self.color(!us)).has(to)
                    }
            }
        }
    }

    /// Whether the king may castle with the rook on this square, by all the rules: the right is
    /// there, the ways are free, and the king is attacked neither here, nor on its way, nor there.
    fn can_castle(&self, king: Square, rook: Square) -> bool {
        let them = !self.side;
        self.king(self.side) == king
            && !self.in_check()
            && self.castling().rooks(self.side).has(rook)
            && self.castling_way(king, rook).is_some_and(|way| {
                let passing = self.occupied() ^ Bitboard::of(king);
                way.passed
                    .into_iter()
                    .all(|square| !self.is_attacked(square, them, passing))
                    && !self.is_attacked(way.king_to, them, way.landed)
            })
    }

    /// The way of a king that castles, if no other piece stands in its way or the rook's.
    #[inline(always)]
    pub(crate) fn castling_way(&self, king: Square, rook: Square) -> Option<CastlingWay> {
        let (king_to, rook_to) = castled(king, rook);
        let passed = between(king, king_to);
        let arrived = Bitboard::of(king_to) | Bitboard::of(rook_to);
        let others = self.occupied() & !(Bitboard::of(king) | Bitboard::of(rook));
        let ways = passed | between(rook, rook_to) | arrived;
        let landed = others | Bitboard::of(rook_to);
        (ways & others).is_empty().then_some(CastlingWay {
            passed,
            king_to,
            landed,
        })
    }
}

/// What a king meets when it castles.
pub(crate) struct CastlingWay {
    /// The squares between start and end. The king meets them as the board stands.
    pub(crate) passed: Bitboard,
    /// Where the king lands.
    pub(crate) king_to: Square,
    /// The squares that other pieces occupy once the rook has moved too, which may have opened
    /// the rank behind it.
    pub(crate) landed: Bitboard,
}
