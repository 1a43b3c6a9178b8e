//! How far the evaluation was off in positions that share a structure with this one.

use game::{Game, Keys, Table};

use super::{Arrival, Entry, Hashed};
use crate::params::correction as weight;

const SIZE: usize = 16_384;
const MAX: i32 = 1024;
/// What divides the weighted sum: an entry at its largest, with a weight of 60, adds a pawn and a
/// half.
const SCALE: i32 = 400;

type Slot<G> = (<G as Game>::Color, Hashed<SIZE>);

/// The arrivals two plies back and one ply back.
type Arrivals<G> = (Option<Arrival<G>>, Option<Arrival<G>>);

/// Smoothed errors of the static evaluation: search score minus evaluation.
pub(crate) struct Corrections<G: Game> {
    pawn: Table<Slot<G>, Entry<MAX>>,
    minor: Table<Slot<G>, Entry<MAX>>,
    non_pawn: [Table<Slot<G>, Entry<MAX>>; 2],
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

impl<G: Game> Corrections<G> {
    pub(crate) fn new() -> Self {
        Self {
            pawn: Table::filled(Entry::default()),
            minor: Table::filled(Entry::default()),
            non_pawn: [
                Table::filled(Entry::default()),
                Table::filled(Entry::default()),
            ],
            continuation: Table::filled(Entry::default()),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.pawn.fill(Entry::default());
        self.minor.fill(Entry::default());
        self.non_pawn
            .iter_mut()
            .for_each(|table| table.fill(Entry::default()));
        self.continuation.fill(Entry::default());
    }

    /// Brings near what [`Self::correction`] will read, but for the pawns, which few moves change.
    #[inline(always)]
    pub(crate) fn prefetch(&self, of: &Structure<G>) {
        let Structure {
            side,
            keys,
            arrivals,
        } = *of;
        sys::prefetch(&self.minor[(side, keys.minor.into())]);
        for (table, key) in self.non_pawn.iter().zip(keys.non_pawn) {
            sys::prefetch(&table[(side, key.into())]);
        }
        sys::prefetch(&self.continuation[arrivals]);
    }

    /// What to add to the static evaluation, in hundredths of a pawn.
    #[inline(always)]
    pub(crate) fn correction(&self, of: &Structure<G>) -> i32 {
        let Structure {
            side,
            keys,
            arrivals,
        } = *of;
        let sum = weight::pawn_weight() * self.pawn[(side, keys.pawn.into())].get()
            + weight::minor_weight() * self.minor[(side, keys.minor.into())].get()
            + weight::non_pawn_weight()
                * (self.non_pawn[0][(side, keys.non_pawn[0].into())].get()
                    + self.non_pawn[1][(side, keys.non_pawn[1].into())].get())
            + weight::continuation_weight() * self.continuation[arrivals].get();
        sum / SCALE
    }

    /// Learns that the search found `error` more than the evaluation said.
    pub(crate) fn learn(&mut self, of: &Structure<G>, error: i32, depth: i32) {
        let Structure {
            side,
            keys,
            arrivals,
        } = *of;
        let bonus = (error * depth / 8).clamp(-MAX / 4, MAX / 4);
        self.pawn[(side, keys.pawn.into())].update(bonus);
        self.minor[(side, keys.minor.into())].update(bonus);
        for (table, key) in self.non_pawn.iter_mut().zip(keys.non_pawn) {
            table[(side, key.into())].update(bonus);
        }
        self.continuation[arrivals].update(bonus);
    }
}
