//! Each filter, on positions it drops and positions it keeps.

use std::collections::HashSet;

use super::{Dropped, Filters, HoldOut, Part, ResultModel, interpolated};
use crate::{Game, GameHead, GameResult, Ply, Sibling, Start, Step};
use chess::{Chess, Position};
use game::Rng;

fn judge(filters: &Filters, fen: &str, mv: &str, score: Option<i16>) -> Result<i16, Dropped> {
    let position = Position::from_fen(fen).unwrap();
    let head: GameHead = GameHead {
        start: Start::STANDARD,
        plies: 1,
        result: GameResult::WhiteWins,
    };
    let mv = position.parse_uci(mv).unwrap();
    let ply = Ply {
        score,
        ..Ply::unscored(mv)
    };
    let step = Step {
        head: &head,
        position: &position,
        ply,
    };
    filters.judge(&step, &mut Rng::new(1))
}

const QUIET: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 20";
const CHECK: &str = "rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 0 20";

#[test]
fn each_filter_drops_what_it_should_and_only_that() {
    let all = Filters::KEEP_ALL;
    assert_eq!(judge(&all, QUIET, "f1b5", Some(-31)), Ok(-31));
    assert_eq!(judge(&all, QUIET, "f1b5", None), Err(Dropped::Unscored));
    assert_eq!(judge(&all, CHECK, "e1e2", Some(9)), Ok(9));
    let usual = Filters::default();
    assert_eq!(judge(&usual, QUIET, "f1b5", Some(-31)), Ok(-31));
    assert_eq!(judge(&usual, QUIET, "f3e5", Some(1)), Err(Dropped::Noisy));
    assert_eq!(judge(&usual, CHECK, "e1e2", Some(1)), Err(Dropped::Check));
    assert_eq!(
        judge(&usual, QUIET, "f1b5", Some(-10_001)),
        Err(Dropped::Score)
    );
    let early = Filters {
        min_ply: 39,
        ..all.clone()
    };
    assert_eq!(judge(&early, QUIET, "f1b5", Some(1)), Err(Dropped::Ply));
    let pieces = Filters {
        max_pieces: 31,
        ..all.clone()
    };
    assert_eq!(judge(&pieces, QUIET, "f1b5", Some(1)), Err(Dropped::Pieces));
    let skip = Filters {
        skip: 1.0,
        ..all.clone()
    };
    assert_eq!(judge(&skip, QUIET, "f1b5", Some(1)), Err(Dropped::Skipped));
    let unlikely = Filters {
        unlikely: Some(ResultModel {
            offset: 270.0,
            scale: 100.0,
            min_chance: 0.05,
        }),
        ..all
    };
    assert_eq!(
        judge(&unlikely, QUIET, "f1b5", Some(-300)),
        Err(Dropped::Unlikely)
    );
    assert_eq!(judge(&unlikely, QUIET, "f1b5", Some(0)), Ok(0));
}

#[test]
fn result_probabilities_sum_to_one_and_follow_the_score() {
    let model = ResultModel {
        offset: 270.0,
        scale: 100.0,
        min_chance: 0.0,
    };
    for score in [-30_000, -500, 0, 31, 270, 20_000] {
        let chances = [
            GameResult::WhiteWins,
            GameResult::Draw,
            GameResult::BlackWins,
        ]
        .map(|result| model.chance(score, result));
        assert!(
            (chances.iter().sum::<f64>() - 1.0).abs() < 1e-9,
            "{chances:?}"
        );
    }
    assert!((model.chance(270, GameResult::WhiteWins) - 0.5).abs() < 1e-9);
}

#[test]
fn a_game_is_either_training_or_validation() {
    let training = HoldOut {
        share: 0.1,
        part: Part::Training,
    };
    let validation = HoldOut {
        part: Part::Validation,
        ..training
    };
    let mut held_out = 0;
    for group in 1..=u16::MAX {
        assert_ne!(training.wants(group), validation.wants(group));
        held_out += u32::from(validation.wants(group));
    }
    assert!((6500..6600).contains(&held_out), "{held_out}");
}

#[test]
fn games_and_positions_have_groups_of_their_own() {
    let of = |fen| Game {
        start: <Start>::from_fen(fen).unwrap(),
        ..<Game>::default()
    };
    let groups = [QUIET, CHECK, Position::START_FEN].map(|fen| of(fen).group());
    assert!(groups[0] != groups[1] && groups[1] != groups[2] && !groups.contains(&0));
}

/// What is selected at one ply where the bishop goes to b5 and another move was searched.
fn select(filters: &Filters, sibling: &str) -> Vec<Result<(String, i16, GameResult), Dropped>> {
    let position = Position::from_fen(QUIET).unwrap();
    let head: GameHead = GameHead {
        start: Start::STANDARD,
        plies: 1,
        result: GameResult::WhiteWins,
    };
    let ply = Ply {
        sibling: Some(Sibling {
            mv: position.parse_uci(sibling).unwrap(),
            score: 33,
        }),
        ..Ply::unscored(position.parse_uci("f1b5").unwrap())
    };
    let step = Step {
        head: &head,
        position: &position,
        ply,
    };
    let mut selected = Vec::new();
    filters.select::<Chess>(&step, &mut Rng::new(1), |one| {
        selected.push(one.map(|(position, score, result)| (position.fen(), score, result)));
    });
    selected
}

#[test]
fn siblings_are_judged_by_the_position_after_them() {
    let filters = Filters {
        siblings: true,
        no_check: true,
        no_noisy: true,
        ..Filters::KEEP_ALL
    };
    let anything = Filters {
        siblings: true,
        ..Filters::KEEP_ALL
    };
    let unscored = || Err(Dropped::Unscored);
    assert_eq!(select(&Filters::KEEP_ALL, "f1c4"), [unscored()]);
    // The knight takes a pawn and can be taken.
    let noisy = Err(Dropped::Noisy);
    assert_eq!(select(&filters, "f3e5"), [unscored(), noisy]);
    for (filters, mv) in [(&filters, "f1c4"), (&anything, "f3e5")] {
        let selected = select(filters, mv);
        let sibling = selected[1].as_ref().unwrap();
        assert!(sibling.0.contains(" b "));
        assert_eq!((sibling.1, sibling.2), (33, GameResult::Unknown));
    }
}

#[test]
fn neighbors_are_other_positions_after_distinct_moves() {
    let filters = |neighbors, no_noisy| Filters {
        neighbors,
        no_noisy,
        ..Filters::KEEP_ALL
    };
    let all = select(&filters(1000, false), "f1c4");
    let position = Position::from_fen(QUIET).unwrap();
    assert_eq!(all.len(), position.legal_moves().len() - 1);
    let fens: HashSet<_> = all
        .into_iter()
        .map(|one| {
            let (fen, score, result) = one.unwrap();
            assert_eq!((score, result), (0, GameResult::Unknown));
            fen
        })
        .collect();
    assert_eq!(fens.len(), position.legal_moves().len() - 1);
    let mut played = position.clone();
    played.play(position.parse_uci("f1b5").unwrap());
    assert!(!fens.contains(&played.fen()));
    assert_eq!(select(&filters(3, false), "f1c4").len(), 3);
    // The knight can go where it is taken for nothing.
    let quiet = select(&filters(1000, true), "f1c4");
    assert!(quiet.contains(&Err(Dropped::Noisy)));
}

#[test]
fn positions_are_thinned_out_by_their_pieces() {
    let shares = [0.0, 0.4, 1.0, 1.0, 0.75];
    for (pieces, share) in [
        (0, 0.0),
        (4, 0.2),
        (8, 0.4),
        (12, 0.7),
        (20, 1.0),
        (32, 0.75),
    ] {
        assert!(
            (interpolated(shares, pieces) - share).abs() < 1e-9,
            "{pieces}"
        );
    }
    let full = Filters {
        piece_shares: Some([1.0, 1.0, 1.0, 1.0, 0.25]),
        ..Filters::KEEP_ALL
    };
    let mut rng = Rng::new(1);
    let position = Position::start();
    let kept = (0..1000).filter(|_| full.draw::<Chess>(&position, &mut rng).is_ok());
    assert!((200..300).contains(&kept.count()));
}
