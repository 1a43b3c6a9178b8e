//! The device's rules equal those of `chess`. `QUIETUS_GPU_PROOF=100` makes a million random positions of it.

mod common;

use chess::{Chess, Position};
use game::{PackedMove, Rules};

use common::{devices, factor, packed, random_positions, small_network};

/// The usual perft suite and two Chess960 positions, with depths of some 100,000 leaves.
const SUITE: [(&str, u32); 8] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        4,
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        3,
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        4,
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        3,
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        3,
    ),
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        4,
    ),
    (
        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
        4,
    ),
];

#[test]
fn perft_of_the_suite() {
    for mut tested in devices(&small_network()) {
        for (fen, depth) in SUITE {
            let depth = depth - u32::from(tested.slowness > 1);
            let mut position = Position::from_fen(fen).unwrap();
            let leaves = tested.device.perft(&packed(&[position.clone()]), depth);
            let expected = game::perft::<Chess, _>(&mut position, depth);
            assert_eq!(leaves.unwrap(), [expected], "{} {fen}", tested.name);
        }
    }
}

#[test]
fn legal_moves_of_random_positions() {
    for mut tested in devices(&small_network()) {
        let positions = random_positions(10_000 * factor() / tested.slowness, 7);
        let lists = tested.device.legal_moves(&packed(&positions)).unwrap();
        for (position, list) in positions.iter().zip(lists) {
            let mut moves = list.moves[..usize::from(list.count)].to_vec();
            let mut expected: Vec<u16> = (Chess::legal_moves(position).iter())
                .map(|mv| mv.code())
                .collect();
            moves.sort_unstable();
            expected.sort_unstable();
            assert_eq!(moves, expected, "{} {}", tested.name, position.fen());
        }
    }
}
