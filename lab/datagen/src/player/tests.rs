//! Games follow the rules and the settings.

use chess::GameResult;
use evaluation::handcrafted::Handcrafted;

use super::{Openings, PlayedGame, Player};
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
