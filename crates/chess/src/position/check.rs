//! Checks and pins: of the position, and by a move.

use super::Position;
use crate::tables::leapers::{knight_attacks, pawn_attacks};
use crate::tables::lines::{between, line};
use crate::tables::sliders::{bishop_attacks, rook_attacks};
use crate::types::bitboard::Bitboard;
use crate::types::castling::castled;
use crate::types::color::{Color, Side};
use crate::types::moves::{Move, MoveKind};
use crate::types::piece::PieceType;
use crate::types::square::Square;

impl Position {
    /// Finds who gives check to `S`, whose turn it is, and which of its pieces are pinned.
    #[inline(always)]
    pub(super) fn find_checks<S: Side>(&mut self) {
        let king = self.king(S::US);
        let them = !S::US;
        let leapers = knight_attacks(king) & self.kind(PieceType::Knight)
            | pawn_attacks(S::US, king) & self.kind(PieceType::Pawn);
        let mut checkers = leapers & self.color(them);
        let mut pinned = Bitboard::EMPTY;
        let occupied = self.occupied();
        for sniper in self.snipers(king, them) {
            let blockers = between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= Bitboard::of(sniper);
            } else if !blockers.several() {
                pinned |= blockers;
            }
        }
        self.state.checkers = checkers;
        self.state.pinned = pinned & self.color(S::US);
    }

    /// Whether an en-passant capture would open a line to the capturing side's king: along the
    /// rank that both pawns leave at once, or any other.
    #[inline]
    pub(crate) fn en_passant_exposes_king(
        &self,
        us: Color,
        from: Square,
        target: Square,
        victim: Square,
    ) -> bool {
        let pawns = Bitboard::of(from) | Bitboard::of(victim);
        let occupied = self.occupied() ^ pawns | Bitboard::of(target);
        self.sliders_attacking(self.king(us), !us, occupied).any()
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        let (us, them) = (self.side, !self.side);
        let (from, to) = (mv.from(), mv.to());
        let king = self.king(them);
        let cleared = self.occupied() ^ Bitboard::of(from);
        let occupied = cleared | Bitboard::of(to);
        match mv.kind() {
            MoveKind::Castle => {
                let (king_to, rook_to) = castled(from, to);
                let arrived = Bitboard::of(king_to) | Bitboard::of(rook_to);
                rook_attacks(king, cleared & !Bitboard::of(to) | arrived).has(rook_to)
            }
            MoveKind::EnPassant => {
                let victim = Bitboard::of(self.en_passant_victim(to));
                pawn_attacks(them, king).has(to)
                    || self.sliders_attacking(king, us, occupied ^ victim).any()
            }
            _ => {
                let kind = mv
                    .promotion()
                    .or(self.piece_on(from).map(|piece| piece.kind()));
                let direct = match kind {
                    Some(PieceType::Pawn) => pawn_attacks(them, king).has(to),
                    Some(PieceType::Knight) => knight_attacks(king).has(to),
                    Some(PieceType::Bishop) => bishop_attacks(king, cleared).has(to),
                    Some(PieceType::Rook) => rook_attacks(king, cleared).has(to),
                    Some(PieceType::Queen) => {
                        bishop_attacks(king, cleared).has(to) || rook_attacks(king, cleared).has(to)
                    }
                    Some(PieceType::King) | None => false,
                };
                direct || self.discovers_check(from, to, occupied)
            }
        }
    }

    /// Whether moving a piece away opens a line of an own slider to the other king.
    #[inline]
    fn discovers_check(&self, from: Square, to: Square, occupied: Bitboard) -> bool {
        let king = self.king(!self.side);
        let through = line(king, from);
        through.any() && !through.has(to) && {
            // The piece that moved is not one of the sliders left behind.
            let behind = through & !Bitboard::of(from);
            (self.sliders_attacking(king, self.side, occupied) & behind).any()
        }
    }
}
