//! The counts of Fairy-Stockfish, as its FEN shows them, and the draws that they give.

mod common;

use common::position as position_of;
use makruk::{Outcome, Position};

/// The limit and the plies of a count.
type Expected = Option<(u16, u16)>;

/// A position, a move, and the limit and plies after it; none without a count.
const COUNTS: [(&str, &str, Expected); 12] = [
    // Nobody counts while a pawn stands.
    ("8/k7/8/7P/6K1/8/2s5/8 w - - 0 1", "g4g5", None),
    // The last pawn promotes, or is taken: 64 moves.
    ("8/k7/8/7P/6K1/8/2s5/8 w - - 0 1", "h5h6m", Some((128, 0))),
    ("8/8/4n3/6P1/5k2/3K4/8/R7 b - - 3 9", "e6g5", Some((128, 0))),
    // A set-up position without pawns: when the first side can count that has its turn.
    ("8/8/4n3/8/5k2/3K4/8/R7 b - - 3 9", "e6g5", Some((128, 0))),
    ("8/8/8/8/3s4/6k1/8/5K2 w - - 0 1", "f1g1", None),
    ("8/8/8/8/3s4/6k1/8/5K2 b - - 0 1", "g3g4", Some((88, 6))),
    // The last piece is lost: by the strongest pieces, from twice the pieces on the board.
    ("8/8/4k3/8/8/3K3R/8/R6n w - 128 40 9", "a1h1", Some((16, 8))),
    (
        "8/8/4k3/8/8/3K4/S7/4n3 w - 128 40 9",
        "d3c3",
        Some((128, 41)),
    ),
    // A bare king that takes a piece counts on.
    ("8/8/8/8/3kS3/8/8/R3K3 b - 32 9 9", "d4e4", Some((32, 10))),
    // It took the last pawn: its move is the first.
    ("8/8/5NS1/7K/2k5/3P4/8/8 b - - 0 1", "c4d3", Some((88, 7))),
    // Of a position set up without pawns it does not count.
    ("8/8/5NS1/7K/2k5/3R4/8/8 b - - 0 1", "c4d3", None),
    // Two bare kings count nothing new.
    ("8/8/8/8/3kS3/8/8/4K3 b - 88 9 9", "d4e4", Some((88, 10))),
];

#[test]
fn counts_begin_and_go_on() {
    for (fen, mv, expected) in COUNTS {
        let mut position = position_of(fen);
        position.play(position.parse_uci(mv).expect("a legal move"));
        let count = position.count();
        let found = count.is_on().then_some((count.limit, count.plies));
        assert_eq!(found, expected, "{fen} {mv}");
    }
}

/// Limits in moves by the strongest pieces.
#[test]
fn limits_depend_on_the_strongest_pieces() {
    for (pieces, limit) in [
        ("RR", 8),
        ("RS", 16),
        ("SS", 22),
        ("NN", 32),
        ("NS", 44),
        ("NM", 64),
        ("MM", 64),
    ] {
        // The met on b2 takes the last black piece.
        let two = format!("{}2{}", &pieces[..1], &pieces[1..]);
        let mut position = position_of(&format!("7k/8/8/8/8/n7/1M6/{two}K3 w - 128 3 40"));
        position.play(position.parse_uci("b2a3").expect("a capture"));
        let on_board = position.occupied().count() as u16;
        let count = position.count();
        assert_eq!(
            (count.limit, count.plies),
            (2 * limit, 2 * on_board),
            "{pieces}"
        );
    }
}

#[test]
fn the_game_is_drawn_beyond_the_limit() {
    let mut position = position_of("8/8/4k3/8/8/8/4K3/R7 w - 32 31 80");
    position.play(position.parse_uci("a1a2").expect("legal"));
    assert_eq!(position.outcome(), None);
    position.play(position.parse_uci("e6e5").expect("legal"));
    assert_eq!(position.outcome(), Some(Outcome::Counting));
    // Mate comes first.
    let mut mate = position_of("4k3/8/4K3/8/8/8/8/R7 w - 32 32 80");
    mate.play(mate.parse_uci("a1a8").expect("legal"));
    let winner = makruk::Color::White;
    assert_eq!(mate.outcome(), Some(Outcome::Checkmate { winner }));
    assert_eq!(mate.count().plies, 33);
}

#[test]
fn passing_and_taking_back_leave_the_count() {
    let mut position = position_of("8/8/4k3/8/8/8/4K3/R7 w - 32 12 80");
    let before = position.fen();
    position.make_null();
    assert_eq!(position.count().plies, 12);
    position.unmake_null();
    let mv = position.parse_uci("a1a2").expect("legal");
    position.make(mv, &mut ());
    position.unmake(mv);
    assert_eq!(position.fen(), before);
}

#[test]
fn too_little_material_is_a_draw() {
    for (placement, is_draw) in [
        ("3k4/8/8/8/8/8/8/3K4", true),
        ("3k4/8/8/8/8/8/8/3K3n", true),
        ("3k4/8/8/p7/8/8/8/3K4", true),
        ("3k4/8/8/8/8/8/8/3K1m1M", true),
        ("3k4/8/8/8/8/8/8/3K2mM", false),
        ("3k4/8/8/8/8/8/8/3K2nn", false),
        ("3k4/8/8/8/8/8/8/3K2S1", false),
        ("3k4/8/8/p1p5/8/8/8/3K4", false),
    ] {
        let position = position_of(&format!("{placement} w"));
        assert_eq!(position.is_insufficient_material(), is_draw, "{placement}");
    }
}

#[test]
fn repetition_is_a_draw_at_the_third_time() {
    let mut position = Position::start();
    for round in 0..2 {
        for mv in ["d1d2", "e8e7", "d2d1", "e7e8"] {
            assert_eq!(position.outcome(), None, "{round} {mv}");
            position.play(position.parse_uci(mv).expect("legal"));
        }
    }
    assert_eq!(position.outcome(), Some(Outcome::Repetition));
}
