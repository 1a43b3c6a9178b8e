//! Where generated moves go: into a list, or just into a count.

use chess::{Bitboard, Square};
use game::MoveList;

use crate::types::moves::Move;

/// Takes sets of moves from the generator.
pub(super) trait Sink {
    /// The moves from one square to each of a set.
    fn piece(&mut self, from: Square, targets: Bitboard);

    /// Pawn moves to each of a set, each from the square `offset` before it.
    fn pawns(&mut self, targets: Bitboard, offset: i8, promotes: bool);
}

impl Sink for MoveList<Move> {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::new(from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, offset: i8, promotes: bool) {
        for to in targets {
            let from = Square::from_index(to.index().wrapping_add_signed(-isize::from(offset)));
            self.push(match promotes {
                true => Move::promoting(from, to),
                false => Move::new(from, to),
            });
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

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, _: i8, _: bool) {
        self.0 += targets.count();
    }
}
