//! Where generated moves go: into a list, or just into a count.

use game::MoveList;

use crate::types::bitboard::Bitboard;
use crate::types::moves::{Move, MoveKind};
use crate::types::square::Square;

/// Takes sets of moves from the generator.
pub(super) trait Sink {
    /// Normal moves from one square.
    fn piece(&mut self, from: Square, targets: Bitboard);

    /// Pawn moves of one kind to each target, each from the square `offset` before it.
    fn pawns(&mut self, targets: Bitboard, offset: i8, kind: MoveKind);

    /// One special move.
    fn single(&mut self, mv: Move);
}

impl Sink for MoveList<Move> {
    #[inline(always)]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::new(from, to, MoveKind::Normal));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, targets: Bitboard, offset: i8, kind: MoveKind) {
        for to in targets {
            let from = Square::from_index(to.index().wrapping_add_signed(-isize::from(offset)));
            self.push(Move::new(from, to, kind));
        }
    }

    #[inline(always)]
    fn single(&mut self, mv: Move) {
        self.push(mv);
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
    fn pawns(&mut self, targets: Bitboard, _: i8, _: MoveKind) {
        self.0 += targets.count();
    }

    #[inline(always)]
    fn single(&mut self, _: Move) {
        self.0 += 1;
    }
}
