//! The kinds of moves that perft statistics count.

use crate::position::Position;
use crate::types::bitboard::Bitboard;
use crate::types::castling::castled;
use crate::types::moves::{Move, MoveKind};

/// Captures include en passant and checks include mates. A discovered check is given by a piece that
/// did not move, and by no other.
pub(crate) const MOVE_KINDS: [&str; 8] = [
    "captures",
    "en passant",
    "castles",
    "promotions",
    "checks",
    "discovered checks",
    "double checks",
    "mates",
];

/// Of which of [`MOVE_KINDS`] a legal move is.
pub(crate) fn move_kinds(position: &mut Position, mv: Move) -> [bool; MOVE_KINDS.len()] {
    let is_capture = position.is_capture(mv);
    position.make(mv, &mut ());
    let checkers = position.checkers();
    let is_mate = checkers.any() && !position.has_legal_move();
    position.unmake(mv);
    let moved = match mv.kind() {
        MoveKind::Castle => Bitboard::of(castled(mv.from(), mv.to()).1),
        _ => Bitboard::of(mv.to()),
    };
    [
        is_capture,
        mv.kind() == MoveKind::EnPassant,
        mv.kind() == MoveKind::Castle,
        mv.promotion().is_some(),
        checkers.any(),
        checkers.any() && (checkers & moved).is_empty(),
        checkers.several(),
        is_mate,
    ]
}
