//! What an evaluation costs along random games, beside the least that its memory traffic allows.
//!
//! `cargo bench -p nnue --bench incremental [-- ROUNDS WIDTH...]`. Games are walked as a search would: some
//! moves are made, evaluated and taken back at each position, then the game goes on. The cost of the
//! rules alone, measured in turn, is taken off. The bound: the bytes that the evaluations touch, each
//! once, rows of weights at the bandwidth of the second-level cache, sums and output weights at that
//! of the first, both measured here by reading vectors. What is written counts as if it were read,
//! though no cache takes vectors faster than it gives them.

mod bandwidth;
mod harness;
mod walk;

use std::hint::black_box;
use std::sync::Arc;

use chess::{Color, Piece, Position};
use nnue::accumulator::Accumulators;
use nnue::features::Feature;
use nnue::simd::{Aligned, Isa, Native, kernels};
use nnue::{Activation, Architecture, Evaluator, Network, Pieces, Scales};

use bandwidth::{BYTES_READ, Reader};
use harness::{rounds_and_widths, sums_of_medians};
use walk::{FEATURES, GAMES, Walk};

const DEFAULT_ROUNDS: usize = 15;

fn network(width: usize) -> Network {
    let architecture = Architecture {
        features: FEATURES,
        width,
        activation: Activation::SquaredClippedRelu,
        hidden: None,
        buckets: 8,
        scales: Scales {
            first: 255,
            output: 64,
            evaluation: 400,
        },
    };
    Network::random(architecture, 7).expect("a valid network")
}

/// Computes both sides' sums of a position without any cache.
fn rebuild<I: Isa>(network: &Network, position: &Position, target: &mut [Aligned<i16>; 2]) {
    let pieces = Pieces::from(position);
    let parameters = network.parameters();
    for side in Color::ALL {
        let outlook = network.features().outlook(side, pieces.king(side));
        let mut inputs = Vec::with_capacity(32);
        for piece in Piece::ALL {
            for square in pieces.of(piece) {
                let feature = Feature::new(piece, square);
                inputs.push(network.features().input(side, outlook, feature) as u16);
            }
        }
        let [sums, copy] = &mut *target;
        sums.copy_from_slice(&parameters.first_biases);
        kernels::refresh::<I>(sums, copy, &parameters.first_weights, &inputs, &[]);
    }
}

fn main() {
    let (rounds, widths) = rounds_and_widths(DEFAULT_ROUNDS, &[256, 512, 1024]);
    let walk = Walk::new();
    let evaluations = walk.evaluations as f64;
    let (near, far) = (Reader::new(16 << 10), Reader::new(256 << 10));
    println!("{} evaluations on {}", walk.evaluations, Native::NAME);
    println!();
    println!(
        "| Width | Evaluations a second, with the rules | Evaluation ns | of it update ns | Bound ns | \
         Percent of bound | Refresh ns, cached | not cached | L1 GB/s | L2 GB/s |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for width in widths {
        let network = Arc::new(network(width));
        let mut evaluator = Evaluator::new(Arc::clone(&network));
        let mut first_layer = Accumulators::new(Arc::clone(&network));
        let mut refreshed = Accumulators::new(Arc::clone(&network));
        let mut rebuilt = [width; 2].map(Aligned::zeroed);
        let [rules, all, update, first_level, second_level] =
            sums_of_medians(rounds, GAMES, |kind, game| match kind {
                0 => walk.run(game, &mut ()),
                1 => walk.run(game, &mut evaluator),
                2 => walk.run(game, &mut first_layer),
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
                    refreshed.update::<Native>(position);
                    black_box(&refreshed);
                } else {
                    rebuild::<Native>(&network, position, &mut rebuilt);
                    black_box(&rebuilt);
                }
            }
        })
        .map(per_side);
        let line = (2 * width) as f64;
        // Of each side: sums before the move, sums after it, output weights; where the sums came
        // from the refresh cache, those were written twice.
        let row_bytes = line * walk.traffic.rows as f64 / evaluations;
        let sum_bytes = line * (2.0 * 3.0 + walk.traffic.refreshes as f64 / evaluations);
        let bound = row_bytes / second_level + sum_bytes / first_level;
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
