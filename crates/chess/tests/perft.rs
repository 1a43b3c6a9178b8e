//! Perft counts of many positions against two independent oracles.
//!
//! The counts in `data/*.epd` come from Stockfish (`tools/perft_oracle.py`); cozy-chess confirms
//! them here. The default run takes what is quick; everything, some minutes:
//! `cargo test --release -p chess --test perft -- --ignored`

mod common;

use chess::{Position, perft, perft_without_bulk};
use common::{PERFT_FILES, read_perft_file};

/// The largest count that the default run verifies in each position; a debug build is slow.
const QUICK_NODES: u64 = if cfg!(debug_assertions) {
    200_000
} else {
    60_000_000
};

/// The same for the six well-known positions: depth 5 of all of them, 6 of two.
const WELL_KNOWN_NODES: u64 = if cfg!(debug_assertions) {
    200_000
} else {
    200_000_000
};

/// The largest count for the slower ways of counting in the default run.
const SLOW_WAY_NODES: u64 = if cfg!(debug_assertions) {
    20_000
} else {
    2_000_000
};

/// Checks every count of at most `limit` nodes with `count`, and says how many nodes that were.
fn verify(way: &str, limit: u64, count: impl Fn(&str, u32) -> u64) {
    for file in PERFT_FILES {
        verify_file(way, file, limit, &count);
    }
}

fn verify_file(way: &str, file: (&str, &str), limit: u64, count: impl Fn(&str, u32) -> u64) {
    let (name, text) = file;
    let (mut positions, mut nodes) = (0, 0);
    for (fen, counts) in read_perft_file(text) {
        // The deepest count implies the others, but a wrong shallow one is easier to find.
        for (depth, expected) in counts.into_iter().filter(|&(_, count)| count <= limit) {
            assert_eq!(count(fen, depth), expected, "{way}: {fen} depth {depth}");
            nodes += expected;
        }
        positions += 1;
    }
    println!("{way}: {name}: {positions} positions, {nodes} nodes");
}

fn ours(fen: &str, depth: u32) -> u64 {
    perft(&mut position(fen), depth)
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a valid FEN")
}

fn cozy(fen: &str, depth: u32) -> u64 {
    fn count(board: &cozy_chess::Board, depth: u32) -> u64 {
        let mut nodes = 0;
        board.generate_moves(|moves| {
            if depth == 1 {
                nodes += moves.len() as u64;
            } else {
                for mv in moves {
                    let mut child = board.clone();
                    child.play_unchecked(mv);
                    nodes += count(&child, depth - 1);
                }
            }
            false
        });
        nodes
    }
    count(&fen.parse().expect("a FEN that cozy-chess accepts"), depth)
}

/// The same position with the colors changed and the board turned upside down.
fn mirrored(fen: &str) -> String {
    let swap_case = |c: char| {
        if c.is_ascii_lowercase() {
            c.to_ascii_uppercase()
        } else {
            c.to_ascii_lowercase()
        }
    };
    let fields: Vec<&str> = fen.split(' ').collect();
    let ranks: Vec<&str> = fields[0].rsplit('/').collect();
    let placement: String = ranks.join("/").chars().map(swap_case).collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let castling: String = fields[2].chars().map(swap_case).collect();
    let en_passant = fields[3]
        .replace('3', "x")
        .replace('6', "3")
        .replace('x', "6");
    format!(
        "{placement} {side} {castling} {en_passant} {} {}",
        fields[4], fields[5]
    )
}

#[test]
fn quick_counts_are_right() {
    verify("bulk", QUICK_NODES, ours);
}

#[test]
fn well_known_positions_are_right_to_depth_five() {
    verify_file("bulk", PERFT_FILES[0], WELL_KNOWN_NODES, ours);
}

#[test]
fn counting_without_bulk_gives_the_same() {
    verify("without bulk", SLOW_WAY_NODES, |fen, depth| {
        perft_without_bulk(&mut position(fen), depth)
    });
}

#[test]
fn changing_colors_gives_the_same() {
    verify("mirrored", SLOW_WAY_NODES, |fen, depth| {
        ours(&mirrored(fen), depth)
    });
}

#[test]
fn cozy_chess_agrees_on_quick_counts() {
    verify("cozy-chess", SLOW_WAY_NODES, cozy);
}

#[test]
fn there_are_enough_positions() {
    let counts = PERFT_FILES.map(|(_, text)| read_perft_file(text).len());
    assert!(
        counts[0] == 6 && counts[1] >= 24 && counts[2] >= 32,
        "{counts:?}"
    );
    for (_, text) in PERFT_FILES {
        for (fen, counts) in read_perft_file(text) {
            assert!(counts.len() >= 5, "{fen}: only to depth {}", counts.len());
        }
    }
}

#[test]
#[ignore = "a minute: cargo test --release -p chess --test perft -- --ignored"]
fn all_counts_are_right() {
    verify("bulk", u64::MAX, ours);
}

#[test]
#[ignore = "some minutes: cargo test --release -p chess --test perft -- --ignored"]
fn cozy_chess_agrees() {
    verify("cozy-chess", u64::MAX, cozy);
}
