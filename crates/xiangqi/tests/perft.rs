//! Perft counts of other programs.
//!
//! The default run takes what is quick; everything, some minutes:
//! `cargo test --release -p xiangqi --test perft -- --ignored`

mod common;

use common::{mirrored, perft_lines, slow, swapped};
use game::{perft, perft_stats, perft_without_bulk};
use xiangqi::{Position, Xiangqi};

/// The largest count that the default run verifies in each position; a debug build is slow.
const QUICK_NODES: u64 = if cfg!(debug_assertions) {
    100_000
} else {
    50_000_000
};

/// The largest count for the slower ways of counting in the default run.
const SLOW_WAY_NODES: u64 = if cfg!(debug_assertions) {
    20_000
} else {
    2_000_000
};

/// Checks every count of at most `limit` nodes.
fn verify(limit: u64, count: impl Fn(&str, u32) -> u64) {
    let mut nodes = 0;
    for (fen, counts) in perft_lines() {
        // The deepest count implies the others, but a wrong shallow one is easier to find.
        for (depth, expected) in counts.into_iter().filter(|&(_, count)| count <= limit) {
            assert_eq!(count(fen, depth), expected, "{fen} depth {depth}");
            nodes += expected;
        }
    }
    println!("{nodes} nodes");
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a valid FEN")
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
    verify(SLOW_WAY_NODES, |fen, depth| {
        perft_without_bulk(&mut position(fen), depth)
    });
}

#[test]
fn changing_colors_gives_the_same() {
    verify(SLOW_WAY_NODES, |fen, depth| ours(&swapped(fen), depth));
}

#[test]
fn changing_wings_gives_the_same() {
    verify(SLOW_WAY_NODES, |fen, depth| ours(&mirrored(fen), depth));
}

#[test]
fn changing_both_gives_the_same() {
    verify(SLOW_WAY_NODES, |fen, depth| {
        ours(&mirrored(&swapped(fen)), depth)
    });
}

/// Nodes and kinds of moves by the slow rules.
fn slow_stats(board: &slow::Board, color: xiangqi::Color, depth: u32) -> [u64; 7] {
    let mut stats = [0; 7];
    for mv in slow::legal_moves(board, color) {
        let next = slow::after(board, mv);
        let checkers = slow::checkers(&next, !color);
        let is_check = !checkers.is_empty();
        let is_end = slow::legal_moves(&next, !color).is_empty();
        let counts = if depth > 1 {
            slow_stats(&next, !color, depth - 1)
        } else {
            [
                true,
                board[mv.to().index()].is_some(),
                is_check,
                is_check && !checkers.contains(&mv.to()),
                checkers.len() > 1,
                is_check && is_end,
                !is_check && is_end,
            ]
            .map(u64::from)
        };
        for (sum, count) in stats.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    stats
}

#[test]
fn statistics_are_those_of_the_slow_rules() {
    let (mut captures, mut discovered) = (0, 0);
    for (fen, _) in perft_lines() {
        let mut position = position(fen);
        let depth = if cfg!(debug_assertions) { 1 } else { 2 };
        let expected = slow_stats(&slow::board(&position), position.side_to_move(), depth);
        let (nodes, kinds) = perft_stats::<Xiangqi>(&mut position, depth);
        assert_eq!((nodes, &kinds[..]), (expected[0], &expected[1..]), "{fen}");
        captures += expected[1];
        discovered += expected[3];
    }
    assert!(captures > 0 && discovered > 0);
}

#[test]
fn there_are_enough_positions() {
    assert_eq!(perft_lines().len(), 31);
}

#[test]
#[ignore = "some minutes: cargo test --release -p xiangqi --test perft -- --ignored"]
fn all_counts_are_right() {
    verify(u64::MAX, ours);
}

#[test]
#[ignore = "a minute: cargo test --release -p xiangqi --test perft -- --ignored"]
fn reflections_give_the_same_to_fifty_million() {
    verify(50_000_000, |fen, depth| ours(&swapped(fen), depth));
    verify(50_000_000, |fen, depth| ours(&mirrored(fen), depth));
    verify(50_000_000, |fen, depth| {
        ours(&mirrored(&swapped(fen)), depth)
    });
}
