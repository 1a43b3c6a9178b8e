//! Static exchange evaluation (SEE): the material that a sequence of captures on one square wins.

use chess::{Bitboard, Color, Rank, Square, between, line, rook_attacks};

use super::Position;
use crate::types::moves::Move;
use crate::types::piece::PieceType;

/// The piece values of SEE, in centipawns. A king counts nothing because it is never taken: it may
/// only capture last.
#[must_use]
#[inline]
pub const fn see_value(kind: PieceType) -> i32 {
    /// From pawn to king.
    const VALUES: [i32; PieceType::COUNT] = [100, 150, 270, 320, 550, 0];
    VALUES[kind.index()]
}

/// What a pawn gains by becoming a met.
pub(crate) const PROMOTION_GAIN: i32 = see_value(PieceType::Met) - see_value(PieceType::Pawn);

impl Position {
    /// Whether the SEE value of a pseudo-legal move is at least `threshold`.
    ///
    /// Both sides capture with their least valuable attacker and stop when going on would lose.
    /// X-ray attackers join in; a pinned piece does not leave its line; a king captures only what is
    /// no longer defended; a pawn that captures on its sixth rank becomes a met. A king's move is
    /// assumed to be legal.
    #[must_use]
    #[inline]
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let Some(mover) = self.piece_on(from) else {
            return threshold <= 0;
        };
        let balance = self.immediate_gain(mv) - threshold;
        if balance < 0 {
            return false;
        }
        let kind = match mv.promotes() {
            true => PieceType::Met,
            false => mover.kind(),
        };
        let at_stake = see_value(kind);
        if balance >= at_stake + PROMOTION_GAIN {
            return true;
        }
        let occupied = self.occupied() & !Bitboard::of(from) | Bitboard::of(to);
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
        let mut attackers = self.attackers(to, occupied);
        let mut side = self.side;
        loop {
            side = !side;
            attackers &= occupied;
            let Some((from, kind)) = self.least_valuable_attacker(to, side, attackers, occupied)
            else {
                break;
            };
            let promotes = kind == PieceType::Pawn && to.rank() == Rank::Sixth.relative_to(side);
            let gained = if promotes { PROMOTION_GAIN } else { 0 };
            let is_ahead = if side == self.side {
                balance += at_stake + gained;
                balance >= 0
            } else {
                balance -= at_stake + gained;
                balance < 0
            };
            if !is_ahead {
                break;
            }
            at_stake = see_value(kind) + gained;
            occupied ^= Bitboard::of(from);
            attackers |= rook_attacks(to, occupied) & self.kind(PieceType::Rook);
        }
        side != self.side
    }

    /// The least valuable piece of a side that can capture on `to`.
    fn least_valuable_attacker(
        &self,
        to: Square,
        side: Color,
        attackers: Bitboard,
        occupied: Bitboard,
    ) -> Option<(Square, PieceType)> {
        let own = attackers & self.color(side);
        if own.is_empty() {
            return None;
        }
        for &kind in &PieceType::ALL[..PieceType::King.index()] {
            for from in own & self.kind(kind) {
                if !self.is_pinned(from, to, side, occupied) {
                    return Some((from, kind));
                }
            }
        }
        let king = own & self.kind(PieceType::King);
        let rooks = rook_attacks(to, occupied ^ king) & self.kind(PieceType::Rook);
        let defenders = (attackers | rooks) & occupied & self.color(!side);
        king.first()
            .filter(|_| defenders.is_empty())
            .map(|from| (from, PieceType::King))
    }

    /// Whether a piece is pinned to its king on a line that does not contain `to`.
    fn is_pinned(&self, from: Square, to: Square, side: Color, occupied: Bitboard) -> bool {
        let king = self.king(side);
        let through = line(king, from);
        through.any()
            && !through.has(to)
            && (through & self.pieces(!side, PieceType::Rook) & occupied)
                .into_iter()
                // Of the occupied squares in between, the piece stands on the only one.
                .any(|rook| {
                    rook_attacks(rook, occupied ^ Bitboard::of(from)).has(king)
                        && between(king, rook).has(from)
                })
    }
}
