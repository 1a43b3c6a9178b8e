//! Perft statistics: captures, checks and so on among the moves of the last ply.

use std::ops::AddAssign;

use crate::position::Position;
use crate::types::bitboard::Bitboard;
use crate::types::castling::castled;
use crate::types::moves::{Move, MoveKind};

/// Counts over the last moves of all sequences of some length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerftStats {
    /// Sequences.
    pub nodes: u64,
    /// Captures, en passant included.
    pub captures: u64,
    /// En-passant captures.
    pub en_passant: u64,
    /// Castlings.
    pub castles: u64,
    /// Promotions.
    pub promotions: u64,
    /// Checks of every kind, mates included.
    pub checks: u64,
    /// Checks by a piece that did not move, and by no other.
    pub discovered_checks: u64,
    /// Checks by two pieces.
    pub double_checks: u64,
    /// Mates.
    pub mates: u64,
}

impl AddAssign for PerftStats {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.captures += other.captures;
        self.en_passant += other.en_passant;
        self.castles += other.castles;
        self.promotions += other.promotions;
        self.checks += other.checks;
        self.discovered_checks += other.discovered_checks;
        self.double_checks += other.double_checks;
        self.mates += other.mates;
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
        if depth == 1 {
            stats += last_move(position, mv);
        } else {
            position.make(mv, &mut ());
            stats += perft_stats(position, depth - 1);
            position.unmake(mv);
        }
    }
    stats
}

fn last_move(position: &mut Position, mv: Move) -> PerftStats {
    let is_capture = position.is_capture(mv);
    position.make(mv, &mut ());
    let checkers = position.checkers();
    let is_mate = checkers.any() && !position.has_legal_move();
    position.unmake(mv);
    let moved = match mv.kind() {
        MoveKind::Castle => Bitboard::of(castled(mv.from(), mv.to()).1),
        _ => Bitboard::of(mv.to()),
    };
    PerftStats {
        nodes: 1,
        captures: u64::from(is_capture),
        en_passant: u64::from(mv.kind() == MoveKind::EnPassant),
        castles: u64::from(mv.kind() == MoveKind::Castle),
        promotions: u64::from(mv.promotion().is_some()),
        checks: u64::from(checkers.any()),
        discovered_checks: u64::from(checkers.any() && (checkers & moved).is_empty()),
        double_checks: u64::from(checkers.several()),
        mates: u64::from(is_mate),
    }
}

#[cfg(test)]
mod tests {
    use super::{PerftStats, Position, perft_stats};

    fn stats(numbers: [u64; 9]) -> PerftStats {
        let [
            nodes,
            captures,
            en_passant,
            castles,
            promotions,
            checks,
            discovered_checks,
            double_checks,
            mates,
        ] = numbers;
        PerftStats {
            nodes,
            captures,
            en_passant,
            castles,
            promotions,
            checks,
            discovered_checks,
            double_checks,
            mates,
        }
    }

    /// The published counts.
    #[test]
    fn the_published_tables_are_met() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let rooks = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
        for (fen, depth, numbers) in [
            (Position::START_FEN, 0, [1, 0, 0, 0, 0, 0, 0, 0, 0]),
            (
                Position::START_FEN,
                4,
                [197_281, 1_576, 0, 0, 0, 469, 0, 0, 8],
            ),
            (
                Position::START_FEN,
                5,
                [4_865_609, 82_719, 258, 0, 0, 27_351, 6, 0, 347],
            ),
            (kiwipete, 3, [97_862, 17_102, 45, 3_162, 0, 993, 0, 0, 1]),
            (
                kiwipete,
                4,
                [
                    4_085_603, 757_163, 1_929, 128_013, 15_172, 25_523, 42, 6, 43,
                ],
            ),
            (
                rooks,
                5,
                [674_624, 52_051, 1_165, 0, 0, 52_950, 1_292, 3, 0],
            ),
        ] {
            let mut position = Position::from_fen(fen).unwrap();
            assert_eq!(
                perft_stats(&mut position, depth),
                stats(numbers),
                "{fen} {depth}"
            );
        }
    }
}
