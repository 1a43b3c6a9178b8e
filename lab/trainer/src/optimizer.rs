//! AdamW: steps along the mean gradient, shorter where gradients vary, and decay apart from them.

use rayon::prelude::{IndexedParallelIterator, ParallelIterator, ParallelSliceMut};

use crate::config::Config;
use crate::model::Group;

/// Parameters that one task of a thread changes.
const BLOCK: usize = 1 << 14;

/// What does not change from step to step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Optimizer {
    /// How much of the mean gradient is kept.
    pub beta1: f32,
    /// How much of the mean squared gradient is kept.
    pub beta2: f32,
    /// What is added to the root of the mean squared gradient.
    pub epsilon: f32,
    /// How much of itself a weight loses, times the rate.
    pub decay: f32,
}

/// What a step multiplies with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factors {
    /// Makes the mean of a summed gradient.
    pub gradient: f32,
    /// The rate, corrected because the mean gradient started from zero.
    pub rate: f32,
    /// Corrects the root of the mean squared gradient, which started from zero, too.
    pub root: f32,
    /// What is left of a weight that decays.
    pub kept: f32,
}

/// The lists that a step reads and changes: all of a length.
pub struct Lists<'a> {
    /// The parameters.
    pub parameters: &'a mut [f32],
    /// The mean gradients.
    pub momentum: &'a mut [f32],
    /// The mean squared gradients.
    pub variance: &'a mut [f32],
    /// The summed gradients, which are zero afterwards.
    pub gradient: &'a mut [f32],
}

impl Optimizer {
    /// What a configuration asks for.
    #[must_use]
    pub const fn new(config: &Config) -> Self {
        Self {
            beta1: config.beta1 as f32,
            beta2: config.beta2 as f32,
            epsilon: config.epsilon as f32,
            decay: config.decay as f32,
        }
    }

    /// The factors of a step, from 0.
    #[must_use]
    pub fn factors(&self, step: u64, rate: f64, batch: usize) -> Factors {
        let steps = i32::try_from(step + 1).unwrap_or(i32::MAX);
        let missing = |beta: f32| 1.0 - f64::from(beta).powi(steps);
        Factors {
            gradient: (1.0 / batch as f64) as f32,
            rate: (rate / missing(self.beta1)) as f32,
            root: (1.0 / missing(self.beta2).sqrt()) as f32,
            kept: (1.0 - rate * f64::from(self.decay)) as f32,
        }
    }

    /// Changes the parameters of a group, on all threads.
    pub fn step(&self, factors: Factors, group: &Group, lists: Lists<'_>) {
        let blocks = lists
            .parameters
            .par_chunks_mut(BLOCK)
            .zip(lists.momentum.par_chunks_mut(BLOCK))
            .zip(lists.variance.par_chunks_mut(BLOCK))
            .zip(lists.gradient.par_chunks_mut(BLOCK));
        blocks.for_each(|(((parameters, momentum), variance), gradient)| {
            self.block(
                factors,
                group,
                Lists {
                    parameters,
                    momentum,
                    variance,
                    gradient,
                },
            );
        });
    }

    fn block(&self, factors: Factors, group: &Group, lists: Lists<'_>) {
        let kept = if group.decays { factors.kept } else { 1.0 };
        let each = lists
            .parameters
            .iter_mut()
            .zip(lists.momentum)
            .zip(lists.variance)
            .zip(lists.gradient);
        for (((parameter, mean), square), sum) in each {
            let gradient = *sum * factors.gradient;
            *sum = 0.0;
            *mean = self.beta1 * *mean + (1.0 - self.beta1) * gradient;
            *square = self.beta2 * *square + (1.0 - self.beta2) * gradient * gradient;
            let root = square.sqrt() * factors.root + self.epsilon;
            let moved = *parameter * kept - factors.rate * *mean / root;
            *parameter = moved.clamp(-group.clip, group.clip);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Lists, Optimizer};
    use crate::model::Group;

    const OPTIMIZER: Optimizer = Optimizer {
        beta1: 0.9,
        beta2: 0.999,
        epsilon: 1e-8,
        decay: 0.1,
    };

    /// One parameter, moved by the same gradient for some steps.
    fn moved(start: f32, gradient: f32, steps: u64, group: &Group) -> f32 {
        let (mut parameter, mut mean, mut square) = ([start], [0.0], [0.0]);
        for step in 0..steps {
            let lists = Lists {
                parameters: &mut parameter,
                momentum: &mut mean,
                variance: &mut square,
                gradient: &mut [4.0 * gradient],
            };
            OPTIMIZER.step(OPTIMIZER.factors(step, 0.01, 4), group, lists);
        }
        parameter[0]
    }

    fn group(clip: f32, decays: bool) -> Group {
        Group {
            range: 0..1,
            clip,
            decays,
        }
    }

    #[test]
    fn a_steady_gradient_moves_by_the_rate_whatever_its_size() {
        for gradient in [1e-3, 1.0, -50.0_f32] {
            let end = moved(0.0, gradient, 10, &group(9.0, false));
            assert!((end + 0.1 * gradient.signum()).abs() < 1e-4, "{end}");
        }
    }

    #[test]
    fn weights_decay_and_stay_within_their_limit() {
        let end = moved(1.0, 0.0, 1, &group(9.0, true));
        assert!((end - 0.999).abs() < 1e-6, "{end}");
        assert_eq!(moved(1.0, 0.0, 1, &group(9.0, false)), 1.0);
        assert_eq!(moved(0.0, -1.0, 100, &group(0.5, false)), 0.5);
    }
}
