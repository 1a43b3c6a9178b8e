//! A tapered evaluation of material and piece-square tables, updated incrementally; for any game that
//! has such tables.

use std::marker::PhantomData;
use std::ops::{AddAssign, Mul, SubAssign};

use game::{Dense, Evaluator, Game, Observer, Position, Score};

/// A middlegame and an endgame value, in centipawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// Weight at the full phase.
    pub middlegame: i32,
    /// Weight at phase 0.
    pub endgame: i32,
}

impl AddAssign for Value {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.middlegame += other.middlegame;
        self.endgame += other.endgame;
    }
}

impl SubAssign for Value {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.middlegame -= other.middlegame;
        self.endgame -= other.endgame;
    }
}

impl Mul<i32> for Value {
    type Output = Self;

    #[inline]
    fn mul(self, count: i32) -> Self {
        Self {
            middlegame: self.middlegame * count,
            endgame: self.endgame * count,
        }
    }
}

/// The handcrafted evaluation of a game. Values are from the first side's view.
pub trait Terms: Game {
    /// The phase of the start position.
    const PHASE_MAX: i32;
    /// The bonus of the side to move.
    const TEMPO: i32;

    /// Material and piece-square value of a piece.
    fn value_of(piece: Self::Piece, square: Self::Square) -> Value;

    /// The phase weight of a piece.
    fn phase_of(piece: Self::Piece) -> i32;

    /// Calls `visit` for each piece of a position.
    fn for_each_piece(position: &Self::Position, visit: impl FnMut(Self::Piece, Self::Square));

    /// Tapered terms that depend on several pieces together.
    #[inline]
    fn positional(_: &Self::Position) -> Value {
        Value::default()
    }

    /// Terms that depend on the sums.
    fn other_terms(position: &Self::Position, sums: &Sums) -> i32;
}

/// Sums over all pieces, from the first side's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Material and piece-square values.
    pub value: Value,
    /// The game phase: [`Terms::PHASE_MAX`] at the start.
    pub phase: i32,
}

impl Sums {
    #[inline]
    pub(crate) fn add<G: Terms>(&mut self, piece: G::Piece, square: G::Square) {
        self.value += G::value_of(piece, square);
        self.phase += G::phase_of(piece);
    }

    #[inline]
    pub(crate) fn remove<G: Terms>(&mut self, piece: G::Piece, square: G::Square) {
        self.value -= G::value_of(piece, square);
        self.phase -= G::phase_of(piece);
    }

    /// The tapered evaluation: interpolated between middlegame and endgame by the phase.
    #[inline]
    pub(crate) fn tapered<G: Terms>(self) -> i32 {
        // Promotions can exceed the phase of the start position.
        let phase = self.phase.min(G::PHASE_MAX);
        let Value {
            middlegame,
            endgame,
        } = self.value;
        (middlegame * phase + endgame * (G::PHASE_MAX - phase)) / G::PHASE_MAX
    }
}

/// The evaluation, updated incrementally.
#[derive(Clone, Debug)]
pub struct Tapered<G> {
    /// Whether the halfmove clock leaves the evaluation as it is.
    ignores_clock: bool,
    /// Whether only material and piece-square tables count.
    tables_only: bool,
    pub(crate) now: Sums,
    before: Vec<Sums>,
    game: PhantomData<G>,
}

impl<G> Default for Tapered<G> {
    fn default() -> Self {
        Self {
            ignores_clock: false,
            tables_only: false,
            now: Sums::default(),
            before: Vec::new(),
            game: PhantomData,
        }
    }
}

impl<G> Tapered<G> {
    /// An evaluation before its first `reset`.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same without scaling by the halfmove clock, for the labels of training data.
    pub fn without_clock() -> Self {
        Self {
            ignores_clock: true,
            ..Self::default()
        }
    }

    /// The same by material and piece-square tables alone, without what depends on several pieces
    /// together and without the bonus of the side to move.
    #[must_use]
    pub fn tables_only(self) -> Self {
        Self {
            tables_only: true,
            ..self
        }
    }

    /// Whether only material and piece-square tables count.
    pub const fn is_tables_only(&self) -> bool {
        self.tables_only
    }
}

impl<G: Terms> Observer<G> for Tapered<G> {
    #[inline]
    fn appeared(&mut self, piece: G::Piece, square: G::Square) {
        self.now.add::<G>(piece, square);
    }

    #[inline]
    fn vanished(&mut self, piece: G::Piece, square: G::Square) {
        self.now.remove::<G>(piece, square);
    }

    #[inline]
    fn moved(&mut self, piece: G::Piece, from: G::Square, to: G::Square) {
        self.now.value -= G::value_of(piece, from);
        self.now.value += G::value_of(piece, to);
    }
}

impl<G: Terms> Evaluator<G> for Tapered<G> {
    fn reset(&mut self, position: &G::Position) {
        self.before.clear();
        let mut sums = Sums::default();
        G::for_each_piece(position, |piece, square| sums.add::<G>(piece, square));
        self.now = sums;
    }

    #[inline]
    fn push(&mut self) {
        self.before.push(self.now);
    }

    #[inline]
    fn pop(&mut self) {
        self.now = self.before.pop().expect("every pop follows a push");
    }

    fn evaluate(&mut self, position: &G::Position) -> Score {
        let (first, tempo) = match self.tables_only {
            true => (self.now.tapered::<G>(), 0),
            false => {
                let mut sums = self.now;
                sums.value += G::positional(position);
                let first = sums.tapered::<G>() + G::other_terms(position, &self.now);
                (first, G::TEMPO)
            }
        };
        let us = match position.side_to_move().index() {
            0 => first,
            _ => -first,
        };
        let score = us + tempo;
        Score::evaluation(if self.ignores_clock {
            score
        } else {
            scale_by_clock::<G>(score, position)
        })
    }
}

/// Scales the evaluation down by the halfmove clock, to one half at the limit.
pub(crate) fn scale_by_clock<G: Terms>(score: i32, position: &G::Position) -> i32 {
    scaled(score, position.halfmove_clock(), position.clock_limit())
}

/// In 64 bits, because a game without such a rule has the largest limit.
fn scaled(score: i32, clock: u32, limit: u32) -> i32 {
    let (clock, limit) = (i64::from(clock.min(limit)), i64::from(limit));
    (i64::from(score) * (2 * limit - clock) / (2 * limit)) as i32
}

#[cfg(test)]
mod tests {
    use super::scaled;

    #[test]
    fn the_clock_halves_the_score_at_its_limit_and_does_nothing_without_one() {
        assert_eq!(scaled(-300, 0, 100), -300);
        assert_eq!(scaled(300, 100, 100), 150);
        assert_eq!(scaled(300, 500, 100), 150);
        assert_eq!(scaled(300, 0, u32::MAX), 300);
    }
}
