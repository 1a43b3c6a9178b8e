//! SEE against a recursive swap on the slow board.

mod common;

use common::slow::{self, Board};
use common::{sample, sorted_moves};
use game::Stage;
use xiangqi::{Color, Move, PieceType, Position, Square, see_value};

const GAMES: usize = if cfg!(debug_assertions) { 50 } else { 3000 };

/// What the side gains by capturing on a square, if it does so only when that pays.
fn swap(board: &Board, to: Square, side: Color) -> i32 {
    let Some(mv) = capture(board, to, side) else {
        return 0;
    };
    let victim = board[to.index()].expect("something to capture");
    (see_value(victim.kind()) - swap(&slow::after(board, mv), to, !side)).max(0)
}

/// The capture by the least valuable piece that shields no king; the king only where it is safe.
fn capture(board: &Board, to: Square, side: Color) -> Option<Move> {
    let mut captures: Vec<Move> = slow::pseudo_legal_moves(board, side)
        .into_iter()
        .filter(|mv| mv.to() == to)
        .collect();
    let kind = |mv: &Move| board[mv.from().index()].expect("a piece that moves").kind();
    captures.sort_by_key(|mv| (kind(mv), mv.from()));
    captures.into_iter().find(|mv| {
        let next = slow::after(board, *mv);
        let after = slow::checkers(&next, side);
        if kind(mv) == PieceType::King {
            after.is_empty()
        } else {
            let before = slow::checkers(board, side);
            after.iter().all(|checker| before.contains(checker))
        }
    })
}

#[test]
fn thresholds_agree_with_the_slow_swap() {
    let mut decided = 0;
    for position in sample(GAMES, 21) {
        let board = slow::board(&position);
        for mv in sorted_moves(&position, Stage::All) {
            let gain = position.immediate_gain(mv);
            let value = gain - swap(&slow::after(&board, mv), mv.to(), !position.side_to_move());
            decided += u32::from(value != gain);
            for threshold in [value - 1, value, value + 1, 0, -200, 350] {
                assert_eq!(
                    position.see_ge(mv, threshold),
                    value >= threshold,
                    "{mv} is worth {value}, threshold {threshold}: {position}"
                );
            }
        }
    }
    assert!(decided > 1000 || cfg!(debug_assertions), "{decided} swaps");
}

#[test]
fn exchanges_of_every_kind_are_counted() {
    for (name, fen, mv, value) in [
        ("undefended", "3k5/9/9/4r4/9/9/4R4/9/9/4K4 w", "e3e6", 900),
        (
            "defended by a horse",
            "3k5/5n3/9/4r4/9/9/4R4/9/9/4K4 w",
            "e3e6",
            0,
        ),
        (
            "a blocked leg does not defend",
            "3k5/5n3/5a3/4r4/9/9/4R4/9/9/4K4 w",
            "e3e6",
            900,
        ),
        (
            "the rook that left was the cannon's screen",
            "3kr4/9/9/9/4p4/9/4R4/9/4C4/5K3 w",
            "e3e5",
            -800,
        ),
        (
            "the cannon has another screen",
            "3kr4/9/9/9/4p4/9/4R4/4B4/4C4/5K3 w",
            "e3e5",
            100,
        ),
        (
            "a cannon defends over a screen",
            "3kc4/9/4b4/9/4c4/4R4/9/9/9/5K3 w",
            "e4e5",
            -370,
        ),
        (
            "a cannon without a screen does not",
            "3kc4/9/9/9/4c4/4R4/9/9/9/5K3 w",
            "e4e5",
            530,
        ),
        (
            "the king defends",
            "3k5/3n5/9/9/3R5/9/9/9/9/4K4 w",
            "d5d8",
            -400,
        ),
        (
            "the king does not defend against two",
            "3k5/3n5/9/9/3R5/9/3R5/9/9/4K4 w",
            "d5d8",
            500,
        ),
    ] {
        let position = Position::from_fen(fen).expect("a valid FEN");
        let mv = position.parse_uci(mv).expect("a legal move");
        assert!(position.see_ge(mv, value), "{name}: at least {value}");
        assert!(!position.see_ge(mv, value + 1), "{name}: at most {value}");
    }
}
