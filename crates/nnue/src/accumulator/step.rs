//! From the sums before a move to those after it.

use chess::Color;

use super::changes::Changes;
use crate::features::{Feature, Outlook};
use crate::network::Network;
use crate::simd::Isa;
use crate::simd::kernels::update;

/// Computes a side's sums after a move from those before it.
#[inline(always)]
pub(super) fn step<I: Isa>(
    network: &Network,
    changes: &Changes,
    (side, outlook): (Color, Outlook),
    source: &[i16],
    target: &mut [i16],
) {
    let row = |feature| network.row(network.features().input(side, outlook, feature));
    let has_all = network.features().has_kings() || !changes.has_king();
    let ([a, b], [c, d]) = (changes.added(), changes.removed());
    match (has_all, changes.counts()) {
        (true, (1, 1)) => update::<I, 1, 1>(target, source, [row(a)], [row(c)]),
        (true, (1, 2)) => update::<I, 1, 2>(target, source, [row(a)], [row(c), row(d)]),
        (true, (2, 2)) => {
            update::<I, 2, 2>(target, source, [row(a), row(b)], [row(c), row(d)]);
        }
        _ => step_slowly(network, changes, (side, outlook), source, target),
    }
}

/// Moves of kings that are no inputs, and what no move of chess does: one by one.
#[cold]
#[inline(never)]
fn step_slowly(
    network: &Network,
    changes: &Changes,
    (side, outlook): (Color, Outlook),
    source: &[i16],
    target: &mut [i16],
) {
    let features = network.features();
    let (adds, subs) = changes.counts();
    let is_input = |feature: &&Feature| features.has(feature.piece());
    let row = |feature: Feature| network.row(features.input(side, outlook, feature));
    target.copy_from_slice(source);
    for &added in changes.added()[..adds].iter().filter(is_input) {
        for (sum, weight) in target.iter_mut().zip(row(added)) {
            *sum = sum.wrapping_add(*weight);
        }
    }
    for &removed in changes.removed()[..subs].iter().filter(is_input) {
        for (sum, weight) in target.iter_mut().zip(row(removed)) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
}
