//! Where generated moves go: into a list, or just into a count.

use game::MoveList;

use crate::types::bitboard::Bitboard;
use crate::types::moves::Move;
use crate::types::square::Square;

/// Takes sets of moves from the generator.
pub(super) trait Sink {
    /// The moves from one square to each of a set.
    fn piece(&mut self, from: Square, targets: Bitboard);

    /// Steps to each of a set, each from the square `offset` before it.
    fn steps(&mut self, targets: Bitboard, offset: i8);
}

/// Where a step of this offset to a square began.
#[inline(always)]
pub(super) const fn step_origin(to: Square, offset: i8) -> Square {
    Square::from_index(to.index().wrapping_add_signed(-(offset as isize)))
}

impl Sink for MoveList<Move> {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        targets.for_each(|to| self.push(Move::new(from, to)));
    }

    #[inline(always)]
    fn steps(&mut self, targets: Bitboard, offset: i8) {
        targets.for_each(|to| self.push(Move::new(step_origin(to, offset), to)));
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

    #[inline(always)]
    fn steps(&mut self, targets: Bitboard, _: i8) {
        self.0 += targets.count();
    }
}
