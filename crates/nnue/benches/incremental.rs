//! The cost of an evaluation along random games, beside the lower bound of its memory traffic.
//!
//! `cargo bench -p nnue --bench incremental [-- ROUNDS WIDTH...]`. Games are walked as a search
//! would: some moves are made, evaluated and unmade at each position, then the game goes on. The
//! cost of making the moves alone is subtracted. The bound: the bytes that the evaluations touch,
//! each once, weight rows at L2 bandwidth, accumulators and output weights at L1 bandwidth, both
//! measured here by reading vectors. Stores count as loads, though no cache is faster at them.

mod bandwidth;
mod harness;
mod walk;

use std::hint::black_box;
use std::sync::Arc;

use chess::{Color, Piece, Position};
use nnue::accumulator::AccumulatorStack;
use nnue::simd::{Aligned, Isa, kernels};
use nnue::{Activation, Architecture, Evaluator, Network, Pieces, Scales, with_best_isa};

use bandwidth::{BYTES_READ, Reader};
use harness::{rounds_and_widths, sums_of_medians};
use walk::{FEATURES, GAMES, Walk};

const DEFAULT_ROUNDS: usize = 15;

fn network(width: usize) -> Network {
    let architecture = Architecture {
        features: FEATURES,
        width,
        activation: Activation::Screlu,
        hidden: None,
        buckets: 8,
        scales: Scales::default(),
    };
    Network::random(architecture, 7).expect("a valid network")
}

/// Computes both accumulators of a position without a Finny table.
fn rebuild<I: Isa>(network: &Network, position: &Position, target: &mut [Aligned<i16>; 2]) {
    let pieces = Pieces::from(position);
    let parameters = network.parameters();
    for side in Color::ALL {
        let features = network.features();
        let perspective = features.perspective(side, pieces.king(side));
        let mut added = Vec::with_capacity(32);
        for piece in Piece::ALL {
            for square in pieces.of(piece) {
                added.push(features.index(side, perspective, piece, square) as u16);
            }
        }
        let [accumulator, copy] = &mut *target;
        accumulator.copy_from_slice(&parameters.ft_biases);
        kernels::refresh::<I>(accumulator, copy, &parameters.ft_weights, &added, &[]);
    }
}

fn main() {
    let (rounds, widths) = rounds_and_widths(DEFAULT_ROUNDS, &[256, 512, 1024]);
    let walk = Walk::new();
    let evaluations = walk.evaluations as f64;
    let (near, far) = (Reader::new(16 << 10), Reader::new(256 << 10));
    println!(
        "{} evaluations on {}",
        walk.evaluations,
        with_best_isa!(I => I::NAME)
    );
    println!();
    println!(
        "| Width | Evaluations a second, with move making | Evaluation ns | of it update ns | Bound ns | \
         Percent of bound | Refresh ns, Finny table | from scratch | L1 GB/s | L2 GB/s |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for width in widths {
        let network = Arc::new(network(width));
        let mut evaluator = Evaluator::new(Arc::clone(&network));
        let mut stack = AccumulatorStack::new(Arc::clone(&network));
        let mut refreshed = AccumulatorStack::new(Arc::clone(&network));
        let mut rebuilt = [width; 2].map(Aligned::zeroed);
        let [rules, all, update, first_level, second_level] =
            sums_of_medians(rounds, GAMES, |kind, game| match kind {
                0 => walk.run(game, &mut ()),
                1 => walk.run(game, &mut evaluator),
                2 => walk.run(game, &mut stack),
                3 => near.read(),
                _ => far.read(),
            });
        let [rules, all, update] = [rules, all, update].map(|time| time / evaluations);
        let [first_level, second_level] =
            [first_level, second_level].map(|time| (GAMES * BYTES_READ) as f64 / time);
        let per_side = |time: f64| time / (2 * walk.positions.len()) as f64;
        let [cached, uncached] = sums_of_medians(rounds, GAMES, |kind, game| {
            let share = walk.positions.len() / GAMES;
            for position in &walk.positions[game * share..][..share] {
                if kind == 0 {
                    refreshed.reset(position);
                    with_best_isa!(I => refreshed.update::<I>(position));
                    black_box(&refreshed);
                } else {
                    with_best_isa!(I => rebuild::<I>(&network, position, &mut rebuilt));
                    black_box(&rebuilt);
                }
            }
        })
        .map(per_side);
        let line = (2 * width) as f64;
        // Of each color: accumulators before and after the move, output weights; after a refresh the
        // Finny table's copy, too.
        let row_bytes = line * walk.traffic.rows as f64 / evaluations;
        let accumulator_bytes = line * (2.0 * 3.0 + walk.traffic.refreshes as f64 / evaluations);
        let bound = row_bytes / second_level + accumulator_bytes / first_level;
        println!(
            "| {width} | {:.2} M | {:.0} | {:.0} | {bound:.0} | {:.0} | {cached:.0} | {uncached:.0} | \
             {first_level:.0} | {second_level:.0} |",
            1e3 / all,
            all - rules,
            update - rules,
            100.0 * bound / (all - rules),
        );
    }
}
