//! Bounds, invalid settings and plans of the SPRT.

use super::{Decision, Model, Sprt, SprtError};
use crate::{Distribution, Pentanomial, Trinomial};

fn normalized(elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(Model::Normalized, elo0, elo1, 0.05, 0.05).unwrap()
}

#[test]
fn bounds_follow_from_the_error_rates() {
    let sprt = normalized(0.0, 2.0);
    assert!((sprt.upper() - 19.0_f64.ln()).abs() < 1e-12);
    assert_eq!(sprt.decide(sprt.upper()), Decision::Stronger);
    assert_eq!(sprt.decide(0.0), Decision::Continue);
    assert_eq!(sprt.decide(sprt.lower()), Decision::Weaker);
    assert_eq!(
        sprt.line(2.25),
        "LLR: 2.25 (76.4%) (-2.94, 2.94) [0.00, 2.00]"
    );
    assert_eq!(
        sprt.line(-1.0),
        "LLR: -1.00 (-34.0%) (-2.94, 2.94) [0.00, 2.00]"
    );
}

#[test]
fn invalid_tests_are_refused() {
    let refused =
        |model, elo0, elo1, alpha, beta| Sprt::new(model, elo0, elo1, alpha, beta).unwrap_err();
    let error = refused(Model::Logistic, 2.0, 2.0, 0.05, 0.05);
    assert_eq!(
        error,
        SprtError::Hypotheses {
            elo0: 2.0,
            elo1: 2.0
        }
    );
    assert_eq!(
        refused(Model::Normalized, 0.0, 201.0, 0.05, 0.05),
        SprtError::Elo(201.0)
    );
    assert!(matches!(
        refused(Model::Logistic, f64::NAN, 1.0, 0.05, 0.05),
        SprtError::Elo(_)
    ));
    for (alpha, beta) in [(0.0, 0.05), (0.05, 1.0), (0.5, 0.5), (f64::NAN, 0.05)] {
        let error = refused(Model::Logistic, 0.0, 2.0, alpha, beta);
        assert!(
            error
                .to_string()
                .starts_with("alpha and beta must be above 0")
        );
    }
}

#[test]
fn the_llr_of_no_games_is_zero() {
    let sprt = normalized(0.0, 2.0);
    assert!(sprt.llr(&Pentanomial::default()).abs() < 1e-4);
    assert!(sprt.remaining(&Trinomial::default()).is_none());
}

#[test]
fn the_plan_agrees_with_walds_formulas() {
    // Both hypotheses near zero and even draws, so that the walk's variance is the same
    // under both: 0.9·2·ln 19 / Δt² at a hypothesis and (ln 19)² / Δt² midway.
    let (even, elo1) = (Distribution([0.05, 0.2, 0.5, 0.2, 0.05]), 2.0);
    let spread = 2.0_f64.sqrt() * elo1 / super::NORMALIZED_ELO_PER_DEVIATION;
    let bound = 19.0_f64.ln();
    let at_hypothesis = normalized(0.0, elo1).plan(&even);
    assert!((at_hypothesis.observations * spread.powi(2) - 1.8 * bound).abs() < 0.02);
    assert!((at_hypothesis.pass - 0.05).abs() < 1e-3);
    let midway = normalized(-elo1 / 2.0, elo1 / 2.0).plan(&even);
    assert!((midway.observations * spread.powi(2) - bound.powi(2)).abs() < 0.02);
    assert!((midway.pass - 0.5).abs() < 1e-3);
}

#[test]
fn the_expected_rest_shrinks_to_zero() {
    let sprt = normalized(0.0, 10.0);
    let left = |scale: u64| {
        sprt.remaining(&Pentanomial([5, 20, 50, 24, 7].map(|n| n * scale)))
            .unwrap()
    };
    assert!(left(1).observations > left(4).observations);
    assert!(left(1).pass < left(4).pass);
    assert_eq!(
        left(1_000),
        super::Plan {
            observations: 0.0,
            pass: 1.0
        }
    );
}
