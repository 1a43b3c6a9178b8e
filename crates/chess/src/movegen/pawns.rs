//! Moves of the pawns, all at once.

use super::Wanted;
use super::sink::Sink;
use crate::position::Position;
use crate::tables::leapers::pawn_attacks;
use crate::tables::lines::{antidiagonal, diagonal};
use crate::types::bitboard::Bitboard;
use crate::types::color::{Color, Side};
use crate::types::moves::{Move, MoveKind};
use crate::types::piece::PieceType;
use crate::types::square::{Rank, Square};

impl Position {
    /// All legal pawn moves to squares that answer a check (all squares when there is none).
    ///
    /// A pinned pawn may move only along the line to its king, and a line has one direction: so a
    /// pin on the king's file leaves the pushes, and a pin on a diagonal the captures that way.
    #[inline(always)]
    pub(super) fn pawn_moves<S: Side, W: Wanted, T: Sink>(
        &self,
        king: Square,
        answers: Bitboard,
        sink: &mut T,
    ) {
        let us = S::US;
        let up: i8 = if matches!(us, Color::White) { 8 } else { -8 };
        let pawns = self.pieces(us, PieceType::Pawn);
        let free = pawns & !self.pinned();
        let pinned = pawns & self.pinned();
        let last = Bitboard::rank(Rank::Eighth.relative_to(us));

        let pushable = free | pinned & Bitboard::file(king.file());
        let empty = !self.occupied();
        let pushed = pushable.forward(us) & empty;
        if W::QUIET {
            let third = Bitboard::rank(Rank::Third.relative_to(us));
            sink.pawns(pushed & answers & !last, up, MoveKind::Normal);
            let doubled = (pushed & third).forward(us) & empty & answers;
            sink.pawns(doubled, 2 * up, MoveKind::DoublePush);
        }
        let promoted = pushed & answers & last;
        if promoted.any() {
            push_promotions::<W, T>(promoted, up, sink);
        }

        if W::NOISY {
            let (east_line, west_line) = match us {
                Color::White => (diagonal(king), antidiagonal(king)),
                Color::Black => (antidiagonal(king), diagonal(king)),
            };
            let victims = self.color(!us) & answers;
            let east = (free | pinned & east_line).forward(us).east() & victims;
            let west = (free | pinned & west_line).forward(us).west() & victims;
            sink.pawns(east & !last, up + 1, MoveKind::Normal);
            sink.pawns(west & !last, up - 1, MoveKind::Normal);
            if ((east | west) & last).any() {
                for kind in MoveKind::PROMOTIONS {
                    sink.pawns(east & last, up + 1, kind);
                    sink.pawns(west & last, up - 1, kind);
                }
            }
            if let Some(target) = self.en_passant() {
                self.en_passant_moves::<S, T>(target, sink);
            }
        }
    }

    /// En-passant captures. The position only admits a target if some capture on it is legal, but
    /// with two pawns beside the victim the other one may still be pinned.
    fn en_passant_moves<S: Side, T: Sink>(&self, target: Square, sink: &mut T) {
        let victim = target.forward(!S::US);
        for from in pawn_attacks(!S::US, target) & self.pieces(S::US, PieceType::Pawn) {
            if !self.en_passant_exposes_king(S::US, from, target, victim) {
                sink.single(Move::new(from, target, MoveKind::EnPassant));
            }
        }
    }
}

/// Promotions without capture: the queen is noisy, the others are quiet.
fn push_promotions<W: Wanted, T: Sink>(targets: Bitboard, up: i8, sink: &mut T) {
    for kind in MoveKind::PROMOTIONS {
        let is_queen = kind == MoveKind::PromoteQueen;
        if is_queen && W::NOISY || !is_queen && W::QUIET {
            sink.pawns(targets, up, kind);
        }
    }
}
