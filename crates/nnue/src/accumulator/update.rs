//! Incremental updates: from the accumulators before a move to those after it.

use super::entry::Entry;
use crate::activation::Activate;
use crate::features::{Features, Lookup};
use crate::layers::{Scratch, output_after};
use crate::network::Network;
use crate::simd::Isa;
use crate::simd::kernels::{Update, update};

/// A move whose accumulators are known before it and not after it, for colors whose view it did not
/// change.
pub(crate) struct PendingUpdate<'a, F: Features, const SIDES: usize> {
    pub(super) network: &'a Network<F>,
    pub(super) entry: &'a Entry<F::Views, F::Feature>,
    pub(super) sides: [usize; SIDES],
    /// The accumulators before the move, side by side.
    pub(super) before: &'a [i16],
    /// Room for those after it.
    pub(super) after: &'a mut [i16],
}

impl<'a, F: Features, const SIDES: usize> PendingUpdate<'a, F, SIDES> {
    /// Computes the accumulators.
    #[inline(always)]
    pub(crate) fn apply<I: Isa>(self) {
        match self.entry.dirty.counts() {
            (1, 1) => update::<I, SIDES, 1, 1>(self.kernel_update()),
            (1, 2) => update::<I, SIDES, 1, 2>(self.kernel_update()),
            (2, 2) => update::<I, SIDES, 2, 2>(self.kernel_update()),
            _ => {
                self.after.copy_from_slice(self.before);
                let accumulators = self.after.chunks_exact_mut(self.before.len() / SIDES);
                for (side, accumulator) in self.sides.into_iter().zip(accumulators) {
                    update_scalar(self.network, self.entry, side, accumulator);
                }
            }
        }
    }

    /// The update for the kernels, with as many of the dirty pieces as it takes.
    #[inline(always)]
    fn kernel_update<const ADDS: usize, const SUBS: usize>(self) -> Update<'a, SIDES, ADDS, SUBS> {
        // Loops, since the compiler does not see through arrays that are mapped in arrays.
        let (mut added, mut removed) = ([[0; ADDS]; SIDES], [[0; SUBS]; SIDES]);
        let (table, views) = (self.network.features(), &self.entry.views);
        let dirty = &self.entry.dirty;
        for (index, side) in self.sides.into_iter().enumerate() {
            for (n, added) in added[index].iter_mut().enumerate() {
                *added = table.index(views, dirty.added(n), side);
            }
            for (n, removed) in removed[index].iter_mut().enumerate() {
                *removed = table.index(views, dirty.removed(n), side);
            }
        }
        Update {
            weights: &self.network.parameters().ft_weights,
            added,
            removed,
            before: self.before,
            after: self.after,
        }
    }
}

impl<F: Features> PendingUpdate<'_, F, 2> {
    /// Computes the accumulators and, if the move is of a common kind, at once the output of a network
    /// without hidden layers.
    #[inline(always)]
    pub(crate) fn apply_with_output<I: Isa, A: Activate>(
        self,
        side_to_move: usize,
        bucket: usize,
    ) -> Option<i64> {
        let network = self.network;
        Some(match self.entry.dirty.counts() {
            (1, 1) => {
                output_after::<F, I, A, 1, 1>(network, self.kernel_update(), side_to_move, bucket)
            }
            (1, 2) => {
                output_after::<F, I, A, 1, 2>(network, self.kernel_update(), side_to_move, bucket)
            }
            _ => {
                self.apply::<I>();
                return None;
            }
        })
    }

    /// Computes the accumulators and, if the move is of a common kind, at once the inputs of a network's
    /// first hidden layer. Gives whether it did that, too.
    #[inline(always)]
    pub(crate) fn apply_with_inputs<I: Isa, A: Activate>(
        self,
        side_to_move: usize,
        scratch: &mut Scratch,
    ) -> bool {
        let network = self.network;
        let can_be_fused = Scratch::can_read_after::<F, I, A>(network);
        match self.entry.dirty.counts() {
            (1, 1) if can_be_fused => {
                let update = self.kernel_update();
                scratch.read_after::<F, I, A, 1, 1>(network, update, side_to_move);
            }
            (1, 2) if can_be_fused => {
                let update = self.kernel_update();
                scratch.read_after::<F, I, A, 1, 2>(network, update, side_to_move);
            }
            _ => {
                self.apply::<I>();
                return false;
            }
        }
        true
    }
}

/// Moves of kings that are no features, and what no move does: feature by feature.
#[cold]
#[inline(never)]
fn update_scalar<F: Features>(
    network: &Network<F>,
    entry: &Entry<F::Views, F::Feature>,
    side: usize,
    accumulator: &mut [i16],
) {
    let table = network.features();
    let row = |feature| network.row(usize::from(table.index(&entry.views, feature, side)));
    let (adds, subs) = entry.dirty.counts();
    for added in 0..adds {
        for (value, weight) in accumulator.iter_mut().zip(row(entry.dirty.added(added))) {
            *value = value.wrapping_add(*weight);
        }
    }
    for removed in 0..subs {
        for (value, weight) in accumulator
            .iter_mut()
            .zip(row(entry.dirty.removed(removed)))
        {
            *value = value.wrapping_sub(*weight);
        }
    }
}
