//! Draws by rule in the search, each with a counterexample where the rule does not apply.

mod common;

use common::{ChessPool, is_draw, only, played, pool, position, search, search_from, to_depth};
use game::Score;

/// A score that only a winning side has.
const WINNING: Score = Score::from_raw(300);

fn assert_draw(pool: &mut ChessPool, fen: &str, depth: u32) {
    let answer = search(pool, fen, to_depth(depth));
    assert!(is_draw(answer.score), "{fen}: {answer:?}");
}

#[test]
fn material_that_cannot_mate_is_a_draw() {
    let mut pool = pool(1);
    for fen in [
        "8/8/4k3/8/8/3NK3/8/8 w - - 0 1",
        "8/8/4k3/8/8/3NK3/8/8 b - - 0 1",
        "8/8/4k3/8/4b3/8/4K3/5B2 w - - 0 1",
        // The queen can be taken, and nothing is left.
        "8/8/8/3Qk3/8/8/8/K7 b - - 0 1",
    ] {
        assert_draw(&mut pool, fen, 8);
    }
    // Bishops of both colors can mate; so can a queen that is not lost.
    let bishops = search(&mut pool, "8/8/4k3/8/8/8/4K3/2B2B2 w - - 0 1", to_depth(8));
    assert!(bishops.score > WINNING, "{bishops:?}");
    let queen = search(&mut pool, "8/8/3Q4/5k2/8/8/8/K7 b - - 0 1", to_depth(8));
    assert!(queen.score < -WINNING, "{queen:?}");
}

#[test]
fn taking_the_last_pawn_is_a_draw() {
    let mut pool = pool(1);
    let from = position("8/8/8/8/3k4/8/3pB3/3K4 w - - 0 1");
    let limits = only(&from, "d1d2", 8);
    let answer = search_from(&mut pool, &from, limits);
    assert!(is_draw(answer.score), "{answer:?}");
}

#[test]
fn stalemate_is_a_draw() {
    let mut pool = pool(1);
    let none = search(&mut pool, "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", to_depth(6));
    assert_eq!(none.best, None);
    let from = position("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1");
    let limits = only(&from, "f1f7", 6);
    let careless = search_from(&mut pool, &from, limits);
    assert!(is_draw(careless.score), "{careless:?}");
    let careful = search_from(&mut pool, &from, to_depth(6));
    assert_eq!(careful.score, Score::mate_in(1));
    // A rook that nobody may take, and a pawn that cannot be helped without stalemate.
    assert_draw(&mut pool, "1R6/8/8/8/8/k7/2q5/K7 w - - 0 1", 18);
    assert_draw(&mut pool, "8/8/8/8/8/4k3/5p2/5K2 b - - 0 1", 8);
}

#[test]
fn perpetual_check_is_a_draw() {
    let mut pool = pool(1);
    assert_draw(&mut pool, "6k1/6p1/8/7Q/8/8/rq3PPP/6K1 w - - 0 1", 12);
    let other = "6k1/6p1/7p/8/8/8/rq3PPP/3Q2K1 w - - 0 1";
    let lost = search(&mut pool, other, to_depth(10));
    assert!(lost.score < -WINNING, "{lost:?}");
}

/// White is a queen up; with the moves behind it the third repetition is two plies away.
const SHUFFLED: &str = "6k1/5ppp/8/8/8/8/Q4PPP/6K1 w - - 0 1";
const SHUFFLE: &str = "a2a1 g8f8 a1a2 f8g8 a2a1 g8f8";

#[test]
fn a_third_repetition_is_a_draw_only_with_its_history() {
    let with_history = played(SHUFFLED, SHUFFLE);
    let without = position(&with_history.fen());
    // In the second round the TT holds the scores of the first.
    let mut pool = pool(1);
    for _ in 0..2 {
        let free = search_from(&mut pool, &without, only(&without, "a1a2", 16));
        assert!(free.score > WINNING, "{free:?}");
        let bound = search_from(&mut pool, &with_history, only(&with_history, "a1a2", 16));
        assert!(is_draw(bound.score), "{bound:?}");
        let wiser = search_from(&mut pool, &with_history, to_depth(10));
        assert!(wiser.score > WINNING, "{wiser:?}");
        assert_ne!(wiser.best, with_history.parse_uci("a1a2").ok());
    }
}

/// A mate in two without capture or pawn move, at a clock.
fn rook_mate(clock: u32) -> String {
    format!("7k/8/5K2/8/8/8/8/R7 w - - {clock} 90")
}

#[test]
fn mate_on_the_hundredth_ply_beats_the_draw() {
    let mut pool = pool(1);
    let one = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80";
    assert_eq!(search(&mut pool, one, to_depth(6)).score, Score::mate_in(1));
    let last = search(&mut pool, &rook_mate(97), to_depth(8));
    assert_eq!(last.score, Score::mate_in(3), "{last:?}");
    assert_draw(&mut pool, &rook_mate(98), 8);
}

#[test]
fn the_halfmove_clock_counts_whatever_the_tt_holds() {
    let mut pool = pool(1);
    // From every clock to every other, without forgetting.
    let clocks = [0, 97, 98, 13, 99, 95, 98, 90, 97, 99, 96, 98, 0];
    for clock in clocks {
        let answer = search(&mut pool, &rook_mate(clock), to_depth(10));
        if clock <= 97 {
            assert_eq!(answer.score, Score::mate_in(3), "{clock}: {answer:?}");
        } else {
            assert!(is_draw(answer.score), "{clock}: {answer:?}");
        }
    }
}

#[test]
fn a_won_position_can_run_out_of_moves() {
    let mut pool = pool(1);
    let queen = |clock: u32| format!("8/8/8/4k3/8/4K3/4Q3/8 w - - {clock} 90");
    for clock in [0, 96, 0, 99] {
        let answer = search(&mut pool, &queen(clock), to_depth(10));
        if clock == 0 {
            assert!(answer.score > WINNING, "{answer:?}");
        } else {
            assert!(is_draw(answer.score), "{clock}: {answer:?}");
        }
    }
    // A pawn that can still move starts the count anew.
    let saved = "7k/8/8/8/8/3K4/4P3/1Q6 w - - 99 90";
    let answer = search(&mut pool, saved, to_depth(8));
    assert!(answer.score > WINNING, "{answer:?}");
}

#[test]
fn contempt_makes_draws_bad_for_the_side_to_move() {
    let mut pool = pool(1);
    for fen in [
        "8/8/4k3/8/8/3NK3/8/8 w - - 0 1",
        "8/8/4k3/8/8/3NK3/8/8 b - - 0 1",
        "7k/8/8/8/8/8/5K2/8 b - - 99 90",
    ] {
        for contempt in [-40, 0, 40] {
            pool.clear();
            let limits = search::Limits {
                contempt,
                ..to_depth(6)
            };
            let answer = search(&mut pool, fen, limits);
            assert!(
                (answer.score.raw() + contempt).abs() <= 1,
                "{fen} {contempt}: {answer:?}"
            );
        }
    }
}
