//! From the sums before a move to those after it.

use chess::Color;

use super::changes::Changes;
use crate::features::{Feature, Outlook};
use crate::network::Network;
use crate::simd::Isa;
use crate::simd::kernels::update;

/// One side's part of a move.
pub(super) struct Step<'a> {
    pub(super) network: &'a Network,
    pub(super) changes: &'a Changes,
    pub(super) side: Color,
    pub(super) outlook: Outlook,
    pub(super) source: &'a [i16],
    pub(super) target: &'a mut [i16],
}

impl Step<'_> {
    /// Computes the sums after the move.
    #[inline(always)]
    pub(super) fn take<I: Isa>(self) {
        let Self {
            network,
            side,
            outlook,
            ..
        } = self;
        let row = |feature| network.row(network.features().input(side, outlook, feature));
        let has_all = self.network.features().has_kings() || !self.changes.has_king();
        let ([a, b], [c, d]) = (self.changes.added(), self.changes.removed());
        let (target, source) = (&mut *self.target, self.source);
        match (has_all, self.changes.counts()) {
            (true, (1, 1)) => update::<I, 1, 1>(target, source, [row(a)], [row(c)]),
            (true, (1, 2)) => update::<I, 1, 2>(target, source, [row(a)], [row(c), row(d)]),
            (true, (2, 2)) => {
                update::<I, 2, 2>(target, source, [row(a), row(b)], [row(c), row(d)]);
            }
            _ => self.take_slowly(),
        }
    }

    /// Moves of kings that are no inputs, and what no move of chess does: one by one.
    #[cold]
    fn take_slowly(self) {
        let Self {
            network,
            side,
            outlook,
            ..
        } = self;
        let row = |feature| network.row(network.features().input(side, outlook, feature));
        let (adds, subs) = self.changes.counts();
        let is_input = |feature: &&Feature| self.network.features().has(feature.piece());
        self.target.copy_from_slice(self.source);
        for &added in self.changes.added()[..adds].iter().filter(is_input) {
            for (sum, weight) in self.target.iter_mut().zip(row(added)) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        for &removed in self.changes.removed()[..subs].iter().filter(is_input) {
            for (sum, weight) in self.target.iter_mut().zip(row(removed)) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
    }
}
