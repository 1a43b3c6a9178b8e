//! History tables: butterfly, capture, continuation, pawn and correction history.

mod correction;
mod entry;
mod eval;
mod update;

use std::sync::Arc;

use game::{Dense, Game, Table};

pub(crate) use correction::{CorrectionHistories, CorrectionIndex};
pub(crate) use entry::{Entry, SharedEntry};
pub(crate) use update::CONTINUATIONS;

/// A key reduced to an index below `N`, a power of two.
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

/// Piece-to: the moving piece and its target square.
pub(crate) type PieceTo<G> = (<G as Game>::Piece, <G as Game>::Square);

/// From-to with threats: `[from attacked][to attacked][from][to]`.
type FromTo<G> = (bool, bool, <G as Game>::Square, <G as Game>::Square);

/// Where butterfly history finds a move: `[side][from-to]`.
pub(crate) type ButterflyIndex<G> = (<G as Game>::Color, FromTo<G>);

const PAWN_STRUCTURES: usize = 1024;

/// Largest absolute value of each table's entries.
pub(crate) const BUTTERFLY_MAX: i32 = 8192;
pub(crate) const CAPTURE_MAX: i32 = 12_288;
pub(crate) const CONTINUATION_MAX: i32 = 16_384;
pub(crate) const PAWN_MAX: i32 = 8192;

/// The history tables of one thread.
pub(crate) struct Histories<G: Game> {
    pub(crate) butterfly: Table<ButterflyIndex<G>, Entry<BUTTERFLY_MAX>>,
    /// Capture history, indexed by `[piece-to][captured piece]`.
    pub(crate) capture: Table<(PieceTo<G>, Option<G::Piece>), Entry<CAPTURE_MAX>>,
    /// Continuation history, indexed by `[earlier piece-to][piece-to]`.
    pub(crate) continuation: Table<(Option<PieceTo<G>>, PieceTo<G>), Entry<CONTINUATION_MAX>>,
    /// Pawn history, indexed by `[pawn key][piece-to]`.
    pub(crate) pawn: Table<(Hashed<PAWN_STRUCTURES>, PieceTo<G>), Entry<PAWN_MAX>>,
    /// Of this thread, or of all threads of a pool.
    pub(crate) correction: Arc<CorrectionHistories<G>>,
}

impl<G: Game> Histories<G> {
    pub(crate) fn new() -> Self {
        Self {
            butterfly: Table::filled(Entry::default()),
            capture: Table::filled(Entry::default()),
            continuation: Table::filled(Entry::default()),
            pawn: Table::filled(Entry::default()),
            correction: Arc::new(CorrectionHistories::new()),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.butterfly.fill(Entry::default());
        self.capture.fill(Entry::default());
        self.continuation.fill(Entry::default());
        self.pawn.fill(Entry::default());
        CorrectionHistories::clear(&mut self.correction);
    }
}
