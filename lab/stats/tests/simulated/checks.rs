//! Simulated matches have the predicted strength, length and error.

use game::Rng;
use stats::{Counts, Decision, Distribution, GameModel, Model, Performance, Sprt};

use crate::pair_model::PairModel;

fn model(elo: f64, draw_rate: f64, bias: f64) -> PairModel {
    PairModel::new(
        elo,
        &GameModel::new(draw_rate, bias).expect("a valid model"),
    )
}

#[test]
fn the_strength_is_the_one_asked_for() {
    for (elo, draw_rate, bias) in [(0.0, 0.5, 0.0), (10.0, 0.0, 40.0), (-250.0, 0.8, 200.0)] {
        let shares = model(elo, draw_rate, bias).probabilities();
        assert!((shares.elo() - elo).abs() < 1e-6, "{elo}: {}", shares.elo());
        assert!((shares.0.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
    assert!(model(1e5, 0.2, 0.0).probabilities().0[4] > 0.999);
}

#[test]
fn a_bias_makes_pairs_less_random_than_games() {
    // The variance if the games were independent, each with either color.
    let from_games = |pair: &PairModel| {
        let [white, black] = pair.games;
        Distribution([0, 1, 2].map(|i| (white[i] + black[i]) / 2.0)).variance() / 2.0
    };
    let (fair, biased) = (model(0.0, 0.3, 0.0), model(0.0, 0.3, 200.0));
    assert!((fair.probabilities().variance() - from_games(&fair)).abs() < 1e-12);
    assert!(biased.probabilities().variance() < 0.9 * from_games(&biased));
}

#[test]
fn a_long_match_measures_the_truth_with_the_predicted_error() {
    let pair = model(15.0, 0.4, 60.0);
    let counts = pair.play_match(40_000, &mut Rng::new(5));
    let performance = Performance::of(&counts);
    assert!((performance.elo.value - 15.0).abs() < performance.elo.error);
    let predicted = pair.expected_for_error(performance.elo.error);
    assert!((predicted / 40_000.0 - 1.0).abs() < 0.02, "{predicted}");
}

#[test]
fn a_test_takes_about_as_long_as_planned() {
    let pair = model(20.0, 0.4, 30.0);
    let sprt = Sprt::new(Model::Logistic, 0.0, 20.0, 0.05, 0.05).unwrap();
    let (plan, runs) = (pair.expected(&sprt), 200);
    let mut rng = Rng::new(11);
    let pairs: u64 = (0..runs)
        .map(|_| pair.play_sprt(&sprt, 4, 100_000, &mut rng).counts.total())
        .sum();
    let mean = pairs as f64 / f64::from(runs);
    assert!((plan.pass - 0.95).abs() < 0.005, "{plan:?}");
    assert!(
        (mean / plan.observations - 1.0).abs() < 0.15,
        "{mean} {plan:?}"
    );
}

#[test]
fn a_test_stops_at_its_limit() {
    let sprt = Sprt::new(Model::Normalized, 0.0, 1.0, 0.05, 0.05).unwrap();
    let run = model(0.0, 0.4, 0.0).play_sprt(&sprt, 64, 100, &mut Rng::new(1));
    assert_eq!(
        (run.decision, run.counts.total()),
        (Decision::Continue, 100)
    );
}

#[test]
fn a_pair_of_independent_games_has_the_same_strength_either_way() {
    let model = GameModel::new(0.4, 0.0).unwrap();
    for elo in [-40.0, 0.0, 3.0, 120.0] {
        let pairs = PairModel::new(elo, &model).probabilities();
        let [loss, draw, win] = model.probabilities(elo_on_rating_scale(&model, elo));
        let games = Distribution([loss, draw, win]);
        assert!((pairs.elo() - games.elo()).abs() < 1e-6);
        assert!((pairs.normalized_elo() - games.normalized_elo()).abs() < 1e-6);
    }
}

/// The rating difference whose expected score is that of `elo`.
fn elo_on_rating_scale(model: &GameModel, elo: f64) -> f64 {
    let (mut low, mut high) = (-1_000.0, 1_000.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if model.elo(middle) < elo {
            low = middle
        } else {
            high = middle
        }
    }
    low
}
