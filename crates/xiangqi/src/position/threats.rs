//! What the side not to move attacks, by how valuable the attackers are.

use super::Position;
use crate::tables::leapers::{advisor_attacks, elephant_attacks, horse_attacks, king_attacks};
use crate::tables::sliders::{cannon_attacks, rook_attacks};
use crate::types::bitboard::Bitboard;
use crate::types::piece::PieceType;

/// The squares that the opponent's pieces attack, summed up from the least valuable.
///
/// A cannon attacks the squares behind its screens, empty or not: what goes there can be captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threats {
    /// Attacked by anything.
    pub all: Bitboard,
    /// By type of piece: attacked by a less valuable one.
    lesser: [Bitboard; 7],
}

impl Threats {
    /// The squares where a piece of this type is attacked by a less valuable one.
    #[must_use]
    #[inline]
    pub const fn by_lesser(&self, kind: PieceType) -> Bitboard {
        self.lesser[kind.index()]
    }
}

impl Position {
    /// What the side not to move attacks.
    #[must_use]
    pub fn threats(&self) -> Threats {
        let them = !self.side;
        let theirs = self.color(them);
        let occupied = self.occupied();
        let pawns = self.kind(PieceType::Pawn) & theirs;
        let across = pawns & Bitboard::home(self.side);
        let pawns = pawns.forward(them) | across.east() | across.west();
        let mut guards = pawns;
        for square in self.kind(PieceType::Elephant) & theirs {
            guards |= elephant_attacks(square, occupied);
        }
        for square in self.kind(PieceType::Advisor) & theirs {
            guards |= advisor_attacks(square);
        }
        let mut minors = guards;
        for square in self.kind(PieceType::Horse) & theirs {
            minors |= horse_attacks(square, occupied);
        }
        for square in self.kind(PieceType::Cannon) & theirs {
            minors |= cannon_attacks(square, occupied);
        }
        let mut all = minors | king_attacks(self.king(them));
        for square in self.kind(PieceType::Rook) & theirs {
            all |= rook_attacks(square, occupied);
        }
        let none = Bitboard::EMPTY;
        Threats {
            all,
            lesser: [none, pawns, pawns, guards, guards, minors, none],
        }
    }
}
