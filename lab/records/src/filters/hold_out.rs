//! Games held out as a whole.

use game::Rng;

use super::to_unit;
use crate::qgames::{GameHead, Step, Visitor};

/// Which part of the games is meant, when some are held out for validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All but those held out.
    Training,
    /// Those held out.
    Validation,
}

/// Games held out as a whole, chosen by what was played in them: the same game is always on the same
/// side, wherever it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HoldOut {
    /// The share of games that is held out.
    pub share: f64,
    /// Which part is wanted.
    pub part: Part,
}

impl HoldOut {
    /// Whether a game with this fingerprint is wanted.
    pub(crate) fn wants(&self, fingerprint: u64) -> bool {
        let held_out = to_unit(Rng::new(fingerprint).next_u64()) < self.share;
        held_out == (self.part == Part::Validation)
    }
}

/// What a game is known by: where it starts and what was played.
pub(crate) struct Fingerprint(u64);

impl Fingerprint {
    /// Of a game without moves.
    pub(crate) const fn new() -> Self {
        Self(0)
    }

    /// The number.
    pub(crate) const fn value(&self) -> u64 {
        self.0
    }
}

impl Visitor for Fingerprint {
    #[inline]
    fn ply(&mut self, step: &Step<'_>) {
        let mixed = self.0 ^ step.position.keys().full;
        self.0 = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    }

    fn end(&mut self, _: GameHead) {}
}
