//! Chases: what makes an attack one that may not go on for ever.
//!
//! A side chases an enemy piece if it could capture it and keep the gain. Whether the piece is
//! protected is decided after the capture: a protector that is pinned, or that lost its screen or
//! leg by the capture, protects nothing (a fake root).

use super::attacks::attacks;
use super::{Position, RepetitionRule};
use crate::tables::leapers::{horse_attacks_to, horse_leg};
use crate::types::bitboard::Bitboard;
use crate::types::color::Color;
use crate::types::moves::Move;
use crate::types::piece::PieceType;
use crate::types::square::Square;

/// How bad a perpetual chase is; the side with the worse one loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Chase {
    /// No piece was chased by every move.
    None,
    /// One piece was.
    Piece,
    /// It was a rook that a horse pins and that therefore cannot get away.
    PinnedRook,
}

/// The enemy pieces that every move of a side so far began to chase, on their present squares.
#[derive(Clone, Copy)]
struct Chased {
    pieces: Bitboard,
    /// Those of them that were rooks pinned by a horse each time.
    pinned_rooks: Bitboard,
}

impl Position {
    /// For each color, what each of its moves within the last `length` plies began to chase.
    ///
    /// An attack that stood before the move does not count, whichever piece made it: the sets of
    /// chased pieces before and after the move are compared. So discovered attacks count, and
    /// pieces that take turns in chasing.
    pub(super) fn perpetual_chases(&self, length: usize) -> [Chase; 2] {
        let mut board = self.without_history();
        let mut chased = Color::ALL.map(|color| Chased {
            pieces: self.color(!color),
            pinned_rooks: match self.repetition_rule {
                RepetitionRule::Computer => Bitboard::EMPTY,
                RepetitionRule::Wxf => self.pieces(!color, PieceType::Rook),
            },
        });
        for distance in 0..length {
            let Some(mv) = self.state_back(distance).mv else {
                return [Chase::None; 2];
            };
            let (mover, other) = (!board.side, board.side);
            let ours = &mut chased[mover.index()];
            if ours.pieces.any() {
                ours.pieces &= board.chased_by(mover);
                ours.pinned_rooks &= board.pinned_by_horses(mover);
                board.retract(mv);
                ours.pieces = ours.pieces.without(board.chased_by(mover));
            } else {
                board.retract(mv);
            }
            let theirs = &mut chased[other.index()];
            theirs.pieces = carried_back(theirs.pieces, mv);
            theirs.pinned_rooks = carried_back(theirs.pinned_rooks, mv);
            if chased.iter().all(|chased| chased.pieces.is_empty()) {
                break;
            }
        }
        chased.map(
            |Chased {
                 pieces,
                 pinned_rooks,
             }| {
                if (pieces & pinned_rooks).any() {
                    Chase::PinnedRook
                } else if pieces.any() {
                    Chase::Piece
                } else {
                    Chase::None
                }
            },
        )
    }

    /// The enemy pieces that `side` chases in this position.
    ///
    /// Kings and pawns may attack what they like. Kings are checked rather than chased, and pawns
    /// that have not crossed the river may be attacked for ever.
    fn chased_by(&self, side: Color) -> Bitboard {
        let (kings, pawns) = (self.kind(PieceType::King), self.kind(PieceType::Pawn));
        let victims = self
            .color(!side)
            .without(kings | pawns & Bitboard::home(!side));
        let mut chased = Bitboard::EMPTY;
        for from in self.color(side).without(kings | pawns) {
            let Some(piece) = self.piece_on(from) else {
                continue;
            };
            for to in attacks(piece, from, self.occupied()) & victims.without(chased) {
                if self.is_chase(side, from, to) {
                    chased |= Bitboard::of(to);
                }
            }
        }
        chased
    }

    /// Whether `side`'s attack from one square on another is a chase.
    fn is_chase(&self, side: Color, from: Square, to: Square) -> bool {
        let (Some(attacker), Some(victim)) = (self.piece_on(from), self.piece_on(to)) else {
            return false;
        };
        let (attacker, victim) = (attacker.kind(), victim.kind());
        let is_even = || attacker == victim && self.can_capture(!side, to, from);
        self.is_free_to_capture(side, from, to)
            && (gains_by_exchange(attacker, victim)
                || !self.can_recapture(side, from, to) && !is_even())
    }

    /// Whether a piece of `side` attacks a square and is free to capture there.
    fn can_capture(&self, side: Color, from: Square, to: Square) -> bool {
        self.piece_on(from)
            .is_some_and(|piece| attacks(piece, from, self.occupied()).has(to))
            && self.is_free_to_capture(side, from, to)
    }

    /// Whether the capture of another piece than the king is not forbidden by a pin. A check that
    /// is already there does not count: it says nothing about the attack.
    fn is_free_to_capture(&self, side: Color, from: Square, to: Square) -> bool {
        let occupied = self.occupied() ^ Bitboard::of(from);
        self.checkers_of(self.king(side), !side, occupied)
            .without(Bitboard::of(to) | self.checkers_against(side))
            .is_empty()
    }

    /// Whether the other side may take back on `to` what captured there from `from`.
    fn can_recapture(&self, side: Color, from: Square, to: Square) -> bool {
        let occupied = self.occupied() ^ Bitboard::of(from);
        let king = self.king(!side);
        let gone = Bitboard::of(from);
        let protectors = self.attackers(to, occupied) & self.color(!side);
        protectors.into_iter().any(|protector| {
            let occupied = occupied ^ Bitboard::of(protector);
            let exposed = if protector == king {
                self.checkers_of(to, side, occupied).without(gone)
            } else {
                self.checkers_of(king, side, occupied)
                    .without(gone | self.checkers_against(!side))
            };
            exposed.is_empty()
        })
    }

    /// The pieces that give check to a side, whoever is to move.
    fn checkers_against(&self, side: Color) -> Bitboard {
        self.checkers_of(self.king(side), !side, self.occupied())
    }

    /// The enemy pieces that stand on the leg of a horse of `side` and keep it from giving check.
    fn pinned_by_horses(&self, side: Color) -> Bitboard {
        let king = self.king(!side);
        let horses = horse_attacks_to(king, Bitboard::EMPTY) & self.pieces(side, PieceType::Horse);
        horses
            .into_iter()
            .map(|horse| horse_leg(horse, king))
            .collect::<Bitboard>()
            & self.color(!side)
    }
}

/// Whether the victim is worth so much more that protecting it does not help.
const fn gains_by_exchange(attacker: PieceType, victim: PieceType) -> bool {
    use PieceType::{Advisor, Cannon, Elephant, Horse, Rook};
    matches!(
        (attacker, victim),
        (Horse | Cannon, Rook) | (Advisor | Elephant, Rook | Horse | Cannon)
    )
}

/// The set before a move of one of its pieces.
fn carried_back(set: Bitboard, mv: Move) -> Bitboard {
    if set.has(mv.to()) {
        set ^ (Bitboard::of(mv.to()) | Bitboard::of(mv.from()))
    } else {
        set
    }
}
