//! Moves of the king.

use super::Wanted;
use super::sink::Sink;
use crate::position::Position;
use crate::tables::leapers::{king_attacks, knight_attacks};
use crate::types::bitboard::Bitboard;
use crate::types::color::{Color, Side};
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
        let attacked = self.pawn_and_king_attacks::<S::Them>();
        let mut safe = Bitboard::EMPTY;
        for to in steps & !attacked {
            if self.pieces_attacking(to, !S::US, without_king).is_empty() {
                safe |= Bitboard::of(to);
            }
        }
        sink.piece(king, safe);

        for rook in rooks {
            let Some(way) = self.castling_way(king, rook) else {
                continue;
            };
            // Where the way begins is known from the steps.
            let is_free = (way.passed & steps & !safe).is_empty()
                && ((way.passed | Bitboard::of(way.king_to)) & attacked).is_empty()
                && (way.passed & !steps).into_iter().all(|square| {
                    self.pieces_attacking(square, !S::US, without_king)
                        .is_empty()
                })
                && self
                    .pieces_attacking(way.king_to, !S::US, way.landed)
                    .is_empty();
            if is_free {
                sink.single(Move::new(king, rook, MoveKind::Castle));
            }
        }
    }

    /// Every square that the pawns and the king of `S` attack.
    #[inline(always)]
    fn pawn_and_king_attacks<S: Side>(&self) -> Bitboard {
        let ahead = self.pieces(S::US, PieceType::Pawn).forward(S::US);
        ahead.west() | ahead.east() | king_attacks(self.king(S::US))
    }

    /// The knights, bishops, rooks and queens of a color that attack a square when these squares
    /// are occupied.
    #[inline(always)]
    fn pieces_attacking(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        knight_attacks(square) & self.pieces(by, PieceType::Knight)
            | self.sliders_attacking(square, by, occupied)
    }
}
