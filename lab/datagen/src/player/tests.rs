//! Games follow the rules and the settings.

use chess::{Chess, GameResult, Position};
use evaluation::handcrafted::Handcrafted;
use tablebase::Tablebases;

use super::{Openings, PlayedGame, Player};
use crate::rules::SelfPlayRules;
use crate::settings::{NodeLimits, Settings};

fn settings() -> Settings {
    let mut settings = Settings {
        nodes: NodeLimits::soft(100),
        table: 1,
        ..Settings::default()
    };
    settings.openings.verification = NodeLimits::soft(200);
    settings
}

fn play(settings: &Settings, number: u64) -> PlayedGame {
    let openings = settings.openings.openings(None);
    let mut player = Player::new(settings, &openings, Handcrafted::without_clock).unwrap();
    player.play(number).unwrap()
}

#[test]
fn games_are_lawful_and_every_move_after_the_opening_has_a_score() {
    let played = play(&settings(), 3);
    let game = &played.game;
    let mut position = game.start.position();
    for ply in &game.plies {
        assert!(position.is_pseudo_legal(ply.mv) && position.is_legal(ply.mv));
        position.play(ply.mv);
    }
    assert!((8..=9).contains(&game.opening_plies()));
    let scored = game.plies.iter().filter(|ply| ply.score.is_some()).count();
    assert_eq!(scored + game.opening_plies(), game.plies.len());
    assert_eq!(played.positions, scored as u64);
    assert!(played.nodes >= 100 * played.positions);
    assert!(!played.kept.is_empty() && played.kept.len() <= scored);
    assert_ne!(game.result, GameResult::Unknown);
}

#[test]
fn a_game_depends_on_its_number_only() {
    let settings = settings();
    let openings = <Openings>::default();
    let mut player = Player::new(&settings, &openings, Handcrafted::without_clock).unwrap();
    let (first, second) = (player.play(0).unwrap(), player.play(1).unwrap());
    assert_ne!(first, second);
    assert_eq!(player.play(0).unwrap(), first);
    assert_eq!(play(&settings, 1), second);
    let other = Settings {
        seed: 2,
        ..settings
    };
    assert_ne!(play(&other, 1), second);
}

#[test]
fn siblings_are_other_moves_and_come_as_often_as_wanted() {
    let game = |siblings| {
        let settings = Settings {
            siblings,
            ..settings()
        };
        play(&settings, 5).game
    };
    assert!(game(0.0).plies.iter().all(|ply| ply.sibling.is_none()));
    let game = game(1.0);
    let mut position = game.start.position();
    for ply in &game.plies {
        let has_choice = position.legal_moves().len() > 1;
        assert_eq!(ply.sibling.is_some(), ply.score.is_some() && has_choice);
        if let Some(sibling) = ply.sibling {
            assert!(sibling.mv != ply.mv && position.is_legal(sibling.mv));
        }
        position.play(ply.mv);
    }
}

#[test]
fn lengths_are_bounded() {
    let mut short = settings();
    short.adjudication.max_plies = Some(20);
    let game = play(&short, 1).game;
    assert!(game.plies.len() <= 20);
}

#[test]
fn tables_decide_right_after_a_capture_or_pawn_move() {
    let tables = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../crates/tablebase/tests/tables"
    );
    let tables = Tablebases::open(tables, |line| panic!("{line}"));
    let verdict = |fen: &str| Chess::table_result(&tables, &Position::from_fen(fen).unwrap());
    let (won, drawn) = (GameResult::WhiteWins, GameResult::Draw);
    assert_eq!(verdict("8/8/8/2k5/8/8/8/QK6 b - - 0 1"), Some(won));
    assert_eq!(verdict("8/8/8/8/8/8/1k6/Q6K b - - 0 1"), Some(drawn));
    assert_eq!(verdict("8/8/8/2k5/8/8/8/QK6 b - - 3 9"), None);
    // Mate on the board is not the tables' to say.
    assert_eq!(verdict("k1Q5/8/1K6/8/8/8/8/8 b - - 0 1"), None);
}
