//! The scale at which evaluations, as expected scores, have the least loss.

/// Scales that are tried, in centipawns.
const RANGE: [f64; 2] = [25.0, 12_800.0];

/// Steps of the search. Each makes the interval 0.618 times as long: the last is 1e-7 of the range.
const STEPS: u32 = 32;

/// The scale with the least loss, found by golden section; a loss falls and rises again over scales.
pub fn best_scale(loss: impl Fn(f64) -> f64) -> f64 {
    let golden = (5_f64.sqrt() - 1.0) / 2.0;
    let loss = |logarithm: f64| loss(logarithm.exp());
    let [mut low, mut high] = RANGE.map(f64::ln);
    let mut inner = [high - golden * (high - low), low + golden * (high - low)];
    let mut losses = inner.map(loss);
    for _ in 0..STEPS {
        if losses[0] < losses[1] {
            high = inner[1];
            inner = [high - golden * (high - low), inner[0]];
            losses = [loss(inner[0]), losses[0]];
        } else {
            low = inner[0];
            inner = [inner[1], low + golden * (high - low)];
            losses = [losses[1], loss(inner[1])];
        }
    }
    f64::midpoint(low, high).exp()
}

/// The expected score of an evaluation at a scale.
pub fn expected_score(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value / scale).exp())
}

#[cfg(test)]
mod tests {
    use super::best_scale;

    #[test]
    fn the_minimum_is_found() {
        for minimum in [40.0, 400.0, 3000.0_f64] {
            let found = best_scale(|scale| (scale.ln() - minimum.ln()).powi(2));
            assert!((found / minimum - 1.0).abs() < 1e-6, "{found}");
        }
    }
}
