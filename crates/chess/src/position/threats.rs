//! What the side not to move attacks, by how valuable the attackers are.

use super::Position;
use crate::tables::leapers::{king_attacks, knight_attacks};
use crate::tables::sliders::{bishop_attacks, queen_attacks, rook_attacks};
use crate::types::bitboard::Bitboard;
use crate::types::piece::PieceType;

/// The squares that the opponent's pieces attack, summed up from the least valuable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threats {
    /// Attacked by pawns.
    pub pawns: Bitboard,
    /// Attacked by pawns, knights or bishops.
    pub minors: Bitboard,
    /// Attacked by pawns, minor pieces or rooks.
    pub rooks: Bitboard,
    /// Attacked by anything.
    pub all: Bitboard,
    /// The above by type of piece, so that asking about many pieces needs no branch.
    lesser: [Bitboard; 6],
}

impl Threats {
    /// The squares where a piece of this type is attacked by a less valuable one.
    #[inline]
    pub const fn by_lesser(&self, kind: PieceType) -> Bitboard {
        self.lesser[kind.index()]
    }
}

impl Position {
    /// What the side not to move attacks.
    pub fn threats(&self) -> Threats {
        let them = !self.side;
        let occupied = self.occupied();
        let ahead = self.pieces(them, PieceType::Pawn).forward(them);
        let pawns = ahead.west() | ahead.east();
        let mut minors = pawns;
        for square in self.pieces(them, PieceType::Knight) {
            minors |= knight_attacks(square);
        }
        for square in self.pieces(them, PieceType::Bishop) {
            minors |= bishop_attacks(square, occupied);
        }
        let mut rooks = minors;
        for square in self.pieces(them, PieceType::Rook) {
            rooks |= rook_attacks(square, occupied);
        }
        let mut all = rooks | king_attacks(self.king(them));
        for square in self.pieces(them, PieceType::Queen) {
            all |= queen_attacks(square, occupied);
        }
        Threats {
            pawns,
            minors,
            rooks,
            all,
            lesser: [
                Bitboard::EMPTY,
                pawns,
                pawns,
                minors,
                rooks,
                Bitboard::EMPTY,
            ],
        }
    }

    /// The pieces of the side to move that a less valuable piece attacks.
    pub fn threatened(&self) -> Bitboard {
        let threats = self.threats();
        PieceType::ALL
            .into_iter()
            .fold(Bitboard::EMPTY, |set, kind| {
                set | self.pieces(self.side, kind) & threats.by_lesser(kind)
            })
    }
}
