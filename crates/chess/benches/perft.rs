//! Perft speed beside cozy-chess, alternating in one run, as a ratio.
//!
//! `cargo bench -p quietus-chess --bench perft [-- ROUNDS]`. Both count the last ply in bulk on one thread;
//! cozy-chess is built with its PEXT feature. The machine's noise hits both alike, so the ratio is
//! what to read: the median over rounds of each round's ratio.

use std::hint::black_box;
use std::time::Instant;

use chess::Position;
use game::perft;

/// Name, FEN, depth.
const POSITIONS: [(&str, &str, u32); 2] = [
    ("start", Position::START_FEN, 6),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
    ),
];

const DEFAULT_ROUNDS: usize = 9;

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        board.generate_moves(|moves| {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy_perft(&child, depth - 1);
            }
            false
        });
    }
    nodes
}

/// Runs `count` and gives its result in millions of nodes a second.
fn speed(expected: &mut Option<u64>, count: impl FnOnce() -> u64) -> f64 {
    let start = Instant::now();
    let nodes = black_box(count());
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(*expected.get_or_insert(nodes), nodes, "the two disagree");
    nodes as f64 / seconds / 1e6
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    // Cargo passes `--bench` along; a bare number is the count of rounds.
    let rounds = std::env::args()
        .find_map(|word| word.parse().ok())
        .unwrap_or(DEFAULT_ROUNDS);
    println!("| Position | Depth | Nodes | Quietus Mnps | cozy-chess 0.3.4 Mnps | Ratio |");
    println!("|---|---|---|---|---|---|");
    for (name, fen, depth) in POSITIONS {
        let mut position = Position::from_fen(fen).expect("a valid FEN");
        let board: cozy_chess::Board = fen.parse().expect("a valid FEN");
        let mut nodes = None;
        let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..rounds {
            let our_speed = speed(&mut nodes, || perft(&mut position, depth));
            let their_speed = speed(&mut nodes, || cozy_perft(&board, depth));
            ours.push(our_speed);
            theirs.push(their_speed);
            ratios.push(our_speed / their_speed);
        }
        println!(
            "| {name} | {depth} | {} | {:.0} | {:.0} | {:.2} |",
            nodes.unwrap_or_default(),
            median(ours),
            median(theirs),
            median(ratios),
        );
    }
}
