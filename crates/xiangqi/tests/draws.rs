//! Draws and losses by rule: move limit, material, repetition.

use game::{Score, Verdict};
use xiangqi::{Color, Position, Repetition};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a valid FEN")
}

fn play(position: &mut Position, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = position.parse_uci(text).expect("a legal move");
        position.play(mv);
    }
}

#[test]
fn only_captures_reset_the_clock() {
    let mut position = Position::start();
    play(&mut position, "c3c4 c6c5 h2e2");
    assert_eq!(position.halfmove_clock(), 3);
    play(&mut position, "c5c4");
    assert_eq!(position.halfmove_clock(), 0);
}

#[test]
fn checks_beyond_the_tenth_and_their_replies_do_not_count() {
    let mut position = position("3k5/9/9/9/9/9/9/9/9/R3K4 w");
    // Ten checks with ten replies count, all later ones do not.
    for round in 0..15 {
        let there = ["a0a9 d9d8 a9a8 d8d9", "a8a9 d9d8 a9a8 d8d9"][usize::from(round > 0)];
        play(&mut position, there);
        let expected = if round < 5 { 4 * (round + 1) } else { 20 };
        assert_eq!(position.halfmove_clock(), expected, "round {round}");
    }
    // A quiet move counts again.
    play(&mut position, "a8a7");
    assert_eq!(position.halfmove_clock(), 21);
}

#[test]
fn the_move_limit_is_a_draw_unless_no_move_is_left() {
    let quiet = position("3k5/9/9/9/9/9/9/9/9/R3K4 b - - 120 80");
    assert!(quiet.is_draw_by_move_limit());
    assert_eq!(quiet.verdict(1), Verdict::Final(Score::DRAW));
    let early = position("3k5/9/9/9/9/9/9/9/9/R3K4 b - - 119 80");
    assert!(!early.is_draw_by_move_limit());
    assert_eq!(early.verdict(1), Verdict::Open);
    let stalemate = position("3k5/4P4/9/9/9/9/9/9/9/4K4 b - - 120 80");
    assert!(!stalemate.is_draw_by_move_limit());
    assert_eq!(stalemate.verdict(1), Verdict::Open);
}

#[test]
fn a_clock_beyond_the_move_limit_is_of_a_game_without_it() {
    for (clock, limit, is_draw) in [(500, 120, false), (120, 120, true), (500, 1000, false)] {
        let mut position = position(&format!("3k5/9/9/9/9/9/9/9/9/R3K4 b - - {clock} 80"));
        position.set_move_limit(limit);
        assert_eq!(
            position.is_draw_by_move_limit(),
            is_draw,
            "{clock}, {limit}"
        );
    }
}

#[test]
fn material_that_cannot_win_is_a_draw() {
    for (fen, is_draw) in [
        ("3k5/4a4/9/9/9/9/9/9/4A4/4K1B2 w", true),
        ("3k5/4a4/9/9/P8/9/9/9/4A4/4K1B2 w", false),
        ("3k5/9/9/9/9/9/9/9/9/C3K4 w", true),
        ("3k5/9/9/9/9/9/9/9/4A4/C3K4 w", false),
        ("3k5/9/9/9/9/9/9/9/9/N3K4 w", false),
        ("3k5/4a4/9/9/9/9/9/9/9/C3K4 w", true),
        ("3k5/4a4/9/9/9/9/9/9/9/C1B1K4 w", true),
        ("3k1a3/4a4/9/9/9/9/9/9/9/C3K4 w", true),
        ("3k1a3/4a4/9/9/9/9/9/9/9/C1B1K4 w", false),
        ("3k5/9/c8/9/9/9/9/9/9/C3K4 w", true),
        ("3k5/9/c3b4/9/9/9/9/9/9/C3K4 w", true),
        ("3k5/4a4/c8/9/9/9/9/9/9/C3K4 w", false),
    ] {
        let position = position(fen);
        assert_eq!(position.is_insufficient_material(), is_draw, "{fen}");
    }
}

#[test]
fn perpetual_check_loses() {
    for (fen, lead_in, cycle, loser) in [
        (
            "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w",
            "",
            "h8h9 f9f8 h9h8 f8f9",
            Some(Color::Red),
        ),
        (
            "9/4k4/9/9/9/9/9/9/2p6/3K1RBc1 w",
            "",
            "f0e0 e8f8 e0f0 f8e8",
            Some(Color::Red),
        ),
        (
            "3akr3/5c3/1P2b4/4R4/9/9/9/9/9/4CK3 w",
            "e6e7",
            "f8e8 e7f7 e8f8 f7e7",
            None,
        ),
        (
            "5c3/8R/4k2P1/3P5/5P3/6P2/5pN2/5A3/4CK3/6rn1 w",
            "",
            "f5e5 f3e3 e5f5 e3f3",
            Some(Color::Red),
        ),
    ] {
        let mut position = position(fen);
        play(&mut position, lead_in);
        assert!(!position.has_occurred());
        play(&mut position, cycle);
        assert!(position.has_occurred());
        assert_eq!(position.repetition(), None, "second occurrence of {fen}");
        play(&mut position, cycle);
        let repetition = position.repetition().expect("third occurrence");
        assert_eq!(repetition.loser(), loser, "{fen}");
        let score = match loser {
            None => Score::DRAW,
            Some(loser) if loser == position.side_to_move() => Score::mated_in(5),
            Some(_) => Score::mate_in(5),
        };
        assert_eq!(position.verdict(5), Verdict::Final(score), "{fen}");
    }
}

#[test]
fn idle_repetition_is_a_draw() {
    let mut position = Position::start();
    let cycle = "h0g2 h9g7 g2h0 g7h9";
    play(&mut position, cycle);
    assert_eq!(position.verdict(0), Verdict::Open);
    assert_eq!(position.verdict(5), Verdict::Final(Score::DRAW));
    play(&mut position, cycle);
    assert_eq!(position.repetition(), Some(Repetition::Draw));
    assert_eq!(position.verdict(0), Verdict::Final(Score::DRAW));
}

#[test]
fn nothing_repeats_across_a_capture_or_a_pass() {
    let mut position = Position::start();
    play(&mut position, "h0g2 h9g7");
    position.make_null();
    position.unmake_null();
    play(&mut position, "g2h0 g7h9");
    assert!(position.has_occurred());
    position.make_null();
    assert!(!position.has_occurred());
}
