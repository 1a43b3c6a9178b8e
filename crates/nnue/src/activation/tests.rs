//! Properties that every description has.

use std::collections::HashSet;

use super::{Activate, Activation};
use crate::with_activation;

/// From far below to far above the clipping range, without its corners.
fn sums() -> impl Iterator<Item = f32> {
    (-40..40).map(|n| (n as f32 + 0.5) / 16.0)
}

#[test]
fn names_are_distinct_and_lead_back() {
    for activation in Activation::ALL {
        assert_eq!(Activation::of_name(activation.name()), Some(activation));
        // The field of the file.
        assert!(activation.name().len() <= 16);
    }
    let titles: HashSet<&str> = Activation::ALL.map(Activation::title).into();
    assert_eq!(titles.len(), Activation::ALL.len());
    assert_eq!(Activation::of_name(""), None);
}

#[test]
fn slopes_are_derivatives_and_partners_count_alike() {
    const STEP: f32 = 1.0 / 1024.0;
    fn check<A: Activate>() {
        for a in sums() {
            for b in sums().step_by(7) {
                let rise = A::value(a + STEP, b) - A::value(a - STEP, b);
                let slope = A::slope(a, b);
                assert!((rise / (2.0 * STEP) - slope).abs() < 1e-3, "{a} {b}");
                if A::NEURONS == 2 {
                    assert_eq!(A::value(a, b), A::value(b, a));
                } else {
                    assert_eq!(A::value(a, b), A::value(a, 0.0));
                }
            }
        }
    }
    for activation in Activation::ALL {
        with_activation!(activation, A => check::<A>());
    }
}

#[test]
fn shapes_are_those_of_the_formulas() {
    fn check<A: Activate>() {
        let far = A::value(1e6, 1e6);
        assert_eq!(far == 1.0, A::IS_CLIPPED, "{}", A::NAME);
        // Products of two factors go to zero as a square.
        let ratio = A::value(0.5, 0.5) / A::value(0.25, 0.25);
        assert_eq!(ratio, if A::IS_PRODUCT { 4.0 } else { 2.0 }, "{}", A::NAME);
    }
    for activation in Activation::ALL {
        with_activation!(activation, A => check::<A>());
    }
}

#[test]
fn mean_squares_are_those_of_normal_sums() {
    /// The mean over a normal distribution narrow enough that nothing is clipped, for variance one.
    fn mean_square<A: Activate>() -> f64 {
        const DEVIATION: f64 = 0.1;
        let points = || (-400..400).map(|n| (f64::from(n) + 0.5) / 50.0);
        let density = |x: f64| (-x * x / 2.0).exp();
        let (mut sum, mut total) = (0.0, 0.0);
        for (x, y) in points().flat_map(|x| points().step_by(4).map(move |y| (x, y))) {
            let value = A::value((x * DEVIATION) as f32, (y * DEVIATION) as f32);
            let unscaled = f64::from(value) / DEVIATION.powi(if A::IS_PRODUCT { 2 } else { 1 });
            let weight = density(x) * density(y);
            sum += weight * unscaled * unscaled;
            total += weight;
        }
        sum / total
    }
    for activation in Activation::ALL {
        let found = with_activation!(activation, A => mean_square::<A>());
        let expected = activation.mean_square();
        assert!(
            (found / expected - 1.0).abs() < 0.01,
            "{activation:?}: {found}"
        );
    }
}

#[test]
fn formulas_are_c_expressions() {
    for formula in Activation::ALL.into_iter().flat_map(Activation::formulas) {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        let words = formula
            .split(|c| !is_word(c))
            .filter(|word| !word.is_empty());
        for word in words {
            let known = ["a", "b", "relu", "relu_slope", "clip", "clip_slope"];
            assert!(known.contains(&word), "{formula}");
        }
        let signs = formula.chars().filter(|&c| !is_word(c));
        assert!(
            signs.into_iter().all(|c| " ()+-*,".contains(c)),
            "{formula}"
        );
    }
}
