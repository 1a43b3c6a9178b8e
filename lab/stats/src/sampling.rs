//! Samples from distributions, drawn with the workspace's seeded [`Rng`].

use game::Rng;

/// Uniform over `0.0..1.0`, in steps of 2⁻⁵³.
pub fn uniform(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 * 2.0_f64.powi(-53)
}

/// Standard normal, by the Box-Muller transform.
pub fn normal(rng: &mut Rng) -> f64 {
    // One minus, because the logarithm of zero would be infinite.
    let radius = (-2.0 * (1.0 - uniform(rng)).ln()).sqrt();
    radius * (2.0 * std::f64::consts::PI * uniform(rng)).cos()
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::{normal, uniform};

    #[test]
    fn samples_have_the_right_moments() {
        let (mut rng, n) = (Rng::new(1), 100_000);
        let mut sums = [0.0; 4];
        for _ in 0..n {
            let (even, gaussian) = (uniform(&mut rng), normal(&mut rng));
            assert!((0.0..1.0).contains(&even));
            for (sum, value) in
                sums.iter_mut()
                    .zip([even, even * even, gaussian, gaussian * gaussian])
            {
                *sum += value / f64::from(n);
            }
        }
        for (sum, expected) in sums.iter().zip([0.5, 1.0 / 3.0, 0.0, 1.0]) {
            assert!((sum - expected).abs() < 0.015, "{sums:?}");
        }
    }
}
