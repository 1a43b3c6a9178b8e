//! The handcrafted evaluation: material and placement, tapered between middlegame and endgame.
//!
//! It is the fallback when no network is loaded, and the teacher of the first one. Its values are
//! our own: they began as simple rules (pieces like the center, pawns like to advance, kings hide and
//! later come out), and the lab tunes them on the engine's own games.

mod explain;
mod tuned;
mod values;

use chess::{Chess, Color, Piece, PieceType, Position, Square};
use game::{Evaluator, Observer, Score};

use values::value_of;

pub use explain::{Explanation, PieceTerms};
pub use tuned::TEMPO;
pub use values::{PHASE_MAX, Value, material, phase_of, placement};

/// Sums over the pieces, from white's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    value: Value,
    /// How much of a middlegame it is: [`PHASE_MAX`] at the start, 0 with kings and pawns.
    phase: i32,
}

impl Sums {
    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        self.value += value_of(piece, square);
        self.phase += phase_of(piece.kind());
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.value -= value_of(piece, square);
        self.phase -= phase_of(piece.kind());
    }

    /// The value between middlegame and endgame.
    #[inline]
    fn tapered(self) -> i32 {
        // Promotions can bring more pieces than the start has.
        let phase = self.phase.min(PHASE_MAX);
        let Value {
            middlegame,
            endgame,
        } = self.value;
        (middlegame * phase + endgame * (PHASE_MAX - phase)) / PHASE_MAX
    }
}

/// The evaluation, following a search.
#[derive(Clone, Debug, Default)]
pub struct Handcrafted {
    /// Whether a position is worth the same however long nothing happened.
    ignores_clock: bool,
    now: Sums,
    before: Vec<Sums>,
}

impl Handcrafted {
    /// An evaluation that stands at no position yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same without regard to the fifty-move rule, for scores that are to teach an evaluation
    /// what pieces are worth.
    #[must_use]
    pub fn without_clock() -> Self {
        Self {
            ignores_clock: true,
            ..Self::default()
        }
    }
}

impl Observer<Chess> for Handcrafted {
    #[inline]
    fn appeared(&mut self, piece: Piece, square: Square) {
        self.now.add(piece, square);
    }

    #[inline]
    fn vanished(&mut self, piece: Piece, square: Square) {
        self.now.remove(piece, square);
    }

    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.now.value -= value_of(piece, from);
        self.now.value += value_of(piece, to);
    }
}

impl Evaluator<Chess> for Handcrafted {
    fn reset(&mut self, position: &Position) {
        self.before.clear();
        self.now = Sums::default();
        for square in position.occupied() {
            if let Some(piece) = position.piece_on(square) {
                self.now.add(piece, square);
            }
        }
    }

    #[inline]
    fn push(&mut self) {
        self.before.push(self.now);
    }

    #[inline]
    fn pop(&mut self) {
        self.now = self.before.pop().expect("every pop follows a push");
    }

    fn evaluate(&mut self, position: &Position) -> Score {
        let has_pawns = position.kind(PieceType::Pawn).any();
        let white = self.now.tapered() + mop_up(position, has_pawns, self.now.value.endgame);
        let us = match position.side_to_move() {
            Color::White => white,
            Color::Black => -white,
        };
        let score = us + TEMPO;
        Score::evaluation(if self.ignores_clock {
            score
        } else {
            damped(score, position)
        })
    }
}

/// The longer nothing happens, the more it smells of a draw.
fn damped(score: i32, position: &Position) -> i32 {
    let clock = i32::try_from(position.rule_clock())
        .unwrap_or(i32::MAX)
        .min(100);
    score * (200 - clock) / 200
}

/// In a pawnless ending with a large advantage: drive the losing king to the edge, and bring the
/// own king near it. From white's view.
fn mop_up(position: &Position, has_pawns: bool, endgame: i32) -> i32 {
    const CLEAR: i32 = 400;
    const FROM_CENTER: i32 = 10;
    const NEARNESS: i32 = 4;
    if has_pawns || endgame.abs() < CLEAR {
        return 0;
    }
    let winner = if endgame > 0 {
        Color::White
    } else {
        Color::Black
    };
    let (own, lost) = (position.king(winner), position.king(!winner));
    let distance = own.file().index().abs_diff(lost.file().index())
        + own.rank().index().abs_diff(lost.rank().index());
    let bonus = FROM_CENTER * values::from_center(lost) + NEARNESS * (14 - distance as i32);
    bonus * endgame.signum()
}

#[cfg(test)]
mod tests;
