//! AdamW: Adam with decoupled weight decay. Parts of the network may have a learning rate and a decay of
//! their own.

use rayon::prelude::{IndexedParallelIterator, ParallelIterator, ParallelSliceMut};

use crate::config::Config;
use crate::model::{ParameterGroup, Part};

/// Parameters that one task of a thread changes.
const BLOCK: usize = 1 << 14;

/// The hyperparameters of AdamW.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Optimizer {
    /// The decay of the mean gradient.
    pub beta1: f32,
    /// The decay of the mean squared gradient.
    pub beta2: f32,
    /// Added to the root of the mean squared gradient.
    pub epsilon: f32,
    /// The weight decay, multiplied by the learning rate.
    pub weight_decay: f32,
    own: PartFactors,
    hidden: PartFactors,
    output: PartFactors,
}

/// By what a part's learning rate and weight decay differ from those of the feature transformer.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PartFactors {
    learning_rate: f32,
    decay: f32,
}

/// The learning rate and the weight decay of a parameter group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupRates {
    /// A factor of the step's learning rate.
    pub learning_rate: f32,
    /// The weight decay, multiplied by the step's learning rate.
    pub decay: f32,
}

/// The factors of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factors {
    /// One over the batch size: from a summed gradient to its mean.
    pub inverse_batch: f32,
    pub learning_rate: f64,
    /// The learning rate with Adam's bias correction of the first moment.
    pub step_size: f32,
    /// Adam's bias correction of the second moment's root.
    pub root_correction: f32,
}

/// The arrays that a step reads and changes, all of one length.
pub struct Arrays<'a> {
    pub parameters: &'a mut [f32],
    /// The mean gradients.
    pub momentum: &'a mut [f32],
    /// The mean squared gradients.
    pub variance: &'a mut [f32],
    /// The summed gradients, reset to zero.
    pub gradient: &'a mut [f32],
}

impl Optimizer {
    /// The optimizer of a configuration.
    pub const fn new(config: &Config) -> Self {
        Self {
            beta1: config.beta1 as f32,
            beta2: config.beta2 as f32,
            epsilon: config.epsilon as f32,
            weight_decay: config.weight_decay as f32,
            own: PartFactors::new(config.own_rate_factor, config.own_decay_factor),
            hidden: PartFactors::new(config.hidden_rate_factor, config.hidden_decay_factor),
            output: PartFactors::new(config.output_rate_factor, config.output_decay_factor),
        }
    }

    /// The rates of a group.
    pub fn rates(&self, group: &ParameterGroup) -> GroupRates {
        let factors = match group.part {
            Part::FeatureTransformer => PartFactors::new(1.0, 1.0),
            Part::OwnWeights => self.own,
            Part::Hidden => self.hidden,
            Part::Output => self.output,
        };
        let decay = factors.learning_rate * factors.decay * self.weight_decay;
        GroupRates {
            learning_rate: factors.learning_rate,
            decay: if group.decays { decay } else { 0.0 },
        }
    }

    /// The factors of a step, counted from 0.
    pub fn factors(&self, step: u64, learning_rate: f64, batch_size: usize) -> Factors {
        let steps = i32::try_from(step + 1).unwrap_or(i32::MAX);
        let bias = |beta: f32| 1.0 - f64::from(beta).powi(steps);
        Factors {
            inverse_batch: (1.0 / batch_size as f64) as f32,
            learning_rate,
            step_size: (learning_rate / bias(self.beta1)) as f32,
            root_correction: (1.0 / bias(self.beta2).sqrt()) as f32,
        }
    }

    /// Updates the parameters of a group, on all threads.
    pub fn step(&self, factors: Factors, group: &ParameterGroup, arrays: Arrays<'_>) {
        let blocks = arrays
            .parameters
            .par_chunks_mut(BLOCK)
            .zip(arrays.momentum.par_chunks_mut(BLOCK))
            .zip(arrays.variance.par_chunks_mut(BLOCK))
            .zip(arrays.gradient.par_chunks_mut(BLOCK));
        blocks.for_each(|(((parameters, momentum), variance), gradient)| {
            let arrays = Arrays {
                parameters,
                momentum,
                variance,
                gradient,
            };
            self.block(factors, group, arrays);
        });
    }

    fn block(&self, factors: Factors, group: &ParameterGroup, arrays: Arrays<'_>) {
        let rates = self.rates(group);
        let decay = (1.0 - factors.learning_rate * f64::from(rates.decay)) as f32;
        let step_size = factors.step_size * rates.learning_rate;
        let each = arrays
            .parameters
            .iter_mut()
            .zip(arrays.momentum)
            .zip(arrays.variance)
            .zip(arrays.gradient);
        for (((parameter, mean), square), sum) in each {
            let gradient = *sum * factors.inverse_batch;
            *sum = 0.0;
            *mean = self.beta1 * *mean + (1.0 - self.beta1) * gradient;
            *square = self.beta2 * *square + (1.0 - self.beta2) * gradient * gradient;
            let root = square.sqrt() * factors.root_correction + self.epsilon;
            let moved = *parameter * decay - step_size * *mean / root;
            *parameter = moved.clamp(-group.max, group.max);
        }
    }
}

impl PartFactors {
    const fn new(learning_rate: f64, decay: f64) -> Self {
        Self {
            learning_rate: learning_rate as f32,
            decay: decay as f32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Arrays, Optimizer, PartFactors};
    use crate::model::{ParameterGroup, Part};

    const OPTIMIZER: Optimizer = Optimizer {
        beta1: 0.9,
        beta2: 0.999,
        epsilon: 1e-8,
        weight_decay: 0.1,
        own: PartFactors::new(1.0, 20.0),
        hidden: PartFactors::new(0.5, 0.1),
        output: PartFactors::new(2.0, 0.0),
    };

    /// One parameter, moved by the same gradient for some steps.
    fn moved(start: f32, gradient: f32, steps: u64, group: &ParameterGroup) -> f32 {
        let (mut parameter, mut mean, mut square) = ([start], [0.0], [0.0]);
        for step in 0..steps {
            let arrays = Arrays {
                parameters: &mut parameter,
                momentum: &mut mean,
                variance: &mut square,
                gradient: &mut [4.0 * gradient],
            };
            OPTIMIZER.step(OPTIMIZER.factors(step, 0.01, 4), group, arrays);
        }
        parameter[0]
    }

    fn group(max: f32, decays: bool) -> ParameterGroup {
        ParameterGroup {
            range: 0..1,
            part: Part::FeatureTransformer,
            max,
            decays,
        }
    }

    #[test]
    fn a_constant_gradient_moves_by_the_learning_rate() {
        for gradient in [1e-3, 1.0, -50.0_f32] {
            let end = moved(0.0, gradient, 10, &group(9.0, false));
            assert!((end + 0.1 * gradient.signum()).abs() < 1e-4, "{end}");
        }
    }

    #[test]
    fn weights_decay_and_are_clipped() {
        let end = moved(1.0, 0.0, 1, &group(9.0, true));
        assert!((end - 0.999).abs() < 1e-6, "{end}");
        assert_eq!(moved(1.0, 0.0, 1, &group(9.0, false)), 1.0);
        assert_eq!(moved(0.0, -1.0, 100, &group(0.5, false)), 0.5);
    }

    #[test]
    fn parts_have_rates_of_their_own() {
        for (part, speed, decay) in [
            (Part::FeatureTransformer, 1.0, 0.001),
            (Part::OwnWeights, 1.0, 0.02),
            (Part::Hidden, 0.5, 0.000_05),
            (Part::Output, 2.0, 0.0),
        ] {
            let group = |decays| ParameterGroup {
                part,
                ..group(9.0, decays)
            };
            let end = moved(1.0, 0.0, 1, &group(true));
            assert!((end - (1.0 - decay)).abs() < 1e-6, "{part:?}: {end}");
            let end = moved(0.0, 1.0, 10, &group(false));
            assert!((end + 0.1 * speed).abs() < 1e-4, "{part:?}: {end}");
        }
    }
}
