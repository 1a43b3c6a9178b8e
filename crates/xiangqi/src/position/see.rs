//! Static exchange evaluation (SEE): the material that a sequence of captures on one square wins.

use super::Position;
use crate::tables::leapers::{
    advisor_attacks, elephant_attacks, horse_attacks_to, king_attacks, pawn_attacks_to,
};
use crate::tables::lines::{cross_of, shields_of};
use crate::tables::sliders::{cannon_attacks, rook_attacks};
use crate::types::bitboard::Bitboard;
use crate::types::color::Color;
use crate::types::moves::Move;
use crate::types::piece::PieceType;
use crate::types::square::Square;

/// The piece values of SEE, in centipawns. A king counts nothing because it is never taken: it may
/// only capture last.
#[must_use]
#[inline]
pub const fn see_value(kind: PieceType) -> i32 {
    /// From pawn to king.
    const VALUES: [i32; PieceType::COUNT] = [100, 130, 150, 500, 530, 900, 0];
    VALUES[kind.index()]
}

impl Position {
    /// Whether the SEE value of a pseudo-legal move is at least `threshold`.
    ///
    /// Both sides capture with their least valuable attacker and stop when going on would lose.
    /// After each capture the attackers are found anew, because a piece that leaves may be the
    /// screen of a cannon, the leg of a horse or the eye of an elephant. A piece that shields its
    /// king stays; a king captures only what is no longer defended. A king's move is assumed to be
    /// legal.
    #[must_use]
    #[inline]
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(mover) = self.piece_on(from) else {
            return threshold <= 0;
        };
        let gain = self.piece_on(to).map_or(0, |piece| see_value(piece.kind()));
        let balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        let at_stake = see_value(mover.kind());
        if balance >= at_stake {
            return true;
        }
        let occupied = self.occupied() ^ Bitboard::of(from) | Bitboard::of(to);
        self.wins_swap(to, occupied, balance, at_stake)
    }

    /// The swap algorithm after the first capture: whether the side to move keeps the balance at or
    /// above zero.
    ///
    /// Whoever has just captured is ahead. The other side must recapture; if it cannot, or is still
    /// behind afterwards, the result is decided.
    ///
    /// Out of line, because most calls are decided before.
    #[inline(never)]
    fn wins_swap(
        &self,
        to: Square,
        mut occupied: Bitboard,
        mut balance: i32,
        mut at_stake: i32,
    ) -> bool {
        let mut side = self.side;
        loop {
            side = !side;
            let Some((from, kind)) = self.least_valuable_attacker(to, side, occupied) else {
                break;
            };
            let is_ahead = if side == self.side {
                balance += at_stake;
                balance >= 0
            } else {
                balance -= at_stake;
                balance < 0
            };
            if !is_ahead {
                break;
            }
            at_stake = see_value(kind);
            occupied ^= Bitboard::of(from);
        }
        side != self.side
    }

    /// The least valuable piece of a side that can capture on `to`.
    #[inline(always)]
    fn least_valuable_attacker(
        &self,
        to: Square,
        side: Color,
        occupied: Bitboard,
    ) -> Option<(Square, PieceType)> {
        let own = self.color(side) & occupied;
        let first = |kind: PieceType, reach: Bitboard| {
            (reach & self.kind(kind) & own)
                .into_iter()
                .find(|&from| !self.exposes_king(from, to, side, occupied))
                .map(|from| (from, kind))
        };
        let sliders = self.kind(PieceType::Cannon) | self.kind(PieceType::Rook);
        let has_slider = (cross_of(to) & sliders & own).any();
        first(PieceType::Pawn, pawn_attacks_to(side, to))
            .or_else(|| first(PieceType::Elephant, elephant_attacks(to, occupied)))
            .or_else(|| first(PieceType::Advisor, advisor_attacks(to)))
            .or_else(|| first(PieceType::Horse, horse_attacks_to(to, occupied)))
            .or_else(|| {
                has_slider.then(|| first(PieceType::Cannon, cannon_attacks(to, occupied)))?
            })
            .or_else(|| has_slider.then(|| first(PieceType::Rook, rook_attacks(to, occupied)))?)
            .or_else(|| self.king_that_captures(to, side, occupied))
    }

    /// The king of a side if it can capture on `to`, which must not be defended.
    fn king_that_captures(
        &self,
        to: Square,
        side: Color,
        occupied: Bitboard,
    ) -> Option<(Square, PieceType)> {
        let king = king_attacks(to) & self.pieces(side, PieceType::King) & occupied;
        let is_defended = || {
            let defenders = self.checkers_of(to, !side, occupied ^ king);
            (defenders & occupied).any()
        };
        king.first()
            .filter(|_| !is_defended())
            .map(|from| (from, PieceType::King))
    }

    /// Whether a capture on `to` opens the own king to a piece that did not attack it before.
    #[inline(always)]
    fn exposes_king(&self, from: Square, to: Square, side: Color, occupied: Bitboard) -> bool {
        shields_of(self.king(side)).has(from) && self.unshields_king(from, to, side, occupied)
    }

    /// [`Position::exposes_king`] of a piece that may shield it.
    #[inline(never)]
    fn unshields_king(&self, from: Square, to: Square, side: Color, occupied: Bitboard) -> bool {
        let king = self.king(side);
        let others = occupied.without(Bitboard::of(to));
        let before = self.checkers_of(king, !side, occupied);
        let after = self.checkers_of(king, !side, occupied ^ Bitboard::of(from));
        (after.without(before) & others).any()
    }
}
