//! The device's rules equal those of the engine. `QUIETUS_GPU_PROOF=100` makes a million random positions of it.

mod common;

use chess::Chess;
use game::PackedMove;
use xiangqi::Xiangqi;

use common::{Tried, devices, factor, packed, random_positions, small_network};

/// The usual perft suite and two Chess960 positions, with depths of some 100,000 leaves.
const CHESS: [(&str, u32); 8] = [
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

/// The start, cannons and horses that pin and check in many ways, kings that face each other, pawns across the river.
const XIANGQI: [(&str, u32); 7] = [
    (
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
        3,
    ),
    (
        "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
        3,
    ),
    ("1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w", 3),
    ("5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w", 3),
    ("CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w", 3),
    ("R1N1k1b2/9/3aba3/9/2nr5/2B6/9/4B4/4A4/4KA3 w", 3),
    ("3k1P3/3P5/4b4/2p1n4/9/4C4/4p4/9/2r1A4/3K2p2 b", 4),
];

fn perft<G: Tried>(suite: &[(&str, u32)]) {
    for mut tested in devices(&small_network::<G>()) {
        for &(fen, depth) in suite {
            let depth = depth - u32::from(tested.slowness > 1);
            let mut position = G::parse_fen(fen).expect("a position");
            let leaves = tested
                .device
                .perft(&packed::<G>(std::slice::from_ref(&position)), depth);
            let expected = game::perft::<G, _>(&mut position, depth);
            assert_eq!(leaves.expect("leaves"), [expected], "{} {fen}", tested.name);
        }
    }
}

#[test]
fn perft_of_the_suite() {
    perft::<Chess>(&CHESS);
}

#[test]
fn perft_of_xiangqi() {
    perft::<Xiangqi>(&XIANGQI);
}

fn legal_moves<G: Tried>(seed: u64) {
    for mut tested in devices(&small_network::<G>()) {
        // Part by part: a position with its history is large.
        for part in 0..factor() {
            let seed = seed + 100 * part as u64;
            let positions = random_positions::<G>(10_000 / tested.slowness, seed);
            let lists = tested.device.legal_moves(&packed::<G>(&positions));
            for (position, list) in positions.iter().zip(lists.expect("moves")) {
                let mut moves = list.moves[..usize::from(list.count)].to_vec();
                let legal = G::legal_moves(position);
                let mut expected: Vec<u16> = legal.iter().map(|mv| mv.code()).collect();
                moves.sort_unstable();
                expected.sort_unstable();
                assert_eq!(moves, expected, "{} {}", tested.name, G::fen(position));
            }
        }
    }
}

#[test]
fn legal_moves_of_random_positions() {
    legal_moves::<Chess>(7);
}

#[test]
fn legal_moves_of_random_positions_of_xiangqi() {
    legal_moves::<Xiangqi>(8);
}
