//! The gain sequences: how far parameters are perturbed, and how far they move.
//!
//! As in fishtest and OpenBench, a run is set by where its gains end: `c_end` of each parameter is the
//! last perturbation, and `r_end` the last step by a result of 1, in units of `c_end`.

use serde::{Deserialize, Serialize};

/// The gain sequences of a run of known length, in units of a parameter's `c_end`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gains {
    /// The exponent of the step size's decay.
    pub alpha: f64,
    /// The exponent of the perturbation's decay.
    pub gamma: f64,
    /// The stability constant A as a fraction of the iterations; it dampens the first steps.
    pub a_ratio: f64,
    /// The learning rate at the end: `a_end / c_end²`.
    pub r_end: f64,
}

impl Default for Gains {
    fn default() -> Self {
        Self {
            alpha: 0.602,
            gamma: 0.101,
            a_ratio: 0.1,
            r_end: 0.002,
        }
    }
}

impl Gains {
    /// The perturbation of iteration `k` of `n`, from zero.
    pub(crate) fn perturbation(&self, k: u64, n: u64) -> f64 {
        (n as f64 / (k + 1) as f64).powf(self.gamma)
    }

    /// The step of iteration `k` of `n` by a result of 1: `a_k / c_k`.
    pub(crate) fn step(&self, k: u64, n: u64) -> f64 {
        let a = self.a_ratio * n as f64;
        let decay = (a + n as f64) / (a + (k + 1) as f64);
        self.r_end * decay.powf(self.alpha) / self.perturbation(k, n)
    }
}

#[cfg(test)]
mod tests {
    use super::Gains;

    #[test]
    fn gains_end_at_their_ends_and_decay() {
        let gains = Gains::default();
        let n = 10_000;
        assert_eq!(gains.perturbation(n - 1, n), 1.0);
        assert_eq!(gains.step(n - 1, n), gains.r_end);
        // c_1 = c_end · N^γ, and a_1 / c_1 = r_end · ((A + N) / (A + 1))^α / N^γ.
        let first = 10_000.0_f64.powf(0.101);
        assert!((gains.perturbation(0, n) - first).abs() < 1e-12);
        let step = 0.002 * (11_000.0_f64 / 1_001.0).powf(0.602) / first;
        assert!((gains.step(0, n) - step).abs() < 1e-12);
        let decays = |f: &dyn Fn(u64) -> f64| (1..n).all(|k| f(k) < f(k - 1));
        assert!(decays(&|k| gains.perturbation(k, n)));
    }
}
