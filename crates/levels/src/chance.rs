//! Chance that is fixed by position and seed, and the win chance of a score.

use game::{Rng, Score};

/// A number from 0 to 1 that is always the same for a key, a seed and a purpose.
pub(crate) fn uniform(key: u64, seed: u64, purpose: u64) -> f64 {
    let mixed = Rng::new(key ^ seed.rotate_left(32)).next_u64() ^ purpose;
    (Rng::new(mixed).next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A uniform number as one of a symmetric distribution with heavy tails: half of all values are
/// within 1, a few percent beyond 5. Only basic arithmetic, which gives the same everywhere.
pub(crate) fn heavy_tailed(uniform: f64) -> f64 {
    let centered = 2.0 * uniform - 1.0;
    centered / (1.06 - centered.abs()) * 1.1
}

/// The chance to win from a score, 0 to 1, by the curve that Lichess publishes for human games.
#[must_use]
pub fn win_chance(score: Score) -> f64 {
    const PER_CENTIPAWN: f64 = 0.003_682_08;
    1.0 / (1.0 + (-PER_CENTIPAWN * f64::from(score.raw().clamp(-2000, 2000))).exp())
}

#[cfg(test)]
mod tests {
    use super::{Score, heavy_tailed, uniform, win_chance};

    #[test]
    fn chance_is_fixed_spread_and_heavy_tailed() {
        assert_eq!(uniform(1, 2, 3).to_bits(), uniform(1, 2, 3).to_bits());
        assert_ne!(uniform(1, 2, 3).to_bits(), uniform(1, 3, 3).to_bits());
        let numbers: Vec<f64> = (0..10_000).map(|key| uniform(key, 7, 0)).collect();
        let mean = numbers.iter().sum::<f64>() / 10_000.0;
        assert!((0.49..0.51).contains(&mean), "{mean}");
        let share = |limit: f64| {
            let beyond = numbers.iter().filter(|&&u| heavy_tailed(u).abs() > limit);
            beyond.count() as f64 / 10_000.0
        };
        assert!((0.45..0.55).contains(&share(1.0)), "{}", share(1.0));
        assert!((0.02..0.15).contains(&share(5.0)), "{}", share(5.0));
    }

    #[test]
    fn win_chances_mirror() {
        let [up, down] = [100, -100].map(|raw| win_chance(Score::from_raw(raw)));
        assert!((up + down - 1.0).abs() < 1e-9 && (0.55..0.65).contains(&up));
        assert!(win_chance(Score::mate_in(1)) > 0.999);
    }
}
