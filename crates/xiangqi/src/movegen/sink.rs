//! Where generated moves go: into a list, or just into a count.

use game::MoveList;

use crate::types::bitboard::Bitboard;
use crate::types::moves::Move;
use crate::types::square::Square;

/// Takes sets of moves from the generator.
pub(super) trait Sink {
    /// The moves from one square to each of a set.
    fn piece(&mut self, from: Square, targets: Bitboard);
}

impl Sink for MoveList<Move> {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::new(from, to));
        }
    }
}

/// Counts moves.
#[derive(Default)]
pub(super) struct Counter(u32);

impl Counter {
    #[inline(always)]
    pub(super) fn moves(&self) -> usize {
        self.0 as usize
    }
}

impl Sink for Counter {
    #[inline(always)]
    fn piece(&mut self, _: Square, targets: Bitboard) {
        self.0 += targets.count();
    }
}
