//! Static exchange evaluation (SEE): the material that a sequence of captures on one square wins.

use super::Position;
use crate::tables::lines::{between, line};
use crate::tables::sliders::{bishop_attacks, rook_attacks};
use crate::types::bitboard::Bitboard;
use crate::types::color::Color;
use crate::types::moves::{Move, MoveKind};
use crate::types::piece::PieceType;
use crate::types::square::{Rank, Square};

/// The piece values of SEE, in centipawns. A king counts nothing because it is never taken: it may
/// only capture last.
#[inline]
pub const fn see_value(kind: PieceType) -> i32 {
    /// From pawn to king.
    const VALUES: [i32; PieceType::COUNT] = [100, 300, 300, 500, 900, 0];
    VALUES[kind.index()]
}

/// What a pawn gains by becoming a queen.
const PROMOTION_GAIN: i32 = see_value(PieceType::Queen) - see_value(PieceType::Pawn);

impl Position {
    /// Whether the SEE value of a pseudo-legal move is at least `threshold`.
    ///
    /// Both sides capture with their least valuable attacker and stop when going on would lose.
    /// X-ray attackers join in; a pinned piece does not leave its line; a king captures only what is
    /// no longer defended; a pawn that captures on the last rank becomes a queen. Castling has the
    /// value 0. A king's move is assumed to be legal.
    #[inline]
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        if mv.kind() == MoveKind::Castle {
            return threshold <= 0;
        }
        let (from, to) = (mv.from(), mv.to());
        let Some(mover) = self.piece_on(from) else {
            return threshold <= 0;
        };
        let mut occupied = self.occupied() & !Bitboard::of(from) | Bitboard::of(to);
        let mut gain = self.piece_on(to).map_or(0, |piece| see_value(piece.kind()));
        let mut at_stake = see_value(mover.kind());
        if mv.kind() == MoveKind::EnPassant {
            occupied ^= Bitboard::of(self.en_passant_victim(to));
            gain = see_value(PieceType::Pawn);
        } else if let Some(kind) = mv.promotion() {
            at_stake = see_value(kind);
            gain += at_stake - see_value(PieceType::Pawn);
        }

        let balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        let promotes = matches!(to.rank(), Rank::First | Rank::Eighth);
        if balance >= at_stake && !promotes {
            return true;
        }
        self.wins_swap(
            to,
            occupied,
            Swap {
                balance,
                at_stake,
                promotes,
            },
        )
    }

    /// The swap algorithm after the first capture: whether the side to move keeps the balance at or
    /// above zero.
    ///
    /// Whoever has just captured is ahead. The other side must recapture; if it cannot, or is still
    /// behind afterwards, the result is decided.
    ///
    /// Out of line, because most calls are decided before.
    #[inline(never)]
    fn wins_swap(&self, to: Square, mut occupied: Bitboard, swap: Swap) -> bool {
        let Swap {
            mut balance,
            mut at_stake,
            promotes,
        } = swap;
        let mut attackers = self.attackers(to, occupied);
        let mut side = self.side;
        loop {
            side = !side;
            attackers &= occupied;
            let Some((from, kind)) = self.least_valuable_attacker(to, side, attackers, occupied)
            else {
                break;
            };
            let gained = if promotes && kind == PieceType::Pawn {
                PROMOTION_GAIN
            } else {
                0
            };
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
            attackers |= self.x_ray_attackers(kind, to, occupied);
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
        for kind in &PieceType::ALL[..PieceType::King.index()] {
            for from in own & self.kind(*kind) {
                if !self.is_pinned(from, to, side, occupied) {
                    return Some((from, *kind));
                }
            }
        }
        let king = own & self.kind(PieceType::King);
        let defenders = attackers | self.sliders_through(to, occupied ^ king);
        let undefended = (defenders & occupied & self.color(!side)).is_empty();
        king.first()
            .filter(|_| undefended)
            .map(|from| (from, PieceType::King))
    }

    /// Whether a piece is pinned to its king on a line that does not contain `to`.
    fn is_pinned(&self, from: Square, to: Square, side: Color, occupied: Bitboard) -> bool {
        let king = self.king(side);
        let through = line(king, from);
        through.any() && !through.has(to) && {
            let snipers = self.snipers(king, !side) & through & occupied;
            // Of the occupied squares in between, the piece stands on the only one.
            snipers
                .into_iter()
                .any(|sniper| between(king, sniper) & occupied == Bitboard::of(from))
        }
    }

    /// The X-ray attackers of both sides that a capture on `to` by a piece of this type uncovers:
    /// they move along the same line.
    #[inline]
    fn x_ray_attackers(&self, kind: PieceType, to: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.kind(PieceType::Queen);
        let mut sliders = Bitboard::EMPTY;
        if matches!(kind, PieceType::Pawn | PieceType::Bishop | PieceType::Queen) {
            sliders |= bishop_attacks(to, occupied) & (self.kind(PieceType::Bishop) | queens);
        }
        if matches!(kind, PieceType::Rook | PieceType::Queen) {
            sliders |= rook_attacks(to, occupied) & (self.kind(PieceType::Rook) | queens);
        }
        sliders
    }

    /// The sliders of both sides that attack a square when these squares are occupied.
    fn sliders_through(&self, to: Square, occupied: Bitboard) -> Bitboard {
        let queens = self.kind(PieceType::Queen);
        bishop_attacks(to, occupied) & (self.kind(PieceType::Bishop) | queens)
            | rook_attacks(to, occupied) & (self.kind(PieceType::Rook) | queens)
    }
}

/// The state of the swap algorithm.
struct Swap {
    /// The material balance of the side to move, less the threshold.
    balance: i32,
    /// The value of the piece that captured last.
    at_stake: i32,
    /// Whether pawns that capture here promote.
    promotes: bool,
}
