//! The kinds of moves that perft statistics count.

use chess::Bitboard;

use crate::position::Position;
use crate::types::moves::Move;

/// Checks include mates. A discovered check is given by a piece that did not move, and by no other.
pub(crate) const MOVE_KINDS: [&str; 7] = [
    "captures",
    "promotions",
    "checks",
    "discovered checks",
    "double checks",
    "mates",
    "stalemates",
];

/// Of which of [`MOVE_KINDS`] a legal move is.
pub(crate) fn move_kinds(position: &mut Position, mv: Move) -> [bool; MOVE_KINDS.len()] {
    let is_capture = position.is_capture(mv);
    position.make(mv, &mut ());
    let checkers = position.checkers();
    let is_end = !position.has_legal_move();
    position.unmake(mv);
    [
        is_capture,
        mv.promotes(),
        checkers.any(),
        checkers.any() && (checkers & Bitboard::of(mv.to())).is_empty(),
        checkers.several(),
        checkers.any() && is_end,
        checkers.is_empty() && is_end,
    ]
}
