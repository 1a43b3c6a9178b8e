//! Checks and pins: of the position, and by a move.

use chess::{Bitboard, Color, Square, between, knight_attacks, line, pawn_attacks, rook_attacks};

use super::Position;
use crate::tables::leapers::{khon_attacks, met_attacks};
use crate::types::moves::Move;
use crate::types::piece::{Piece, PieceType};

/// The squares and pieces of the side to move that threaten the other king.
#[derive(Clone, Copy, Debug)]
pub struct CheckSquares {
    /// By type of piece: where one gives check.
    direct: [Bitboard; 6],
    /// The pieces that stand between an own rook and the king.
    shields: Bitboard,
}

impl Position {
    /// Finds who gives check to the side to move, and which of its pieces are pinned.
    #[inline(always)]
    pub(super) fn find_checks(&mut self) {
        let (us, them) = (self.side, !self.side);
        let king = self.king(us);
        let (rooks, shields) = self.rooks_facing(king, them);
        self.state.checkers = self.leapers_attacking(king, them) | rooks;
        self.state.pinned = shields & self.color(us);
    }

    /// The rooks of a color that attack a square, and the pieces of both colors that alone stand
    /// between one and the square.
    #[inline(always)]
    pub(super) fn rooks_facing(&self, square: Square, by: Color) -> (Bitboard, Bitboard) {
        let cross = Bitboard::file(square.file()) | Bitboard::rank(square.rank());
        let (mut attacking, mut shields) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for rook in cross & self.pieces(by, PieceType::Rook) {
            let blockers = between(square, rook) & self.occupied();
            if blockers.is_empty() {
                attacking |= Bitboard::of(rook);
            } else if !blockers.several() {
                shields |= blockers;
            }
        }
        (attacking, shields)
    }

    /// Whether a legal move gives check.
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        self.gives_check_from(&self.check_squares(), mv)
    }

    /// From where the side to move gives check.
    #[must_use]
    pub fn check_squares(&self) -> CheckSquares {
        let (us, them) = (self.side, !self.side);
        let king = self.king(them);
        let (_, shields) = self.rooks_facing(king, us);
        CheckSquares {
            // What attacks the king stands where the king's side would attack as that piece.
            direct: [
                pawn_attacks(them, king),
                met_attacks(king),
                khon_attacks(them, king),
                knight_attacks(king),
                rook_attacks(king, self.occupied()),
                Bitboard::EMPTY,
            ],
            shields: shields & self.color(us),
        }
    }

    /// [`Position::gives_check`] for a position whose check squares are known.
    #[must_use]
    #[inline(always)]
    pub fn gives_check_from(&self, squares: &CheckSquares, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let kind = match mv.promotes() {
            true => PieceType::Met,
            false => self.piece_on(from).map_or(PieceType::King, Piece::kind),
        };
        squares.direct[kind.index()].has(to)
            || squares.shields.has(from) && !line(self.king(!self.side), from).has(to)
    }
}
