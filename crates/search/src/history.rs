//! What earlier parts of the search say about moves and about the evaluation.

mod correction;
mod entry;

use game::{Dense, Game, Table};

pub(crate) use correction::{Corrections, Structure};
pub(crate) use entry::Entry;

/// A number below `N` that a key is reduced to. `N` is a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hashed<const N: usize>(usize);

impl<const N: usize> From<u64> for Hashed<N> {
    #[inline(always)]
    fn from(key: u64) -> Self {
        const { assert!(N.is_power_of_two()) };
        Self(key as usize & (N - 1))
    }
}

impl<const N: usize> Dense for Hashed<N> {
    const COUNT: usize = N;

    #[inline(always)]
    fn index(self) -> usize {
        self.0
    }
}

/// A piece and the square it went to.
pub(crate) type Arrival<G> = (<G as Game>::Piece, <G as Game>::Square);

/// Whether origin and target are attacked, and the squares.
pub(crate) type Route<G> = (bool, bool, <G as Game>::Square, <G as Game>::Square);

const PAWN_STRUCTURES: usize = 1024;

/// Largest absolute value of each table's entries.
pub(crate) const BUTTERFLY_MAX: i32 = 8192;
pub(crate) const CAPTURE_MAX: i32 = 12_288;
pub(crate) const CONTINUATION_MAX: i32 = 16_384;
pub(crate) const PAWN_MAX: i32 = 8192;

/// The move histories of one thread.
pub(crate) struct Histories<G: Game> {
    /// By side and route.
    pub(crate) butterfly: Table<(G::Color, Route<G>), Entry<BUTTERFLY_MAX>>,
    /// By arrival and victim.
    pub(crate) capture: Table<(Arrival<G>, Option<G::Piece>), Entry<CAPTURE_MAX>>,
    /// By an earlier arrival and this one.
    pub(crate) continuation: Table<(Option<Arrival<G>>, Arrival<G>), Entry<CONTINUATION_MAX>>,
    /// By pawn structure and arrival.
    pub(crate) pawn: Table<(Hashed<PAWN_STRUCTURES>, Arrival<G>), Entry<PAWN_MAX>>,
    pub(crate) corrections: Corrections<G>,
}

impl<G: Game> Histories<G> {
    pub(crate) fn new() -> Self {
        Self {
            butterfly: Table::filled(Entry::default()),
            capture: Table::filled(Entry::default()),
            continuation: Table::filled(Entry::default()),
            pawn: Table::filled(Entry::default()),
            corrections: Corrections::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.butterfly.fill(Entry::default());
        self.capture.fill(Entry::default());
        self.continuation.fill(Entry::default());
        self.pawn.fill(Entry::default());
        self.corrections.clear();
    }
}
