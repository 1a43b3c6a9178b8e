//! Mate scores in the TT: a TT filled by one search serves the next, from another distance.

mod common;

use chess::Position;
use common::{ChessPool, pool, position, search_from, to_depth};
use game::Score;

/// Positions with mates that take some searching, with their lengths.
const MATES: [(&str, usize); 4] = [
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
    ("6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1", 2),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("8/8/8/8/1k6/8/1K6/R6R w - - 0 1", 3),
];

/// Deep enough for all of these mates.
const DEPTH: u32 = 16;

/// The positions along a PV, the first and the last included.
fn along(fen: &str, pv: &[chess::Move]) -> Vec<Position> {
    let mut position = position(fen);
    let mut positions = vec![position.clone()];
    for &mv in pv {
        position.play(mv);
        positions.push(position.clone());
    }
    positions
}

/// Searches the position `ply` moves along a mating line of `plies`, keeping the TT.
#[track_caller]
fn assert_distance(pool: &mut ChessPool, position: &Position, left: usize) {
    let answer = search_from(pool, position, to_depth(DEPTH));
    let expected = if left % 2 == 1 {
        Score::mate_in(left)
    } else {
        Score::mated_in(left)
    };
    assert_eq!(answer.score, expected, "{}: {answer:?}", position.fen());
}

#[test]
fn the_mate_distance_shrinks_along_the_pv() {
    let mut pool = pool(1);
    for (fen, moves) in MATES {
        let plies = 2 * moves - 1;
        let answer = search_from(&mut pool, &position(fen), to_depth(DEPTH));
        assert_eq!(answer.score, Score::mate_in(plies), "{fen}: {answer:?}");
        let positions = along(fen, &answer.pv);
        assert_eq!(positions.len(), plies + 1, "{fen}: {answer:?}");
        // Forth, with what the first search left; then back, with what the shorter ones left.
        for (ply, position) in positions[..plies].iter().enumerate() {
            assert_distance(&mut pool, position, plies - ply);
        }
        for (ply, position) in positions[..plies].iter().enumerate().rev() {
            assert_distance(&mut pool, position, plies - ply);
        }
    }
}

/// The first depth at which a mate is seen, by pools that `prepared` makes.
fn depth_needed(prepared: impl Fn() -> ChessPool, position: &Position, mate: Score) -> u32 {
    let sees = |&depth: &u32| {
        let answer = search_from(&mut prepared(), position, to_depth(depth));
        answer.score == mate
    };
    (1..=DEPTH).find(sees).expect("it is seen at some depth")
}

#[test]
fn a_shallow_search_takes_a_mate_from_the_tt() {
    let (mut fresh, mut filled) = (0, 0);
    for (fen, moves) in MATES {
        let from = position(fen);
        let mate = Score::mate_in(2 * moves - 1);
        let after_deep_search = || {
            let mut pool = pool(1);
            assert_eq!(
                search_from(&mut pool, &from, to_depth(DEPTH)).score,
                mate,
                "{fen}"
            );
            pool
        };
        fresh += depth_needed(|| pool(1), &from, mate);
        filled += depth_needed(after_deep_search, &from, mate);
    }
    assert!(filled < fresh, "{filled} against {fresh} plies");
}
