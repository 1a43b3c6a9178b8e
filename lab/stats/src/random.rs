//! Random numbers of the kinds that simulations need, from the workspace's seeded generator.

use game::Rng;

/// Evenly spread over `0.0..1.0`, in steps of 2⁻⁵³.
pub fn unit(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 * 2.0_f64.powi(-53)
}

/// The index of a bin, each as likely as its probability says.
pub fn bin(rng: &mut Rng, probabilities: &[f64]) -> usize {
    let mut left = unit(rng);
    // The last bin takes whatever rounding leaves over, so it need not be looked at.
    let last = probabilities.len().saturating_sub(1);
    for (index, p) in probabilities[..last].iter().enumerate() {
        left -= p;
        if left < 0.0 {
            return index;
        }
    }
    last
}

/// A standard normal number, by the Box-Muller transform.
pub fn gaussian(rng: &mut Rng) -> f64 {
    // One minus, because the logarithm of zero would be infinite.
    let radius = (-2.0 * (1.0 - unit(rng)).ln()).sqrt();
    radius * (2.0 * std::f64::consts::PI * unit(rng)).cos()
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::{bin, gaussian, unit};

    #[test]
    fn numbers_have_the_moments_they_should() {
        let (mut rng, n) = (Rng::new(1), 100_000);
        let mut sums = [0.0; 4];
        for _ in 0..n {
            let (even, normal) = (unit(&mut rng), gaussian(&mut rng));
            assert!((0.0..1.0).contains(&even));
            for (sum, value) in sums
                .iter_mut()
                .zip([even, even * even, normal, normal * normal])
            {
                *sum += value / f64::from(n);
            }
        }
        for (sum, expected) in sums.iter().zip([0.5, 1.0 / 3.0, 0.0, 1.0]) {
            assert!((sum - expected).abs() < 0.015, "{sums:?}");
        }
    }

    #[test]
    fn bins_come_as_often_as_asked() {
        let (mut rng, mut seen) = (Rng::new(2), [0_u32; 3]);
        for _ in 0..10_000 {
            seen[bin(&mut rng, &[0.2, 0.0, 0.8])] += 1;
        }
        assert_eq!(seen[1], 0);
        assert!((1_850..2_150).contains(&seen[0]), "{seen:?}");
    }
}
