//! Ratings of small tournaments with a known answer.

use super::{Anchor, Played, RatingError, RatingOptions, Tournament};
use crate::{GameModel, Outcome, elo_of_score};

/// A tournament of single games: White, Black, outcome for White, how often.
fn tournament(games: &[(&str, &str, Outcome, usize)]) -> Tournament {
    let mut tournament = Tournament::new();
    for &(white, black, outcome, times) in games {
        let (white, black) = (tournament.player(white), tournament.player(black));
        for _ in 0..times {
            tournament.add_game(Played {
                white,
                black,
                outcome,
            });
        }
    }
    tournament
}

const QUICK: RatingOptions = RatingOptions {
    anchors: Vec::new(),
    resamples: 200,
    seed: 3,
};

#[test]
fn two_players_without_draws_differ_by_their_score() {
    use Outcome::{Loss, Win};
    let games = [
        ("a", "b", Win, 750),
        ("a", "b", Loss, 250),
        ("b", "a", Win, 250),
        ("b", "a", Loss, 750),
    ];
    let ratings = tournament(&games).rate(&QUICK).unwrap();
    let difference = ratings.table[0].elo.value - ratings.table[1].elo.value;
    assert!(
        (difference - elo_of_score(0.75)).abs() < 1.0,
        "{difference}"
    );
    assert!(ratings.white_advantage.value.abs() < 0.1);
    assert!(ratings.draw_rate.value < 0.005);
    // The binomial error of a score of 0.75 in 2,000 games, in Elo, halved by the mean of two.
    assert!(
        (ratings.table[0].elo.error - 8.8).abs() < 1.5,
        "{:?}",
        ratings.table[0].elo
    );
}

#[test]
fn draw_rate_and_white_advantage_are_recovered() {
    // Exactly the expected counts of the model, so the fit must recover it.
    let model = GameModel::new(0.5, 40.0).unwrap();
    let mut games = Vec::new();
    for (white, black, difference) in [("a", "b", 100.0), ("b", "a", -100.0)] {
        for (outcome, p) in Outcome::ALL
            .into_iter()
            .zip(model.probabilities(difference))
        {
            games.push((white, black, outcome, (p * 10_000.0).round() as usize));
        }
    }
    let ratings = tournament(&games).rate(&QUICK).unwrap();
    assert!(
        (ratings.table[0].elo.value - 50.0).abs() < 0.2,
        "{ratings:?}"
    );
    assert!(
        (ratings.white_advantage.value - 40.0).abs() < 0.2,
        "{ratings:?}"
    );
    assert!((ratings.draw_rate.value - 0.5).abs() < 0.001, "{ratings:?}");
}

#[test]
fn a_player_who_won_every_game_is_finite_and_uncertain() {
    use Outcome::{Draw, Loss, Win};
    let games = [
        ("champion", "b", Win, 20),
        ("b", "champion", Loss, 20),
        ("b", "c", Win, 10),
        ("c", "b", Loss, 8),
        ("c", "b", Win, 15),
        ("b", "c", Draw, 20),
    ];
    let ratings = tournament(&games).rate(&QUICK).unwrap();

    let [champion, b, c] = &ratings.table[..] else {
        panic!("{ratings:?}")
    };
    assert_eq!(
        (champion.name.as_str(), champion.score, champion.games),
        ("champion", 1.0, 40)
    );
    assert!(champion.elo.value - b.elo.value > 300.0);
    assert!(
        (200.0..2_000.0).contains(&champion.elo.error),
        "{ratings:?}"
    );
    assert!(b.elo.value - c.elo.value < 100.0, "{ratings:?}");
    assert!(champion.los.unwrap() > 0.95 && c.los.is_none());
}

#[test]
fn an_anchor_shifts_all_and_has_no_error() {
    use Outcome::{Draw, Win};
    let games = [
        ("a", "b", Win, 30),
        ("b", "a", Win, 20),
        ("b", "c", Win, 10),
        ("c", "a", Draw, 9),
    ];
    let tournament = tournament(&games);
    let free = tournament.rate(&QUICK).unwrap();
    let anchor = Anchor {
        player: tournament.find("b").unwrap(),
        rating: 2500.0,
    };
    let tied = tournament
        .rate(&RatingOptions {
            anchors: vec![anchor],
            ..QUICK
        })
        .unwrap();
    let mean: f64 = free.table.iter().map(|row| row.elo.value).sum();
    assert!(mean.abs() < 1e-9);
    let shift = 2500.0
        - free
            .table
            .iter()
            .find(|row| row.name == "b")
            .unwrap()
            .elo
            .value;
    for (tied, free) in tied.table.iter().zip(&free.table) {
        assert!((tied.elo.value - free.elo.value - shift).abs() < 1e-9);
        assert!((tied.opponents - free.opponents - shift).abs() < 1e-9);
        assert!((tied.los.unwrap_or(0.0) - free.los.unwrap_or(0.0)).abs() < 1e-9);
        assert_eq!(tied.elo.error < 1e-9, tied.name == "b");
    }
}

#[test]
fn the_table_adds_up() {
    use Outcome::{Draw, Loss, Win};
    let games = [
        ("a", "b", Win, 3),
        ("a", "b", Draw, 1),
        ("b", "c", Loss, 2),
        ("c", "a", Loss, 2),
    ];
    let ratings = tournament(&games).rate(&QUICK).unwrap();
    let a = ratings.table.iter().find(|row| row.name == "a").unwrap();
    assert_eq!((a.games, a.score, a.draw_rate), (6, 5.5 / 6.0, 1.0 / 6.0));
    let elo = |name| {
        ratings
            .table
            .iter()
            .find(|row| row.name == name)
            .unwrap()
            .elo
            .value
    };
    assert!((a.opponents - (4.0 * elo("b") + 2.0 * elo("c")) / 6.0).abs() < 1e-9);
}

#[test]
fn the_same_seed_gives_the_same_errors() {
    let games = [("a", "b", Outcome::Win, 9), ("b", "a", Outcome::Win, 7)];
    let tournament = tournament(&games);
    assert_eq!(tournament.rate(&QUICK), tournament.rate(&QUICK));
    let unknown = tournament
        .rate(&RatingOptions {
            resamples: 0,
            ..QUICK
        })
        .unwrap();
    assert_eq!(unknown.table[0].elo.error, f64::INFINITY);
    assert_eq!(unknown.table[0].los, Some(0.5));
}

#[test]
fn disconnected_groups_are_named() {
    use Outcome::{Draw, Win};
    let mut apart = tournament(&[("a", "b", Win, 1), ("c", "d", Draw, 1), ("b", "e", Win, 1)]);
    apart.player("nobody");
    let error = apart.rate(&QUICK).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no games connect these groups of players: a, b, e; c, d; nobody"
    );
    assert_eq!(Tournament::new().rate(&QUICK), Err(RatingError::NoGames));
    let itself = tournament(&[("a", "b", Win, 1), ("a", "a", Win, 1)]);
    assert_eq!(
        itself.rate(&QUICK),
        Err(RatingError::AgainstItself("a".to_owned()))
    );
}
