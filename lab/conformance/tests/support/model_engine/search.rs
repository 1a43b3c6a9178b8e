//! A plain alpha-beta search over material. Positions with many pieces are searched two plies deep whatever
//! depth is asked for, so that tests are quick in unoptimized builds.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use chess::{Color, Move, PieceType, Position};

pub const MATE: i32 = 30_000;
const MOST_PLIES: u32 = 40;

/// The maximum depth in a position, by the number of pieces.
pub fn horizon(position: &Position) -> u32 {
    match position.occupied().into_iter().count() {
        0..=5 => 5,
        6..=12 => 3,
        _ => 2,
    }
}

/// What stops a search.
pub struct Brake<'a> {
    pub stop: &'a AtomicBool,
    pub nodes: Option<u64>,
    pub deadline: &'a dyn Fn() -> Option<Instant>,
}

pub struct Searcher<'a> {
    pub brake: Brake<'a>,
    pub nodes: u64,
    pub stopped: bool,
}

/// A move with its score and variation.
#[derive(Clone, Debug)]
pub struct RootLine {
    pub score: i32,
    pub moves: Vec<Move>,
}

impl Searcher<'_> {
    /// Scores the root moves, best first; `None` if stopped.
    pub fn iteration(
        &mut self,
        position: &mut Position,
        moves: &[Move],
        depth: u32,
    ) -> Option<Vec<RootLine>> {
        let mut lines = Vec::new();
        for &mv in moves {
            let mut line = vec![mv];
            position.make(mv, &mut ());
            let score = -self.score(position, (depth - 1, 1), (-MATE, MATE), &mut line);
            position.unmake(mv);
            if self.stopped {
                return None;
            }
            lines.push(RootLine { score, moves: line });
        }
        lines.sort_by_key(|line| -line.score);
        Some(lines)
    }

    fn score(
        &mut self,
        position: &mut Position,
        (depth, ply): (u32, u32),
        (mut alpha, beta): (i32, i32),
        line: &mut Vec<Move>,
    ) -> i32 {
        self.nodes += 1;
        self.check_stop();
        let moves = position.legal_moves();
        if moves.is_empty() {
            let mated = i32::try_from(ply).map_or(0, |ply| ply - MATE);
            return if position.in_check() { mated } else { 0 };
        }
        let is_draw = position.is_draw_by_fifty_moves()
            || position.is_repetition(ply as usize)
            || position.is_insufficient_material();
        if is_draw || self.stopped {
            return 0;
        }
        // Check extension.
        let depth = if position.in_check() {
            depth + 1
        } else {
            depth
        };
        if depth == 0 || ply >= MOST_PLIES {
            return material(position);
        }
        let mut ordered: Vec<_> = moves.iter().copied().collect();
        ordered.sort_by_key(|&mv| !position.is_capture(mv));
        let length = line.len();
        let mut best: Vec<Move> = Vec::new();
        let mut best_score = -MATE;
        for mv in ordered {
            line.truncate(length);
            line.push(mv);
            position.make(mv, &mut ());
            let score = -self.score(position, (depth - 1, ply + 1), (-beta, -alpha), line);
            position.unmake(mv);
            if score > best_score {
                best_score = score;
                best = line[length..].to_vec();
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        line.truncate(length);
        line.extend(best);
        best_score
    }

    fn check_stop(&mut self) {
        if !self.nodes.is_multiple_of(64) {
            return;
        }
        let is_late = (self.brake.deadline)().is_some_and(|deadline| Instant::now() >= deadline);
        let is_spent = self.brake.nodes.is_some_and(|nodes| self.nodes >= nodes);
        self.stopped |= is_late || is_spent || self.brake.stop.load(Ordering::Relaxed);
    }
}

fn material(position: &Position) -> i32 {
    let worth = [
        (PieceType::Pawn, 100),
        (PieceType::Knight, 300),
        (PieceType::Bishop, 310),
        (PieceType::Rook, 500),
        (PieceType::Queen, 900),
    ];
    let side = |color: Color| -> i32 {
        let count = |kind| i32::try_from(position.pieces(color, kind).into_iter().count());
        worth
            .iter()
            .map(|&(kind, worth)| worth * count(kind).unwrap_or(0))
            .sum()
    };
    let white = side(Color::White) - side(Color::Black);
    if position.side_to_move() == Color::White {
        white
    } else {
        -white
    }
}
