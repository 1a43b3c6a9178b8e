//! Legality, stages and checks of moves, asked in every way there is.
//!
//! The list of all legal moves is proved elsewhere (`perft.rs`, `differential.rs`); here all other
//! answers about moves must agree with it.

mod common;

use chess::{Move, MoveKind, Position};
use common::{PERFT_FILES, read_perft_file, sample, sorted_moves};
use game::{PackedMove, Stage};

/// A debug build is some thirty times slower.
const GAMES: usize = if cfg!(debug_assertions) { 30 } else { 2_000 };

/// Random positions and those of the perft files.
fn positions(seed: u64) -> Vec<Position> {
    let mut positions = sample(GAMES, seed);
    for (_, text) in PERFT_FILES {
        let fens = read_perft_file(text).into_iter().map(|(fen, _)| fen);
        positions.extend(fens.map(|fen| Position::from_fen(fen).expect("a valid FEN")));
    }
    positions
}

#[test]
fn every_code_is_legal_exactly_if_it_is_generated() {
    let positions = positions(1);
    let mut moves = 0;
    for position in &positions {
        let legal = sorted_moves(position, Stage::All);
        let found: Vec<Move> = (0..=u16::MAX)
            .filter_map(Move::from_code)
            .filter(|&mv| position.is_pseudo_legal(mv) && position.is_legal(mv))
            .collect();
        assert_eq!(found, legal, "{}", position.fen());
        moves += legal.len();
    }
    println!(
        "{} positions with {moves} legal moves, all 65536 codes each",
        positions.len()
    );
}

#[test]
fn the_positions_are_worth_asking_about() {
    let positions = positions(1);
    let count = |holds: fn(&Position) -> bool| positions.iter().filter(|p| holds(p)).count();
    let has = |kind| {
        let is_kind =
            |position: &&Position| position.legal_moves().iter().any(|mv| mv.kind() == kind);
        positions.iter().filter(is_kind).count()
    };
    let seen = [
        ("Chess960", count(Position::is_chess960)),
        ("in check", count(Position::in_check)),
        (
            "in double check",
            count(|position| position.checkers().several()),
        ),
        ("with a pin", count(|position| position.pinned().any())),
        ("with en passant", has(MoveKind::EnPassant)),
        ("with castling", has(MoveKind::Castle)),
        ("with promotion", has(MoveKind::PromoteKnight)),
        (
            "without moves",
            count(|position| !position.has_legal_move()),
        ),
    ];
    println!("{} positions: {seen:?}", positions.len());
    assert!(seen.iter().all(|&(_, count)| count > 0), "{seen:?}");
}

#[test]
fn stages_divide_the_legal_moves() {
    for position in positions(2) {
        let fen = position.fen();
        let all = sorted_moves(&position, Stage::All);
        let noisy = sorted_moves(&position, Stage::Noisy);
        let quiet = sorted_moves(&position, Stage::Quiet);
        let (expected, others): (Vec<Move>, Vec<Move>) =
            all.iter().partition(|&&mv| position.is_noisy(mv));
        assert_eq!(noisy, expected, "noisy moves in {fen}");
        assert_eq!(quiet, others, "quiet moves in {fen}");
        assert!(
            all.is_sorted_by(|a, b| a < b),
            "a move comes twice in {fen}"
        );
        assert_eq!(position.count_legal_moves(), all.len(), "{fen}");
        assert_eq!(position.has_legal_move(), !all.is_empty(), "{fen}");
    }
}

#[test]
fn noisy_moves_are_those_that_take_or_make_a_queen() {
    for mut position in positions(3) {
        for &mv in &position.legal_moves() {
            let said = (position.is_capture(mv), position.is_noisy(mv));
            let pieces = position.occupied().count();
            position.make(mv, &mut ());
            let captures = position.occupied().count() < pieces;
            assert_eq!(position.captured().is_some(), captures);
            position.unmake(mv);
            let queens = mv.kind() == MoveKind::PromoteQueen;
            assert_eq!(
                said,
                (captures, captures || queens),
                "{mv} in {}",
                position.fen()
            );
        }
    }
}

#[test]
fn a_move_gives_check_exactly_if_the_next_position_is_in_check() {
    let (mut moves, mut checks) = (0, 0);
    for mut position in positions(4).into_iter().chain(positions(5)) {
        let squares = position.check_squares();
        for &mv in &position.legal_moves() {
            let said = position.gives_check(mv);
            let said_from_squares = position.gives_check_from(&squares, mv);
            position.make(mv, &mut ());
            let is_check = position.in_check();
            position.unmake(mv);
            assert_eq!(said, is_check, "{mv} in {}", position.fen());
            assert_eq!(said_from_squares, is_check, "{mv} in {}", position.fen());
            moves += 1;
            checks += u32::from(is_check);
        }
    }
    println!("{moves} moves, {checks} checks");
}
