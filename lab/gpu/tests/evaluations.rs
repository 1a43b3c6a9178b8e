//! The device's evaluations equal the engine's. `QUIETUS_GPU_PROOF=100` makes millions of them.

mod common;

use std::sync::Arc;

use ::xiangqi::Xiangqi;
use chess::Chess;
use evaluation::NetworkOf;
use game::Evaluator as _;
use gpu::PackedNetwork;
use nnue::features::xiangqi;
use nnue::{Container, Evaluator, FeatureSet};

use common::{Tried, devices, factor, pack, packed, random_network, random_positions};

/// Compares evaluations along random games, also by the embedded network.
fn evaluations<G: Tried>(mut networks: Vec<NetworkOf<G>>) {
    networks
        .extend(G::EMBEDDED.map(|file| Container::read(file.bytes).expect("a network").network));
    for (seed, network) in (1..).zip(networks) {
        let packed_network = pack::<G>(&network);
        let mut evaluator = Evaluator::new(Arc::new(network));
        evaluator.ignore_clock();
        for mut tested in devices(&packed_network) {
            // Part by part: a position with its history is large.
            for part in 0..factor() {
                let seed = seed + 100 * part as u64;
                let positions = random_positions::<G>(2_000 / tested.slowness, seed);
                let scores = tested.device.evaluations(&packed::<G>(&positions));
                for (position, score) in positions.iter().zip(scores.expect("scores")) {
                    evaluator.reset(position);
                    let expected = evaluator.evaluate(position).raw();
                    let (name, fen) = (&tested.name, G::fen(position));
                    assert_eq!(score, expected, "{name} network {seed}: {fen}");
                }
            }
        }
    }
}

/// Several widths, numbers of output buckets and mirrorings.
#[test]
fn evaluations_along_random_games() {
    let network = |width, buckets, mirrored, seed| {
        random_network(FeatureSet::PieceSquare { mirrored }, width, buckets, seed)
    };
    evaluations::<Chess>(vec![
        network(32, 1, false, 1),
        network(96, 3, true, 2),
        network(256, 8, true, 3),
        network(384, 5, false, 4),
        network(448, 8, true, 5),
    ]);
}

#[test]
fn evaluations_along_random_games_of_xiangqi() {
    let network = |width, buckets, seed| {
        random_network(xiangqi::FeatureSet::PieceSquare, width, buckets, seed)
    };
    evaluations::<Xiangqi>(vec![
        network(32, 1, 1),
        network(96, 3, 2),
        network(256, 8, 3),
        network(448, 5, 4),
    ]);
}

#[test]
fn feature_sets_that_devices_lack_are_refused_by_name() {
    for set in xiangqi::FeatureSet::ALL {
        let packed = PackedNetwork::new::<Xiangqi>(&random_network(set, 32, 1, 1));
        match packed {
            Ok(_) => assert_eq!(set, xiangqi::FeatureSet::PieceSquare),
            Err(error) => assert!(error.to_string().contains(&set.to_string()), "{error}"),
        }
    }
    let half_kp = PackedNetwork::new::<Chess>(&random_network(FeatureSet::HalfKp, 32, 1, 1));
    let error = half_kp.unwrap_err().to_string();
    assert!(error.contains("HalfKP"), "{error}");
}
