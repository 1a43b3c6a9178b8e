//! Perft counts of Fairy-Stockfish.
//!
//! The default run takes what is quick; everything, a minute:
//! `cargo test --profile proof -p makruk --test perft -- --ignored`

mod common;

use common::position;
use game::{perft, perft_stats, perft_without_bulk};
use makruk::Makruk;

const FILES: [&str; 2] = [
    include_str!("data/perft.epd"),
    include_str!("data/random.epd"),
];

/// The largest count that the default run verifies in each position; a debug build is slow.
const QUICK_NODES: u64 = if cfg!(debug_assertions) {
    10_000
} else {
    1_000_000
};

/// Checks every count of at most `limit` nodes.
fn verify(limit: u64, count: impl Fn(&str, u32) -> u64) {
    let lines = FILES.into_iter().flat_map(str::lines);
    let mut positions = 0;
    for line in lines.filter(|line| !line.starts_with('#')) {
        let (fen, counts) = line.split_once(" ;").expect("counts");
        for entry in counts.split(" ;") {
            let (depth, nodes) = entry.split_once(' ').expect("depth and nodes");
            let depth = depth.trim_start_matches('D').parse().expect("a depth");
            let nodes = nodes.parse().expect("a count");
            if nodes <= limit {
                assert_eq!(count(fen, depth), nodes, "{fen} depth {depth}");
            }
        }
        positions += 1;
    }
    assert!(positions >= 400, "{positions} positions");
}

fn ours(fen: &str, depth: u32) -> u64 {
    perft(&mut position(fen), depth)
}

#[test]
fn quick_counts_are_right() {
    verify(QUICK_NODES, ours);
}

#[test]
fn counting_without_bulk_gives_the_same() {
    verify(QUICK_NODES / 20, |fen, depth| {
        perft_without_bulk(&mut position(fen), depth)
    });
}

#[test]
fn statistics_count_kinds_of_moves() {
    let count = |fen: &str, depth| perft_stats::<Makruk>(&mut position(fen), depth);
    // Captures, promotions, checks, discovered and double checks, mates, stalemates.
    let start = makruk::Position::START_FEN;
    assert_eq!(count(start, 4), (273_026, vec![958, 0, 0, 0, 0, 0, 0]));
    let promotions = "7k/8/3n4/4P3/8/8/8/3K4 w";
    assert_eq!(count(promotions, 1), (7, vec![1, 2, 0, 0, 0, 0, 0]));
    let discovered = "4k3/8/8/8/8/4N3/8/3KR3 w";
    assert_eq!(count(discovered, 1).1[2..4], [7, 7]);
    let mate = "4k3/8/4K3/8/8/8/8/R7 w";
    assert_eq!(count(mate, 1).1[2..6], [1, 0, 0, 1]);
}

#[test]
#[ignore = "a minute: cargo test --profile proof -p makruk --test perft -- --ignored"]
fn all_counts_are_right() {
    verify(u64::MAX, ours);
}
