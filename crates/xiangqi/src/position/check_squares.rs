//! Checks by a move: of one move, and from where the side to move gives check.

use super::Position;
use super::attacks::checking_sliders;
use crate::tables::leapers::{horse_attacks_to, horse_leg, pawn_attacks_to};
use crate::tables::lines::{between, cross_of, shields_of};
use crate::tables::sliders::{cannon_attacks, rook_attacks};
use crate::types::bitboard::Bitboard;
use crate::types::moves::Move;
use crate::types::piece::PieceType;

/// The squares and pieces of the side to move that threaten the other king.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    /// By type of piece: where one gives check, by itself or as the screen of a hollow cannon.
    direct: [Bitboard; 7],
    /// The pieces that may discover a check by leaving, and the cannons that stand on a line of the
    /// king: what their moves do depends on more than the target.
    special: Bitboard,
}

impl Position {
    /// Whether a legal move gives check.
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let (us, king) = (self.side, self.king(!self.side));
        let kind = self.piece_on(from).map(|piece| piece.kind());
        let occupied = self.occupied() ^ Bitboard::of(from) | Bitboard::of(to);
        // Far from the king's lines and from the legs of horses only a horse gives check.
        let changed = Bitboard::of(from) | Bitboard::of(to);
        if (shields_of(king) & changed).is_empty() {
            return kind == Some(PieceType::Horse) && horse_attacks_to(king, occupied).has(to);
        }
        let own = |of: PieceType| {
            let before = self.pieces(us, of);
            if kind == Some(of) {
                before ^ changed
            } else {
                before
            }
        };
        let leapers = pawn_attacks_to(us, king) & own(PieceType::Pawn)
            | horse_attacks_to(king, occupied) & own(PieceType::Horse);
        let cannons = own(PieceType::Cannon);
        let sliders = own(PieceType::Rook) | cannons;
        leapers.any() || checking_sliders(king, sliders, cannons, occupied).any()
    }

    /// From where the side to move gives check.
    #[must_use]
    pub fn check_squares(&self) -> CheckSquares {
        let (us, king) = (self.side, self.king(!self.side));
        let occupied = self.occupied();
        let ours = self.color(us);
        let cannons = self.kind(PieceType::Cannon) & ours;
        let rooks = self.kind(PieceType::Rook) & ours;
        let cross = cross_of(king);

        let mut hollow = Bitboard::EMPTY;
        let mut special = cross & cannons;
        for slider in cross & (rooks | cannons) {
            let inside = between(king, slider);
            let blockers = inside & occupied;
            let most = 1 + u32::from(cannons.has(slider));
            if blockers.count() == most {
                special |= blockers;
            } else if blockers.is_empty() {
                hollow |= inside;
            }
        }
        let near = horse_attacks_to(king, Bitboard::EMPTY) & self.kind(PieceType::Horse) & ours;
        for horse in near {
            special |= Bitboard::of(horse_leg(horse, king));
        }
        CheckSquares {
            direct: [
                hollow | pawn_attacks_to(us, king),
                hollow,
                hollow,
                hollow | horse_attacks_to(king, occupied),
                hollow | cannon_attacks(king, occupied),
                hollow | rook_attacks(king, occupied),
                hollow,
            ],
            special: special & ours,
        }
    }

    /// [`Position::gives_check`] for a position whose check squares are known.
    #[must_use]
    #[inline(always)]
    pub fn gives_check_from(&self, squares: &CheckSquares, mv: Move) -> bool {
        let from = mv.from();
        if squares.special.has(from) {
            return self.gives_check_specially(mv);
        }
        let kind = self
            .piece_on(from)
            .map_or(PieceType::King, |piece| piece.kind());
        squares.direct[kind.index()].has(mv.to())
    }

    /// Apart, so that asking about usual moves needs no call.
    #[cold]
    fn gives_check_specially(&self, mv: Move) -> bool {
        self.gives_check(mv)
    }
}
