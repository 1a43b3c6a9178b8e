//! The same search gives the same result after the TT and the histories are cleared.

mod common;

use common::{pool, search, to_depth, to_nodes};
use search::{Limits, TranspositionTable};

const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 40 60",
    "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1",
];

#[test]
fn fixed_nodes_after_clearing() {
    let fresh = POSITIONS.map(|fen| search(&mut pool(1), fen, to_nodes(20_000)));
    let mut used = pool(1);
    for (fen, expected) in POSITIONS.iter().zip(&fresh) {
        used.clear();
        assert_eq!(&search(&mut used, fen, to_nodes(20_000)), expected, "{fen}");
    }
    // The other way round, with searches of every other sort in between.
    for (fen, expected) in POSITIONS.iter().zip(&fresh).rev() {
        for other in POSITIONS {
            search(&mut used, other, to_depth(6));
            let multi_pv = Limits {
                multi_pv: 3,
                ..to_nodes(3_000)
            };
            search(&mut used, other, multi_pv);
        }
        used.set_tt(TranspositionTable::new(1).expect("1 MiB"));
        search(&mut used, fen, to_nodes(7_777));
        used.set_threads(3).expect("threads");
        search(&mut used, fen, to_depth(7));
        used.set_threads(1).expect("a thread");
        used.set_tt(TranspositionTable::new(8).expect("8 MiB"));
        search(&mut used, fen, to_nodes(5_000));
        used.clear();
        assert_eq!(&search(&mut used, fen, to_nodes(20_000)), expected, "{fen}");
    }
}

#[test]
fn without_clearing_the_result_differs() {
    let mut pool = pool(1);
    let first = search(&mut pool, POSITIONS[1], to_depth(9));
    let second = search(&mut pool, POSITIONS[1], to_depth(9));
    assert_ne!(
        first.nodes, second.nodes,
        "TT and histories must have an effect, or the test above shows nothing"
    );
}
