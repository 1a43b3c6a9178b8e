//! The learning rate, the WDL blend and the averaging of each step.

use std::f64::consts::PI;

use crate::config::Config;

/// The schedule of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// How many steps there are.
    pub steps: u64,
    warmup: u64,
    learning_rates: [f64; 2],
    wdls: [f64; 2],
    average_from: u64,
}

impl Schedule {
    /// The schedule of a configuration for a number of positions.
    pub fn new(config: &Config, positions: usize) -> Self {
        let samples = config.epochs * positions as f64;
        let steps = ((samples / config.batch_size as f64).round() as u64).max(1);
        let part = |part: f64| (steps as f64 * part).round() as u64;
        Self {
            steps,
            warmup: part(config.warmup),
            learning_rates: [
                config.learning_rate,
                config.final_learning_rate.min(config.learning_rate),
            ],
            wdls: [config.wdl, config.final_wdl],
            average_from: steps - part(config.swa),
        }
    }

    /// The learning rate of a step: linear warmup, then cosine decay.
    pub fn learning_rate(&self, step: u64) -> f64 {
        let [highest, last] = self.learning_rates;
        if step < self.warmup {
            return highest * (step + 1) as f64 / self.warmup as f64;
        }
        let length = (self.steps - self.warmup).max(2) - 1;
        let part = (step - self.warmup) as f64 / length as f64;
        last + (highest - last) * 0.5 * (1.0 + (PI * part).cos())
    }

    /// The WDL blend of a step: the weight of the result in the target.
    pub fn wdl(&self, step: u64) -> f32 {
        let [start, end] = self.wdls;
        let part = step as f64 / self.steps as f64;
        (start + (end - start) * part) as f32
    }

    /// The WDL blend of validation: always the final one, so that losses of different steps can be
    /// compared.
    pub const fn validation_wdl(&self) -> f32 {
        self.wdls[1] as f32
    }

    /// Whether the weights after a step are averaged (SWA).
    pub const fn is_averaged(&self, step: u64) -> bool {
        step >= self.average_from
    }
}

#[cfg(test)]
mod tests {
    use super::Schedule;
    use crate::config::Config;

    #[test]
    fn warmup_is_linear_and_decay_ends_at_the_final_rate() {
        let config = Config {
            epochs: 10.0,
            batch_size: 100,
            warmup: 0.1,
            learning_rate: 1.0,
            final_learning_rate: 0.01,
            wdl: 0.2,
            final_wdl: 0.6,
            swa: 0.25,
            ..Config::default()
        };
        let schedule = Schedule::new(&config, 1000);
        assert_eq!(schedule.steps, 100);
        assert!((schedule.learning_rate(0) - 0.1).abs() < 1e-12);
        assert!((schedule.learning_rate(9) - 1.0).abs() < 1e-12);
        assert!((schedule.learning_rate(10) - 1.0).abs() < 1e-12);
        assert!((schedule.learning_rate(99) - 0.01).abs() < 1e-12);
        assert!(
            (10..99).all(|step| schedule.learning_rate(step) > schedule.learning_rate(step + 1))
        );
        assert_eq!(schedule.wdl(0), 0.2);
        assert!((schedule.wdl(50) - 0.4).abs() < 1e-6);
        assert_eq!(schedule.validation_wdl(), 0.6);
        assert!(!schedule.is_averaged(74) && schedule.is_averaged(75));
    }

    #[test]
    fn the_shortest_run_has_a_learning_rate() {
        let config = Config {
            epochs: 1e-6,
            ..Config::default()
        };
        let schedule = Schedule::new(&config, 1);
        assert_eq!(schedule.steps, 1);
        assert!(schedule.learning_rate(0) > 0.0);
    }
}
