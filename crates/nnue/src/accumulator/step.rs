//! From the sums before a move to those after it.

use chess::Color;

use super::ply::Ply;
use crate::layers::output_after;
use crate::network::Network;
use crate::simd::Isa;
use crate::simd::kernels::{Activate, Step, update};

/// A move between sums that are known and sums that are not, for sides that see the board as they
/// did before the move.
pub(crate) struct Pending<'a, const SIDES: usize> {
    pub(super) network: &'a Network,
    pub(super) ply: &'a Ply,
    pub(super) sides: [Color; SIDES],
    /// The sums before the move, side by side.
    pub(super) before: &'a [i16],
    /// Room for those after it.
    pub(super) after: &'a mut [i16],
}

impl<'a, const SIDES: usize> Pending<'a, SIDES> {
    /// Computes the sums.
    #[inline(always)]
    pub(crate) fn finish<I: Isa>(self) {
        match self.ply.changes.counts() {
            (1, 1) => update::<I, SIDES, 1, 1>(self.step()),
            (1, 2) => update::<I, SIDES, 1, 2>(self.step()),
            (2, 2) => update::<I, SIDES, 2, 2>(self.step()),
            _ => {
                self.after.copy_from_slice(self.before);
                let sums = self.after.chunks_exact_mut(self.before.len() / SIDES);
                for (side, sums) in self.sides.into_iter().zip(sums) {
                    change_slowly(self.network, self.ply, side, sums);
                }
            }
        }
    }

    /// The step for the kernels, with as many of the changes as it takes.
    #[inline(always)]
    fn step<const ADDS: usize, const SUBS: usize>(self) -> Step<'a, SIDES, ADDS, SUBS> {
        // Loops, since the compiler does not see through arrays that are mapped in arrays.
        let (mut added, mut removed) = ([[0; ADDS]; SIDES], [[0; SUBS]; SIDES]);
        let (outlooks, changes) = (self.ply.outlooks, &self.ply.changes);
        for (index, side) in self.sides.into_iter().enumerate() {
            for (n, added) in added[index].iter_mut().enumerate() {
                *added = outlooks.inputs(changes.added(n)).of(side);
            }
            for (n, removed) in removed[index].iter_mut().enumerate() {
                *removed = outlooks.inputs(changes.removed(n)).of(side);
            }
        }
        Step {
            weights: &self.network.parameters().first_weights,
            added,
            removed,
            before: self.before,
            after: self.after,
        }
    }
}

impl Pending<'_, 2> {
    /// Computes the sums and, if the move is of a common kind, at once the output of a network
    /// without small layers.
    #[inline(always)]
    pub(crate) fn finish_with_output<I: Isa, A: Activate>(
        self,
        own: Color,
        bucket: usize,
    ) -> Option<i64> {
        let network = self.network;
        Some(match self.ply.changes.counts() {
            (1, 1) => output_after::<I, A, 1, 1>(network, self.step(), own, bucket),
            (1, 2) => output_after::<I, A, 1, 2>(network, self.step(), own, bucket),
            _ => {
                self.finish::<I>();
                return None;
            }
        })
    }
}

/// Moves of kings that are no inputs, and what no move of chess does: one by one.
#[cold]
#[inline(never)]
fn change_slowly(network: &Network, ply: &Ply, side: Color, sums: &mut [i16]) {
    let row = |places| network.row(usize::from(ply.outlooks.inputs(places).of(side)));
    let (adds, subs) = ply.changes.counts();
    for added in 0..adds {
        for (sum, weight) in sums.iter_mut().zip(row(ply.changes.added(added))) {
            *sum = sum.wrapping_add(*weight);
        }
    }
    for removed in 0..subs {
        for (sum, weight) in sums.iter_mut().zip(row(ply.changes.removed(removed))) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
}
