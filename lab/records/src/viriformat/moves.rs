//! Moves in viriformat's 16 bits: origin, target (of castling: the rook's square), what a pawn
//! becomes, and what is special.

use chess::{Move, MoveKind, Position};

const EN_PASSANT: u16 = 1 << 14;
const CASTLE: u16 = 2 << 14;
const PROMOTION: u16 = 3 << 14;

/// The bits of a move.
pub(super) fn to_code(mv: Move) -> u16 {
    let special = match mv.kind() {
        MoveKind::Normal | MoveKind::DoublePush => 0,
        MoveKind::EnPassant => EN_PASSANT,
        MoveKind::Castle => CASTLE,
        MoveKind::PromoteKnight => PROMOTION,
        MoveKind::PromoteBishop => PROMOTION | 1 << 12,
        MoveKind::PromoteRook => PROMOTION | 2 << 12,
        MoveKind::PromoteQueen => PROMOTION | 3 << 12,
    };
    mv.from() as u16 | (mv.to() as u16) << 6 | special
}

/// The legal move with these bits.
pub(super) fn from_code(position: &Position, code: u16) -> Option<Move> {
    let moves = position.legal_moves();
    moves.iter().copied().find(|&mv| to_code(mv) == code)
}
