//! The error rates of the SPRT: 2,000 simulated runs for each hypothesis.

use game::Rng;
use stats::{Decision, GameModel, Model, Sprt};

use crate::pair_model::PairModel;

const RUNS: u32 = 2_000;
const ALPHA: f64 = 0.05;
const BETA: f64 = 0.05;

/// The share of simulated tests of engines `elo` apart that end with `decision`.
fn rate(truth: &PairModel, sprt: &Sprt, decision: Decision, seed: u64) -> f64 {
    let mut rng = Rng::new(seed);
    let ends = (0..RUNS).filter(|_| {
        let run = truth.play_sprt(sprt, 8, 100_000, &mut rng);
        assert_ne!(run.decision, Decision::Continue, "no test is this long");
        run.decision == decision
    });
    ends.count() as f64 / f64::from(RUNS)
}

/// Tests with hypotheses that are exactly the two true strengths.
fn check(model: Model, conditions: &GameModel, [elo0, elo1]: [f64; 2]) {
    let [weak, strong] = [elo0, elo1].map(|elo| PairModel::new(elo, conditions));
    let strength = |pair: &PairModel| match model {
        Model::Logistic => pair.probabilities().elo(),
        Model::Normalized => pair.probabilities().normalized_elo(),
    };
    let sprt = Sprt::new(model, strength(&weak), strength(&strong), ALPHA, BETA)
        .expect("the hypotheses are in order");
    let false_alarms = rate(&weak, &sprt, Decision::Stronger, 17);
    let misses = rate(&strong, &sprt, Decision::Weaker, 18);
    println!("{model:?} {conditions:?}: false alarms {false_alarms}, misses {misses}");
    assert!(false_alarms <= ALPHA, "{false_alarms} false alarms");
    assert!(misses <= BETA, "{misses} misses");
    // A test far below its error rates would waste games.
    assert!(false_alarms >= ALPHA / 2.0 && misses >= BETA / 2.0);
}

#[test]
fn logistic_tests_keep_their_error_rates() {
    check(
        Model::Logistic,
        &GameModel::new(0.4, 0.0).unwrap(),
        [0.0, 30.0],
    );
}

#[test]
fn normalized_tests_keep_their_error_rates() {
    check(
        Model::Normalized,
        &GameModel::new(0.4, 0.0).unwrap(),
        [0.0, 30.0],
    );
}

#[test]
fn tests_with_biased_openings_and_many_draws_keep_them_too() {
    check(
        Model::Normalized,
        &GameModel::new(0.7, 80.0).unwrap(),
        [-5.0, 15.0],
    );
}
