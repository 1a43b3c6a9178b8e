//! The split of games into training and validation.

use game::Rng;

use super::to_unit;
use crate::qgames::{GameHead, Step, Visitor};

/// A part of the games, when some are held out for validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All but those held out.
    Training,
    /// Those held out.
    Validation,
}

/// Holds out whole games, by a hash of their moves: the same game is always in the same part, in any
/// file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HoldOut {
    /// The share of games held out.
    pub share: f64,
    /// The wanted part.
    pub part: Part,
}

impl HoldOut {
    /// Whether a game with this fingerprint is wanted.
    pub(crate) fn wants(&self, fingerprint: u64) -> bool {
        let held_out = to_unit(Rng::new(fingerprint).next_u64()) < self.share;
        held_out == (self.part == Part::Validation)
    }
}

/// The hash of a game's start position and moves.
pub(crate) struct Fingerprint(u64);

impl Fingerprint {
    /// The hash of a game without moves.
    pub(crate) const fn new() -> Self {
        Self(0)
    }

    /// The hash.
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
