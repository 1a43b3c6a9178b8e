//! Scores of the device's search near those of deep searches.

use std::sync::Arc;

use chess::{Chess, Position};
use evaluation::Evaluated;
use gpu::abi::{NodeLimits, PackedPosition, Settings, Start};
use gpu::emulation::{Emulation, Lanes};
use gpu::{Backend, PackedNetwork, Sizes};

/// Positions with threats by quiet moves, and scores of the engine at 25,000 nodes. A search that prunes
/// quiet moves in PV nodes is off by a thousand centipawns on average.
const DEEP: [(&str, i32); 10] = [
    (
        "2b3k1/1pq3pp/4pQ2/r3N1R1/p1P5/5B1P/1P3K2/8 b - - 3 39",
        -514,
    ),
    ("8/1kp4p/pp6/5P2/1P5B/P5Q1/1n2q1PP/3rN1K1 w - - 7 28", -308),
    ("3r4/5pkp/p4Np1/1q1n4/8/K1P5/P1Q4P/3R4 w - - 8 39", -257),
    ("2b5/2P3k1/5n2/1r6/p5pp/2Q5/3K2P1/8 w - - 0 54", -547),
    ("6r1/2R1Q1bk/4n1pp/P2qN3/5P2/6P1/3PK2P/8 w - - 3 38", -106),
    ("8/kp2P3/p2R2p1/5q2/4r3/3Q4/1PK5/8 w - - 9 64", -309),
    (
        "r1b2r2/6kp/nq1b1p1p/p1pp4/P2PpP2/2P1P1PN/4N2P/R2Q1BKR w - - 2 19",
        -51,
    ),
    (
        "r3kbnr/1bqp1ppp/2n1p3/p1p5/1p2P1P1/PP1P1N2/2P1NPBP/R1BQK2R w KQkq - 2 10",
        21,
    ),
    (
        "r1b1k1nr/ppppbpp1/n3p3/6qp/P5P1/2PPP3/1B3P1P/RN1QKBNR w KQkq - 0 8",
        -132,
    ),
    (
        "1k1r4/1pp3p1/p2r1p2/4p2p/1bN4P/q3n3/2QP1PPN/1K1R3R w - - 0 27",
        56,
    ),
];

#[test]
fn pv_nodes_look_at_all_moves() {
    let network = Chess::embedded().expect("a network");
    let network = Arc::new(PackedNetwork::new::<Chess>(&network).expect("it fits"));
    let settings = Settings {
        nodes: NodeLimits {
            soft: 300,
            hard: 600,
        },
        max_plies: 1,
        table_bits: 12,
        ..Settings::default()
    };
    let sizes = Sizes {
        warps: 1,
        starts: 16,
        cells: 1 << 10,
    };
    let mut device = Emulation::new(Lanes::Loops, &network, settings, sizes);
    let start = |(number, (fen, _)): (u64, &(&str, i32))| {
        let mut start = Start {
            number,
            candidates: 1,
            ..Start::default()
        };
        start.positions[0] = PackedPosition::new::<Chess>(&Position::from_fen(fen).unwrap(), 0);
        start
    };
    device
        .launch(&(0..).zip(&DEEP).map(start).collect::<Vec<_>>())
        .unwrap();
    let (mut finished, mut error) = (0, 0);
    while finished < DEEP.len() {
        for game in device.collect().unwrap() {
            let deep = DEEP[game.number as usize].1;
            error += (i32::from(game.plies[0].score) - deep).abs();
            finished += 1;
        }
    }
    assert!(
        error / 10 < 300,
        "off by {} centipawns on average",
        error / 10
    );
}
