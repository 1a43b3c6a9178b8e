//! The handcrafted evaluation (HCE): a tapered evaluation of material and piece-square tables (PSQT),
//! plus a mop-up evaluation of pawnless endings.
//!
//! It is the fallback without a network, and labeled the first training data. The values began as
//! simple rules and were tuned by the lab on the engine's own games (Texel tuning).

mod explain;
mod psqt;
mod tuned;

use chess::{Chess, Color, Piece, PieceType, Position, Square};
use game::{Evaluator, Observer, Score};

use psqt::value_of;

pub use explain::{Explanation, PieceTerms};
pub use psqt::{PHASE_MAX, Value, material, phase_of, psqt};
pub use tuned::TEMPO;

/// Sums over all pieces, from white's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    value: Value,
    /// The game phase: [`PHASE_MAX`] at the start, 0 with kings and pawns.
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

    /// The tapered evaluation: interpolated between middlegame and endgame by the phase.
    #[inline]
    fn tapered(self) -> i32 {
        // Promotions can exceed the phase of the start position.
        let phase = self.phase.min(PHASE_MAX);
        let Value {
            middlegame,
            endgame,
        } = self.value;
        (middlegame * phase + endgame * (PHASE_MAX - phase)) / PHASE_MAX
    }
}

/// The evaluation, updated incrementally.
#[derive(Clone, Debug, Default)]
pub struct Handcrafted {
    /// Whether the halfmove clock leaves the evaluation as it is.
    ignores_clock: bool,
    now: Sums,
    before: Vec<Sums>,
}

impl Handcrafted {
    /// An evaluation before its first `reset`.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same without scaling by the halfmove clock, for the labels of training data.
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
            scale_by_clock(score, position)
        })
    }
}

/// Scales the evaluation down by the halfmove clock, to one half at a hundred plies.
fn scale_by_clock(score: i32, position: &Position) -> i32 {
    let clock = i32::try_from(position.halfmove_clock())
        .unwrap_or(i32::MAX)
        .min(100);
    score * (200 - clock) / 200
}

/// Mop-up evaluation, from white's view. In a pawnless ending with a large advantage, drives the
/// losing king to the edge and brings the winning king near it.
fn mop_up(position: &Position, has_pawns: bool, endgame: i32) -> i32 {
    const MIN_ADVANTAGE: i32 = 400;
    const EDGE_BONUS: i32 = 10;
    const PROXIMITY_BONUS: i32 = 4;
    const MAX_DISTANCE: i32 = 14;
    if has_pawns || endgame.abs() < MIN_ADVANTAGE {
        return 0;
    }
    let winner = if endgame > 0 {
        Color::White
    } else {
        Color::Black
    };
    let (winner, loser) = (position.king(winner), position.king(!winner));
    let distance = winner.file().index().abs_diff(loser.file().index())
        + winner.rank().index().abs_diff(loser.rank().index());
    let bonus = EDGE_BONUS * psqt::center_distance(loser)
        + PROXIMITY_BONUS * (MAX_DISTANCE - distance as i32);
    bonus * endgame.signum()
}

#[cfg(test)]
mod tests;
