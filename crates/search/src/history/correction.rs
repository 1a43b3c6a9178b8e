//! How far the evaluation was off in positions that share a structure with this one.

use game::{Dense, Game, Keys, Table};

use super::{Arrival, Entry, Hashed};
use crate::params::correction as weight;

const SIZE: usize = 16_384;
const MAX: i32 = 1024;
/// What divides the weighted sum: an entry at its largest, with a weight of 60, adds a pawn and a
/// half.
const SCALE: i32 = 400;

/// A part of a position that has a key of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Pawns,
    Minors,
    FirstSidePieces,
    SecondSidePieces,
}

impl Dense for Part {
    const COUNT: usize = 4;

    #[inline(always)]
    fn index(self) -> usize {
        self as usize
    }
}

type Slot = (Part, Hashed<SIZE>);

/// The arrivals two plies back and one ply back.
type Arrivals<G> = (Option<Arrival<G>>, Option<Arrival<G>>);

/// Smoothed errors of the static evaluation: search score minus evaluation.
pub(crate) struct Corrections<G: Game> {
    /// By side, part and its key.
    parts: Table<(G::Color, Slot), Entry<MAX>>,
    /// By the arrival two plies back and the last one.
    continuation: Table<Arrivals<G>, Entry<MAX>>,
}

/// What the corrections of a position depend on.
#[derive(Clone, Copy)]
pub(crate) struct Structure<G: Game> {
    pub(crate) side: G::Color,
    pub(crate) keys: Keys,
    /// The last moves.
    pub(crate) arrivals: Arrivals<G>,
}

impl<G: Game> Structure<G> {
    #[inline(always)]
    fn slots(&self) -> [Slot; Part::COUNT] {
        let Keys {
            pawn,
            minor,
            non_pawn: [first, second],
            ..
        } = self.keys;
        [
            (Part::Pawns, pawn.into()),
            (Part::Minors, minor.into()),
            (Part::FirstSidePieces, first.into()),
            (Part::SecondSidePieces, second.into()),
        ]
    }
}

impl<G: Game> Corrections<G> {
    pub(crate) fn new() -> Self {
        Self {
            parts: Table::filled(Entry::default()),
            continuation: Table::filled(Entry::default()),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.parts.fill(Entry::default());
        self.continuation.fill(Entry::default());
    }

    /// Brings near what [`Self::correction`] will read, but for the pawns, which few moves change.
    #[inline(always)]
    pub(crate) fn prefetch(&self, of: &Structure<G>) {
        let row = self.parts.row(of.side);
        for slot in &of.slots()[1..] {
            sys::prefetch(&row[slot.index()]);
        }
        sys::prefetch(&self.continuation[of.arrivals]);
    }

    /// What to add to the static evaluation, in hundredths of a pawn.
    #[inline(always)]
    pub(crate) fn correction(&self, of: &Structure<G>) -> i32 {
        let row = self.parts.row(of.side);
        let [pawn, minor, first, second] = of.slots().map(|slot| row[slot.index()].get());
        let sum = weight::pawn_weight() * pawn
            + weight::minor_weight() * minor
            + weight::non_pawn_weight() * (first + second)
            + weight::continuation_weight() * self.continuation[of.arrivals].get();
        sum / SCALE
    }

    /// Learns that the search found `error` more than the evaluation said.
    pub(crate) fn learn(&mut self, of: &Structure<G>, error: i32, depth: i32) {
        let bonus = (error * depth / 8).clamp(-MAX / 4, MAX / 4);
        for slot in of.slots() {
            self.parts[(of.side, slot)].update(bonus);
        }
        self.continuation[of.arrivals].update(bonus);
    }
}
