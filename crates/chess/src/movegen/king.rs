//! Moves of the king.

use super::Wanted;
use super::sink::Sink;
use crate::position::Position;
use crate::tables::leapers::king_attacks;
use crate::types::bitboard::Bitboard;
use crate::types::color::Side;
use crate::types::moves::{Move, MoveKind};
use crate::types::piece::PieceType;
use crate::types::square::Square;

impl Position {
    /// Steps to squares that the other side does not attack once the king has left its own, and
    /// castling.
    #[inline(always)]
    pub(super) fn king_moves<S: Side, W: Wanted, T: Sink>(&self, king: Square, sink: &mut T) {
        let steps = king_attacks(king) & self.wanted::<S, W>();
        let rooks = if W::QUIET && self.checkers().is_empty() {
            self.castling().rooks(S::US)
        } else {
            Bitboard::EMPTY
        };
        if (steps | rooks).is_empty() {
            return;
        }
        let without_king = self.occupied() ^ Bitboard::of(king);
        let attacked = self.leaper_attacks::<S::Them>();
        let mut safe = Bitboard::EMPTY;
        for to in steps & !attacked {
            if self.sliders_attacking(to, !S::US, without_king).is_empty() {
                safe |= Bitboard::of(to);
            }
        }
        sink.piece(king, safe);

        for rook in rooks {
            let Some(way) = self.castling_way(king, rook) else { continue };
            // Where the way begins is known from the steps.
            let is_free = (way.passed & steps & !safe).is_empty()
                && ((way.passed | Bitboard::of(way.king_to)) & attacked).is_empty()
                && (way.passed & !steps).into_iter().all(|square| {
                    self.sliders_attacking(square, !S::US, without_king).is_empty()
                })
                && self.sliders_attacking(way.king_to, !S::US, way.landed).is_empty();
            if is_free {
                sink.single(Move::new(king, rook, MoveKind::Castle));
            }
        }
    }

    /// Every square that the pawns, the knights and the king of `S` attack.
    #[inline(always)]
    fn leaper_attacks<S: Side>(&self) -> Bitboard {
        let ahead = self.pieces(S::US, PieceType::Pawn).forward(S::US);
        let knights = self.pieces(S::US, PieceType::Knight);
        let near = knights.west() | knights.east();
        let far = knights.west().west() | knights.east().east();
        ahead.west()
            | ahead.east()
            | Bitboard(near.0 << 16 | near.0 >> 16 | far.0 << 8 | far.0 >> 8)
            | king_attacks(self.king(S::US))
    }
}
