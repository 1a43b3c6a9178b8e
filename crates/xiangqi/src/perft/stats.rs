//! Perft statistics: captures, checks and so on among the moves of the last ply.

use std::ops::AddAssign;

use crate::position::Position;
use crate::types::bitboard::Bitboard;
use crate::types::moves::Move;

/// Counts over the last moves of all sequences of some length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerftStats {
    /// Sequences.
    pub nodes: u64,
    /// Captures.
    pub captures: u64,
    /// Checks of every kind, mates included.
    pub checks: u64,
    /// Checks by a piece that did not move, and by no other.
    pub discovered_checks: u64,
    /// Checks by two pieces or more.
    pub double_checks: u64,
    /// Mates.
    pub mates: u64,
    /// Stalemates.
    pub stalemates: u64,
}

impl AddAssign for PerftStats {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.captures += other.captures;
        self.checks += other.checks;
        self.discovered_checks += other.discovered_checks;
        self.double_checks += other.double_checks;
        self.mates += other.mates;
        self.stalemates += other.stalemates;
    }
}

/// Plays every sequence of `depth` legal moves and counts what the last moves are.
#[must_use]
pub fn perft_stats(position: &mut Position, depth: u32) -> PerftStats {
    let mut stats = PerftStats::default();
    if depth == 0 {
        stats.nodes = 1;
        return stats;
    }
    for &mv in &position.legal_moves() {
        let is_capture = position.is_capture(mv);
        position.make(mv, &mut ());
        stats += if depth == 1 {
            last_move(position, mv, is_capture)
        } else {
            perft_stats(position, depth - 1)
        };
        position.unmake(mv);
    }
    stats
}

/// What the move that was just made is.
fn last_move(position: &Position, mv: Move, is_capture: bool) -> PerftStats {
    let checkers = position.checkers();
    let is_end = !position.has_legal_move();
    let is_discovered = checkers.any() && (checkers & Bitboard::of(mv.to())).is_empty();
    PerftStats {
        nodes: 1,
        captures: u64::from(is_capture),
        checks: u64::from(checkers.any()),
        discovered_checks: u64::from(is_discovered),
        double_checks: u64::from(checkers.several()),
        mates: u64::from(checkers.any() && is_end),
        stalemates: u64::from(checkers.is_empty() && is_end),
    }
}
