//! Legal and pseudo-legal moves against the slow rules, for every move code.

mod common;

use common::{sample, slow, sorted_moves};
use game::{PackedMove, Stage};
use xiangqi::{Move, Position};

const GAMES: usize = if cfg!(debug_assertions) { 50 } else { 1000 };

fn all_codes() -> impl Iterator<Item = Move> {
    (0..=u16::MAX).filter_map(Move::from_code)
}

#[test]
fn generated_moves_are_those_of_the_slow_rules() {
    for position in sample(GAMES, 1) {
        let board = slow::board(&position);
        let us = position.side_to_move();
        let expected = slow::legal_moves(&board, us);
        assert_eq!(sorted_moves(&position, Stage::All), expected, "{position}");
        assert_eq!(position.count_legal_moves(), expected.len());
        assert_eq!(position.has_legal_move(), !expected.is_empty());
        assert_eq!(position.in_check(), slow::in_check(&board, us));
        let mut checkers = slow::checkers(&board, us);
        checkers.sort_unstable();
        assert_eq!(
            position.checkers().into_iter().collect::<Vec<_>>(),
            checkers
        );
    }
}

#[test]
fn stages_are_disjoint_and_complete() {
    for position in sample(GAMES, 2) {
        let noisy = sorted_moves(&position, Stage::Noisy);
        let quiet = sorted_moves(&position, Stage::Quiet);
        assert!(noisy.iter().all(|&mv| position.is_capture(mv)));
        assert!(quiet.iter().all(|&mv| !position.is_capture(mv)));
        let mut both = [noisy, quiet].concat();
        both.sort_unstable();
        assert_eq!(both, sorted_moves(&position, Stage::All));
    }
}

#[test]
fn every_code_is_judged_as_the_slow_rules_do() {
    for position in sample(GAMES / 4, 3) {
        let board = slow::board(&position);
        let us = position.side_to_move();
        let mut pseudo_legal = slow::pseudo_legal_moves(&board, us);
        pseudo_legal.sort_unstable();
        let legal = slow::legal_moves(&board, us);
        for mv in all_codes() {
            let is_pseudo_legal = position.is_pseudo_legal(mv);
            let expected = pseudo_legal.binary_search(&mv).is_ok();
            assert_eq!(is_pseudo_legal, expected, "{mv} in {position}");
            if is_pseudo_legal {
                let expected = legal.binary_search(&mv).is_ok();
                assert_eq!(position.is_legal(mv), expected, "{mv} in {position}");
            }
        }
    }
}

#[test]
fn the_position_with_most_moves_fits() {
    let fen = "8C/4k4/3P1N1P1/4P4/3P1N1P1/pR7/2C6/B2ABA3/6R2/4K4 w";
    let position = Position::from_fen(fen).expect("a valid FEN");
    assert_eq!(position.legal_moves().len(), 110);
}
