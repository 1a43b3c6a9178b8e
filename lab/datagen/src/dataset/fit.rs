//! The logistic relation of scores and results.

/// The maximum likelihood scale of the logistic curve `1 / (1 + exp(-score / scale))`. Each item is a
/// score, the games with it, and their points (half a point for a draw). None if there are no data, or
/// the results do not follow the score.
#[must_use]
pub fn fit_logistic_scale(items: &[(f64, f64, f64)]) -> Option<f64> {
    const SMALLEST: f64 = 5.0;
    const LARGEST: f64 = 5000.0;
    const STEPS: usize = 60;
    // The negative log-likelihood.
    let loss = |log_scale: f64| -> f64 {
        let scale = log_scale.exp();
        let of = |&(score, games, points): &(f64, f64, f64)| {
            // ln(1 + e^-x) without overflow.
            let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
            let x = score / scale;
            points * softplus(-x) + (games - points) * softplus(x)
        };
        items.iter().map(of).sum()
    };
    // Golden-section search: the function is unimodal.
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (SMALLEST.ln(), LARGEST.ln());
    for _ in 0..STEPS {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if loss(a) < loss(b) {
            high = b;
        } else {
            low = a;
        }
    }
    let scale = f64::midpoint(low, high).exp();
    let is_inside = scale > 1.01 * SMALLEST && scale < 0.99 * LARGEST;
    is_inside.then_some(scale)
}

#[cfg(test)]
mod tests {
    use super::fit_logistic_scale;

    #[test]
    fn a_known_scale_is_found() {
        for scale in [60.0, 173.7, 400.0, 900.0] {
            let item = |score: i32| {
                let score = f64::from(score);
                (score, 100.0, 100.0 / (1.0 + (-score / scale).exp()))
            };
            let items: Vec<_> = (-20..=20).map(|step| item(50 * step)).collect();
            let found = fit_logistic_scale(&items).unwrap();
            assert!((found - scale).abs() < 0.01 * scale, "{found} {scale}");
        }
    }

    #[test]
    fn nothing_is_made_up() {
        assert_eq!(fit_logistic_scale(&[]), None);
        // Points that do not follow the score.
        let flat: Vec<_> = (-9..=9).map(|s| (f64::from(100 * s), 10.0, 5.0)).collect();
        assert_eq!(fit_logistic_scale(&flat), None);
    }
}
