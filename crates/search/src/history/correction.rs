//! Correction history: how far the static eval was off in positions that share the pawns, the minor
//! pieces, one side's pieces, or the last two moves with this one.

use std::sync::Arc;

use game::{Dense, Game, Keys, Table};

use super::{Hashed, PieceTo, SharedEntry};
use crate::params::correction_history as params;

const SIZE: usize = 16_384;
const MAX: i32 = 1024;
/// Divides the weighted sum: an entry at its limit with a weight of 60 adds 153 centipawns.
const SCALE: i32 = 400;

/// A set of pieces with its own key.
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

/// The moves two plies back and one ply back.
type LastMoves<G> = (Option<PieceTo<G>>, Option<PieceTo<G>>);

/// Running averages of search score minus static eval, of one thread or shared by all.
pub(crate) struct CorrectionHistories<G: Game> {
    /// Indexed by `[side][part][key]`.
    parts: Table<(G::Color, Slot), SharedEntry<MAX>>,
    /// Continuation correction history, indexed by the last two moves.
    continuation: Table<LastMoves<G>, SharedEntry<MAX>>,
}

/// Where the corrections of a position are found.
#[derive(Clone, Copy)]
pub(crate) struct CorrectionIndex<G: Game> {
    pub(crate) side: G::Color,
    pub(crate) keys: Keys,
    pub(crate) last_moves: LastMoves<G>,
    /// The moves four plies back and one ply back.
    pub(crate) fourth: LastMoves<G>,
}

impl<G: Game> CorrectionIndex<G> {
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

impl<G: Game> CorrectionHistories<G> {
    pub(crate) fn new() -> Self {
        Self {
            parts: Table::default(),
            continuation: Table::default(),
        }
    }

    /// Clears the tables: all at once, or entry by entry if other threads have them too.
    pub(crate) fn clear(histories: &mut Arc<Self>) {
        if let Some(own) = Arc::get_mut(histories) {
            own.parts.entries_mut().fill_with(SharedEntry::default);
            own.continuation
                .entries_mut()
                .fill_with(SharedEntry::default);
            return;
        }
        let entries = histories.parts.entries().iter();
        entries
            .chain(histories.continuation.entries())
            .for_each(SharedEntry::clear);
    }

    /// Prefetches what [`Self::correction`] will read, except pawns, which few moves change.
    #[inline(always)]
    pub(crate) fn prefetch(&self, of: &CorrectionIndex<G>) {
        let row = self.parts.row(of.side);
        for slot in &of.slots()[1..] {
            sys::prefetch(&row[slot.index()]);
        }
        sys::prefetch(&self.continuation[of.last_moves]);
        sys::prefetch(&self.continuation[of.fourth]);
    }

    /// The correction of the static eval, in centipawns.
    #[inline(always)]
    pub(crate) fn correction(&self, of: &CorrectionIndex<G>) -> i32 {
        let row = self.parts.row(of.side);
        let [pawn, minor, first, second] = of.slots().map(|slot| row[slot.index()].get());
        let sum = params::pawn_weight::<G>() * pawn
            + params::minor_weight::<G>() * minor
            + params::non_pawn_weight::<G>() * (first + second)
            + params::continuation_weight::<G>() * self.continuation[of.last_moves].get()
            + params::fourth_weight::<G>() * self.continuation[of.fourth].get();
        sum / SCALE
    }

    /// Adds an observed `error`: search score minus static eval.
    pub(crate) fn update(&self, of: &CorrectionIndex<G>, error: i32, depth: i32) {
        let max = params::update_max::<G>();
        let bonus = (error * depth / params::update_divisor::<G>()).clamp(-max, max);
        for slot in of.slots() {
            self.parts[(of.side, slot)].update(bonus);
        }
        self.continuation[of.last_moves].update(bonus);
        self.continuation[of.fourth].update(bonus);
    }
}

#[cfg(test)]
mod tests {
    use chess::Chess;

    use super::{Arc, CorrectionHistories};
    use crate::testing::{QUEEN_DOWN, TAKES_QUEEN, searcher};

    #[test]
    fn the_correction_depends_on_the_move_four_plies_back() {
        let (here, mut elsewhere) = (searcher(QUEEN_DOWN), searcher(TAKES_QUEEN));
        let mut index = here.correction_index();
        index.fourth.0 = Some(here.piece_to(crate::testing::mv(&here, "a2a3")));
        let histories = CorrectionHistories::<Chess>::new();
        histories.update(&index, 200, 10);
        elsewhere.make(crate::testing::mv(&elsewhere, "d1d2"));
        let mut other = elsewhere.correction_index();
        assert_eq!(histories.correction(&other), 0);
        other.fourth = index.fourth;
        assert!(histories.correction(&other) > 0);
    }

    #[test]
    fn tables_of_one_thread_and_of_several_are_cleared() {
        let index = searcher(QUEEN_DOWN).correction_index();
        let mut own = Arc::new(CorrectionHistories::<Chess>::new());
        own.update(&index, 200, 10);
        CorrectionHistories::clear(&mut own);
        assert_eq!(own.correction(&index), 0);
        let other = own.clone();
        own.update(&index, 200, 10);
        assert!(other.correction(&index) > 0, "shared");
        CorrectionHistories::clear(&mut own);
        assert_eq!(other.correction(&index), 0);
    }
}
