//! What is known about the position after a move.

use chess::Color;

use super::changes::Changes;
use crate::features::Outlooks;

/// What is known about the position after a move, but for the sums: one cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(crate) struct Ply {
    pub(super) outlooks: Outlooks,
    pub(super) changes: Changes,
    /// Sides that see the board otherwise than before the move.
    pub(super) has_turned: [bool; Color::COUNT],
    pub(super) is_computed: [bool; Color::COUNT],
}

impl Ply {
    /// A move is about to be made. Written in place: a copy would wait for the parts it is made of.
    #[inline(always)]
    pub(super) const fn begin(&mut self, outlooks: Outlooks) {
        self.outlooks = outlooks;
        self.changes.clear();
        self.has_turned = [false; Color::COUNT];
        self.is_computed = [false; Color::COUNT];
    }
}
