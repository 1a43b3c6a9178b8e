//! Checks and pins of the position.

use super::Position;
use crate::tables::leapers::{horse_attacks_to, horse_leg, pawn_attacks_to};
use crate::tables::lines::{between, cross_of};
use crate::types::bitboard::Bitboard;
use crate::types::piece::PieceType;

impl Position {
    /// Finds who gives check to the side to move, which of its pieces are pinned, and where its
    /// pieces would become the screen of a hollow cannon.
    ///
    /// A piece that leaves a line can only open it to a rook (or king) behind one piece or to a
    /// cannon behind two; one that enters can only serve a cannon behind none. All else that a
    /// move may bring about needs a piece that is pinned, or a check to begin with.
    #[inline(always)]
    pub(super) fn find_checks(&mut self) {
        let (us, them) = (self.side, !self.side);
        let king = self.king(us);
        let theirs = self.color(them);
        let occupied = self.occupied();
        let mut pinned = Bitboard::EMPTY;
        let mut hollow = Bitboard::EMPTY;

        let horses = self.kind(PieceType::Horse) & theirs;
        let mut checkers = pawn_attacks_to(them, king) & self.kind(PieceType::Pawn) & theirs;
        let near = horse_attacks_to(king, Bitboard::EMPTY) & horses;
        if near.any() {
            let checking = near & horse_attacks_to(king, occupied);
            checkers |= checking;
            for horse in near.without(checking) {
                pinned |= Bitboard::of(horse_leg(horse, king));
            }
        }

        let cannons = self.kind(PieceType::Cannon);
        let rooks = self.kind(PieceType::Rook) | self.kind(PieceType::King);
        for slider in cross_of(king) & (rooks | cannons) & theirs {
            let blockers = between(king, slider) & occupied;
            let screens = u32::from(cannons.has(slider));
            if blockers.is_empty() {
                if screens == 0 {
                    checkers |= Bitboard::of(slider);
                } else {
                    hollow |= between(king, slider);
                }
            } else {
                let beyond = blockers.without_lowest();
                let count = if beyond.is_empty() {
                    1
                } else if !beyond.several() {
                    2
                } else {
                    3
                };
                if count == screens {
                    checkers |= Bitboard::of(slider);
                } else if count == screens + 1 {
                    pinned |= blockers;
                }
            }
        }
        self.state.checkers = checkers;
        self.state.pinned = pinned & self.color(us);
        self.state.hollow = hollow;
    }
}
