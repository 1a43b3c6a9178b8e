//! Ratings recover the true strengths of simulated tournaments, within their stated errors.

use std::time::Instant;

use game::Rng;
use stats::{Anchor, GameModel, Outcome, Played, RatingOptions, Ratings, Tournament};

use crate::pair_model::round_robin;

const NAMES: [&str; 10] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

fn options(resamples: usize) -> RatingOptions {
    RatingOptions {
        resamples,
        ..Default::default()
    }
}

/// Ratings with mean zero, evenly `step` apart, the first player the best.
fn ladder(players: usize, step: f64) -> Vec<(&'static str, f64)> {
    let middle = (players - 1) as f64 / 2.0;
    (0..players)
        .map(|i| (NAMES[i], step * (middle - i as f64)))
        .collect()
}

/// How many players' true ratings lie within the stated error.
fn within(ratings: &Ratings, truth: &[(&str, f64)]) -> usize {
    truth
        .iter()
        .filter(|(name, rating)| {
            let row = ratings.table.iter().find(|row| row.name == *name);
            row.is_some_and(|row| (row.elo.value - rating).abs() <= row.elo.error)
        })
        .count()
}

#[test]
fn the_truth_lies_within_the_error_nineteen_times_of_twenty() {
    let (truth, model) = (ladder(6, 60.0), GameModel::new(0.45, 35.0).unwrap());
    let (mut players, mut first_move, mut draws, tournaments) = (0, 0, 0, 100);
    for seed in 0..tournaments {
        let tournament = round_robin(&truth, 40, &model, &mut Rng::new(seed));
        let ratings = tournament.rate(&options(100)).unwrap();
        players += within(&ratings, &truth);
        let advantage = ratings.white_advantage;
        first_move += u32::from((advantage.value - 35.0).abs() <= advantage.error);
        let draw_rate = ratings.draw_rate;
        draws += u32::from((draw_rate.value - 0.45).abs() <= draw_rate.error);
    }
    println!("{players} of 600 ratings, {first_move} and {draws} of 100 parameters");
    assert!((552..=588).contains(&players), "{players} of 600");
    assert!(
        first_move >= 88 && draws >= 88,
        "{first_move} and {draws} of 100"
    );
}

#[test]
fn a_large_tournament_is_rated_in_seconds() {
    // 45 meetings of 223 pairs: 10,035 pairs.
    let (truth, model) = (ladder(10, 25.0), GameModel::new(0.6, 25.0).unwrap());
    let tournament = round_robin(&truth, 223, &model, &mut Rng::new(1));
    let start = Instant::now();
    let ratings = tournament.rate(&options(1_000)).unwrap();
    println!("1,000 resamples in {:?}", start.elapsed());
    assert!(start.elapsed().as_secs() < 60, "even without optimization");
    assert!(within(&ratings, &truth) >= 8, "{ratings:#?}");
    let order: Vec<_> = ratings.table.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(order, NAMES);
    assert!(ratings.table.iter().all(|row| row.games == 9 * 223 * 2));
    assert!(ratings.table[..9].iter().all(|row| row.los.unwrap() > 0.9));
}

#[test]
fn a_gauntlet_is_rated_through_its_champion() {
    // Only the first player meets the others, so its rating ties theirs together.
    let (model, mut rng) = (GameModel::new(0.3, 20.0).unwrap(), Rng::new(9));
    let truth = [
        ("champion", 2800.0),
        ("a", 2750.0),
        ("b", 2700.0),
        ("c", 2600.0),
    ];
    let mut gauntlet = Tournament::new();
    for opponent in &truth[1..] {
        let part = round_robin(&[truth[0], *opponent], 500, &model, &mut rng);
        for game in part.games() {
            let [white, black] = [game.white, game.black].map(|p| gauntlet.player(part.name(p)));
            gauntlet.add_game(Played {
                white,
                black,
                ..game
            });
        }
    }
    let anchor = Anchor {
        player: gauntlet.find("champion").unwrap(),
        rating: 2800.0,
    };
    let ratings = gauntlet
        .rate(&RatingOptions {
            anchors: vec![anchor],
            ..options(300)
        })
        .unwrap();
    assert_eq!(within(&ratings, &truth), 4, "{ratings:#?}");
    assert_eq!(ratings.table[0].name, "champion");
    assert!((ratings.table[0].opponents - 2683.0).abs() < 25.0);
}

#[test]
fn correlated_pairs_have_wider_errors_than_the_same_games_alone() {
    // Each pair repeats its first result, so half of the games carry no information.
    let (mut pairs, mut singles, mut rng) = (Tournament::new(), Tournament::new(), Rng::new(4));
    for tournament in [&mut pairs, &mut singles] {
        tournament.player("a");
        tournament.player("b");
    }
    let [a, b] = ["a", "b"].map(|name| pairs.find(name).unwrap());
    for _ in 0..400 {
        let outcome = Outcome::ALL[rng.below(3)];
        let first = Played {
            white: a,
            black: b,
            outcome,
        };
        let second = Played {
            white: b,
            black: a,
            outcome: outcome.reversed(),
        };
        pairs.add_pair(first, second);
        singles.add_game(first);
        singles.add_game(second);
    }
    let [together, alone] = [pairs, singles].map(|t| t.rate(&options(500)).unwrap().table[0].elo);
    assert!((together.value - alone.value).abs() < 1e-6);
    let ratio = together.error / alone.error;
    assert!((ratio - 2.0_f64.sqrt()).abs() < 0.15, "{ratio}");
}
