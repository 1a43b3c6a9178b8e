//! What must hold in every position: making and taking back, keys, checks, text.

mod common;

use common::{Style, play_random, sample, slow};
use game::{Game, Observer, Position as _, Rng};
use xiangqi::{Color, Piece, Position, Square, Xiangqi};

const GAMES: usize = if cfg!(debug_assertions) { 20 } else { 400 };

/// Follows the pieces by what it is told.
struct Follower(slow::Board);

impl Observer<Xiangqi> for Follower {
    fn appeared(&mut self, _: Piece, _: Square) {
        panic!("no piece ever appears");
    }

    fn vanished(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square.index()].take(), Some(piece));
    }

    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        assert_eq!(self.0[from.index()].take(), Some(piece));
        assert_eq!(self.0[to.index()].replace(piece), None);
    }
}

#[test]
fn moves_are_made_and_taken_back() {
    for mut position in sample(GAMES, 11) {
        let before = position.clone();
        let keys = *position.keys();
        assert_eq!(keys, position.keys_from_scratch());
        let board = slow::board(&position);
        for &mv in &position.legal_moves() {
            let likely = position.likely_key_after(mv);
            let mut follower = Follower(board);
            position.make(mv, &mut follower);
            let expected = slow::after(&board, mv);
            assert_eq!(slow::board(&position), expected);
            assert_eq!(follower.0, expected);
            assert_eq!(position.keys().full, likely);
            assert_eq!(*position.keys(), position.keys_from_scratch());
            assert_eq!(position.last_move(), Some(mv));
            assert_eq!(position.captured(), board[mv.to().index()]);
            position.unmake(mv);
            assert_eq!(position, before);
            assert_eq!(*position.keys(), keys);
            assert_eq!(position.checkers(), before.checkers());
            assert_eq!(position.last_move(), before.last_move());
        }
    }
}

#[test]
fn checks_by_moves_are_foreseen() {
    for mut position in sample(GAMES, 12) {
        let squares = position.check_squares();
        for &mv in &position.legal_moves() {
            let text = format!("{mv} in {position}");
            let gives_check = position.gives_check(mv);
            assert_eq!(
                position.gives_check_from(&squares, mv),
                gives_check,
                "{text}"
            );
            position.make(mv, &mut ());
            assert_eq!(position.in_check(), gives_check, "{text}");
            position.unmake(mv);
        }
    }
}

#[test]
fn passing_changes_only_the_turn() {
    for mut position in sample(GAMES, 13) {
        if position.in_check() {
            continue;
        }
        let before = position.clone();
        position.make_null();
        assert_eq!(slow::board(&position), slow::board(&before));
        assert_ne!(position.side_to_move(), before.side_to_move());
        assert_eq!(*position.keys(), position.keys_from_scratch());
        assert!(!position.in_check(), "the side that passed gave check");
        assert_eq!(position.last_move(), None);
        let moves = common::sorted_moves(&position, game::Stage::All);
        let board = slow::board(&position);
        assert_eq!(moves, slow::legal_moves(&board, position.side_to_move()));
        position.unmake_null();
        assert_eq!(position, before);
        assert_eq!(position.keys(), before.keys());
    }
}

#[test]
fn text_reads_back() {
    for position in sample(GAMES, 14) {
        let again = Position::from_fen(&position.fen()).expect("our own FEN");
        assert_eq!(again, position);
        assert_eq!(again.keys(), position.keys());
        assert_eq!(
            common::sorted_moves(&again, game::Stage::All),
            common::sorted_moves(&position, game::Stage::All)
        );
    }
}

#[test]
fn random_games_keep_count() {
    let mut rng = Rng::new(15);
    for style in Style::ALL {
        for _ in 0..GAMES / 10 {
            let mut position = Position::start();
            let mut plies = 0;
            play_random(&mut position, style, 300, &mut rng, |position| {
                assert_eq!(position.game_ply(), plies);
                assert!(position.halfmove_clock() <= plies);
                plies += 1;
            });
        }
    }
}

#[test]
fn null_moves_need_an_attacker() {
    for (fen, is_safe) in [
        ("3k5/9/9/9/4P4/9/9/9/9/4K4 w", false),
        ("3k5/9/9/9/4P4/9/9/9/r8/4K4 b", true),
        ("3k5/9/9/9/9/9/9/9/4C4/4K4 w", true),
        ("3k5/9/9/9/9/9/9/9/4N4/4K4 w", true),
    ] {
        let position = Position::from_fen(fen).expect("a valid FEN");
        assert_eq!(position.null_move_is_safe(), is_safe, "{fen}");
    }
}

#[test]
fn the_search_sees_origin_and_target() {
    let position = Position::start();
    let mv = position
        .parse_uci("h2h9")
        .expect("the cannon takes the horse");
    assert_eq!(Xiangqi::origin(mv), Square::H2);
    assert_eq!(Xiangqi::target(mv), Square::H9);
    assert_eq!(position.victim(mv), Some(Piece::BlackHorse));
    assert_eq!(position.immediate_gain(mv), 500);
    assert!(game::Position::is_noisy(&position, mv));
    assert_eq!(position.side_to_move(), Color::Red);
}
