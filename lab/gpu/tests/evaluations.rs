//! The device's evaluations equal the engine's. `QUIETUS_GPU_PROOF=100` makes millions of them.

mod common;

use std::sync::Arc;

use chess::Chess;
use evaluation::Evaluated;
use game::Evaluator as _;
use gpu::PackedNetwork;
use nnue::{Container, Evaluator, Network};

use common::{devices, factor, packed, random_network, random_positions};

/// Networks of several widths, numbers of output buckets and mirrorings, and the engine's.
fn networks() -> Vec<Network> {
    let mut networks = vec![
        random_network(32, 1, false, 1),
        random_network(96, 3, true, 2),
        random_network(256, 8, true, 3),
        random_network(384, 5, false, 4),
        random_network(448, 8, true, 5),
    ];
    networks.extend(
        Chess::EMBEDDED.map(|file| Container::read(file.bytes).expect("a network").network),
    );
    networks
}

#[test]
fn evaluations_along_random_games() {
    for (seed, network) in (1..).zip(networks()) {
        let packed_network = Arc::new(PackedNetwork::new(&network).unwrap());
        let mut evaluator = Evaluator::new(Arc::new(network));
        evaluator.ignore_clock();
        for mut tested in devices(&packed_network) {
            let positions = random_positions(2_000 * factor() / tested.slowness, seed);
            let scores = tested.device.evaluations(&packed(&positions)).unwrap();
            for (position, score) in positions.iter().zip(scores) {
                evaluator.reset(position);
                let expected = evaluator.evaluate(position).raw();
                let (name, fen) = (&tested.name, position.fen());
                assert_eq!(score, expected, "{name} network {seed}: {fen}");
            }
        }
    }
}
