//! What changes from step to step.

use std::f64::consts::PI;

use crate::config::Config;

/// The course of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// How many steps there are.
    pub steps: u64,
    warmup: u64,
    rates: [f64; 2],
    result_weights: [f64; 2],
    average_from: u64,
}

impl Schedule {
    /// The course that a configuration asks for with a number of positions.
    #[must_use]
    pub fn new(config: &Config, positions: usize) -> Self {
        let samples = config.passes * positions as f64;
        let steps = ((samples / config.batch as f64).round() as u64).max(1);
        let part = |part: f64| (steps as f64 * part).round() as u64;
        Self {
            steps,
            warmup: part(config.warmup),
            rates: [config.rate, config.final_rate.min(config.rate)],
            result_weights: [config.result_weight, config.final_result_weight],
            average_from: steps - part(config.average),
        }
    }

    /// The learning rate of a step: a straight line up, then half a wave of a cosine down.
    #[must_use]
    pub fn rate(&self, step: u64) -> f64 {
        let [highest, last] = self.rates;
        if step < self.warmup {
            return highest * (step + 1) as f64 / self.warmup as f64;
        }
        let length = (self.steps - self.warmup).max(2) - 1;
        let part = (step - self.warmup) as f64 / length as f64;
        last + (highest - last) * 0.5 * (1.0 + (PI * part).cos())
    }

    /// The weight of the result in the target.
    #[must_use]
    pub fn result_weight(&self, step: u64) -> f32 {
        let [start, end] = self.result_weights;
        let part = step as f64 / self.steps as f64;
        (start + (end - start) * part) as f32
    }

    /// The weight of the result in the target of validation: always that of the end, so that losses
    /// of different steps can be compared.
    #[must_use]
    pub const fn validation_weight(&self) -> f32 {
        self.result_weights[1] as f32
    }

    /// Whether the weights after a step go into the average.
    #[must_use]
    pub const fn is_averaged(&self, step: u64) -> bool {
        step >= self.average_from
    }
}

#[cfg(test)]
mod tests {
    use super::Schedule;
    use crate::config::Config;

    #[test]
    fn the_rate_rises_falls_and_reaches_its_end_at_the_end() {
        let config = Config {
            passes: 10.0,
            batch: 100,
            warmup: 0.1,
            rate: 1.0,
            final_rate: 0.01,
            result_weight: 0.2,
            final_result_weight: 0.6,
            average: 0.25,
            ..Config::default()
        };
        let schedule = Schedule::new(&config, 1000);
        assert_eq!(schedule.steps, 100);
        assert!((schedule.rate(0) - 0.1).abs() < 1e-12);
        assert!((schedule.rate(9) - 1.0).abs() < 1e-12);
        assert!((schedule.rate(10) - 1.0).abs() < 1e-12);
        assert!((schedule.rate(99) - 0.01).abs() < 1e-12);
        assert!((10..99).all(|step| schedule.rate(step) > schedule.rate(step + 1)));
        assert_eq!(schedule.result_weight(0), 0.2);
        assert!((schedule.result_weight(50) - 0.4).abs() < 1e-6);
        assert_eq!(schedule.validation_weight(), 0.6);
        assert!(!schedule.is_averaged(74) && schedule.is_averaged(75));
    }

    #[test]
    fn even_the_shortest_run_has_a_rate() {
        let config = Config {
            passes: 1e-6,
            ..Config::default()
        };
        let schedule = Schedule::new(&config, 1);
        assert_eq!(schedule.steps, 1);
        assert!(schedule.rate(0) > 0.0);
    }
}
