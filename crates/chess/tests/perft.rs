//! Perft counts of many positions against two independent oracles.
//!
//! The counts in `data/*.epd` come from Stockfish (`tools/oracles/perft_oracle.py`); cozy-chess confirms
//! them here. The default run takes what is quick; everything, some minutes:
//! `cargo test --release -p quietus-chess --test perft -- --ignored`

mod common;

use chess::{Chess, Position};
use common::{PERFT_FILES, read_perft_file};
use game::{Perft, perft, perft_stats, perft_without_bulk};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

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

/// The published counts.
#[test]
fn published_statistics_are_met() {
    let rooks = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    for (fen, depth, numbers) in [
        (Position::START_FEN, 0, [1, 0, 0, 0, 0, 0, 0, 0, 0]),
        (
            Position::START_FEN,
            4,
            [197_281, 1_576, 0, 0, 0, 469, 0, 0, 8],
        ),
        (
            Position::START_FEN,
            5,
            [4_865_609, 82_719, 258, 0, 0, 27_351, 6, 0, 347],
        ),
        (KIWIPETE, 3, [97_862, 17_102, 45, 3_162, 0, 993, 0, 0, 1]),
        (
            KIWIPETE,
            4,
            [
                4_085_603, 757_163, 1_929, 128_013, 15_172, 25_523, 42, 6, 43,
            ],
        ),
        (
            rooks,
            5,
            [674_624, 52_051, 1_165, 0, 0, 52_950, 1_292, 3, 0],
        ),
    ] {
        let (nodes, kinds) = perft_stats::<Chess>(&mut position(fen), depth);
        assert_eq!(
            (nodes, &kinds[..]),
            (numbers[0], &numbers[1..]),
            "{fen} {depth}"
        );
    }
}

#[test]
fn threads_and_bulk_do_not_change_the_count() {
    let position = position(KIWIPETE);
    for (depth, nodes) in [(0, 1), (1, 48), (2, 2_039), (3, 97_862)] {
        for (threads, bulk) in [(1, true), (1, false), (3, true), (3, false)] {
            let perft = Perft { threads, bulk };
            assert_eq!(perft.count::<Chess>(&position, depth), nodes);
        }
    }
    let divided = Perft::default().divide::<Chess>(&position, 3);
    assert_eq!(divided.len(), 48);
    assert_eq!(divided.iter().map(|(_, nodes)| nodes).sum::<u64>(), 97_862);
}

#[test]
fn a_finished_game_has_nothing_to_count() {
    let mated = position("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1");
    let threads = Perft {
        threads: 2,
        bulk: true,
    };
    assert_eq!(threads.count::<Chess>(&mated, 3), 0);
    assert!(threads.divide::<Chess>(&mated, 3).is_empty());
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
#[ignore = "a minute: cargo test --release -p quietus-chess --test perft -- --ignored"]
fn all_counts_are_right() {
    verify("bulk", u64::MAX, ours);
}

#[test]
#[ignore = "some minutes: cargo test --release -p quietus-chess --test perft -- --ignored"]
fn cozy_chess_agrees() {
    verify("cozy-chess", u64::MAX, cozy);
}
