use chess::{Color, Move, PieceType, Position, Square};
use game::{Evaluator, Rng};

use super::Handcrafted;

fn evaluate(fen: &str) -> i32 {
    let position = Position::from_fen(fen).unwrap();
    let mut evaluation = Handcrafted::new();
    evaluation.reset(&position);
    evaluation.evaluate(&position).raw()
}

/// The same position with the colors exchanged.
fn mirrored(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let ranks: Vec<&str> = fields[0].rsplit('/').collect();
    let swap = |text: &str| -> String {
        let swap_one = |c: char| {
            if c.is_ascii_uppercase() {
                c.to_ascii_lowercase()
            } else {
                c.to_ascii_uppercase()
            }
        };
        text.chars().map(swap_one).collect()
    };
    let side = if fields[1] == "w" { "b" } else { "w" };
    format!("{} {side} - - {} 1", swap(&ranks.join("/")), fields[4])
}

fn random_move(position: &Position, rng: &mut Rng) -> Option<Move> {
    rng.choose(&position.legal_moves()).copied()
}

#[test]
fn incremental_equals_fresh_and_colors_are_alike() {
    let mut rng = Rng::new(5);
    for _ in 0..50 {
        let mut position = Position::start();
        let mut evaluation = Handcrafted::new();
        evaluation.reset(&position);
        let mut played = Vec::new();
        while let Some(mv) = random_move(&position, &mut rng).filter(|_| played.len() < 200) {
            evaluation.push();
            position.make(mv, &mut evaluation);
            played.push(mv);
            let fen = position.fen();
            let value = evaluation.evaluate(&position).raw();
            assert_eq!(value, evaluate(&fen), "{fen}");
            assert_eq!(value, evaluate(&mirrored(&fen)), "{fen}");
        }
        for &mv in played.iter().rev() {
            position.unmake(mv);
            evaluation.pop();
        }
        assert_eq!(
            evaluation.evaluate(&position).raw(),
            evaluate(Position::START_FEN)
        );
    }
}

#[test]
fn sane() {
    assert!(evaluate("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1") > 800);
    assert!(evaluate("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1") < -800);
    let fresh = evaluate("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    let stale = evaluate("4k3/8/8/8/8/8/8/Q3K3 w - - 90 60");
    assert!(stale < fresh * 6 / 10);
    let center = evaluate("8/8/8/4k3/8/8/8/R3K3 w - - 0 1");
    let corner = evaluate("7k/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert!(
        corner > center,
        "a bare king in the corner is nearer to mate"
    );
}

#[test]
fn the_explanation_adds_up() {
    for fen in [
        Position::START_FEN,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 7 30",
        "8/8/8/4k3/8/8/8/R3K3 b - - 40 90",
    ] {
        let position = Position::from_fen(fen).unwrap();
        let parts = Handcrafted::explain(&position);
        assert_eq!(parts.total.raw(), evaluate(fen), "{fen}");
        let mut both = [0, 0];
        for [white, black] in parts.pieces {
            for (terms, sign) in [(white, 1), (black, -1)] {
                both[0] += sign * (terms.material.middlegame + terms.psqt.middlegame);
                both[1] += sign * (terms.material.endgame + terms.psqt.endgame);
            }
        }
        let phase = parts.phase;
        assert_eq!(
            (both[0] * phase + both[1] * (24 - phase)) / 24,
            parts.tapered
        );
        let white = parts.tapered + parts.mop_up;
        let us = if position.side_to_move() == Color::White {
            white
        } else {
            -white
        };
        assert_eq!(
            us + parts.tempo + parts.clock_scaling,
            parts.total.raw(),
            "{fen}"
        );
    }
}

#[test]
fn a_contribution_is_what_the_piece_brings() {
    let position = Position::from_fen("4k3/8/8/8/8/8/4q3/Q3K3 w - - 0 1").unwrap();
    let parts = Handcrafted::explain(&position);
    let of = |square: Square| parts.contributions[square.index()];
    assert!(of(Square::A1) > Some(900) && of(Square::E2) < Some(-900));
    assert_eq!((of(Square::E1), of(Square::D4)), (None, None));
    assert_eq!(parts.pieces[PieceType::Queen.index()][0].count, 1);
}
