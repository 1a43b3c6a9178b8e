//! The training target and the loss.

use records::Record;

/// The loss: `|sigmoid(output) - target| ^ exponent`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// Centipawns of an output of one.
    pub eval_scale: f32,
    /// The loss exponent.
    pub exponent: f32,
}

impl Loss {
    /// The WDL blend: `wdl * result + (1 - wdl) * sigmoid(score / eval_scale)`, or the score's part
    /// alone if the result is unknown.
    #[inline]
    pub fn target(&self, record: &Record, wdl: f32) -> f32 {
        let score = sigmoid(f32::from(record.score()) / self.eval_scale);
        let wdl = if record.has_result() { wdl } else { 0.0 };
        wdl * f32::from(record.double_points()) / 2.0 + (1.0 - wdl) * score
    }

    /// The loss of an output, and its derivative with respect to the output.
    #[inline]
    pub fn of(&self, output: f32, target: f32) -> (f32, f32) {
        let expected = sigmoid(output);
        let error = expected - target;
        let slope = expected * (1.0 - expected);
        if self.exponent == 2.0 {
            return (error * error, 2.0 * error * slope);
        }
        let size = error.abs();
        let power = size.powf(self.exponent - 1.0);
        (size * power, self.exponent * power.copysign(error) * slope)
    }
}

/// The logistic function.
#[inline]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use records::{GameResult, Record};

    use super::{Loss, sigmoid};

    #[test]
    fn targets_blend_result_and_score() {
        let loss = Loss {
            eval_scale: 400.0,
            exponent: 2.0,
        };
        let record = Record::new::<chess::Chess>(&Position::start(), 400, GameResult::BlackWins);
        let target = |wdl| loss.target(&record, wdl);
        assert_eq!(target(1.0), 0.0);
        assert_eq!(target(0.0), sigmoid(1.0));
        assert!((target(0.25) - 0.75 * sigmoid(1.0)).abs() < 1e-7);
        let unknown = Record::new::<chess::Chess>(&Position::start(), 400, GameResult::Unknown);
        assert_eq!(loss.target(&unknown, 0.9), sigmoid(1.0));
    }

    #[test]
    fn the_derivative_is_the_slope_of_the_loss() {
        for exponent in [1.5, 2.0, 2.5] {
            let loss = Loss {
                eval_scale: 400.0,
                exponent,
            };
            for (output, target) in [(-2.0, 0.9), (0.3, 0.1), (1.5, 0.5), (0.0, 0.8)] {
                let step = 1e-2;
                let rise = loss.of(output + step, target).0 - loss.of(output - step, target).0;
                let slope = rise / (2.0 * step);
                let derivative = loss.of(output, target).1;
                assert!((slope - derivative).abs() < 1e-3, "{slope} {derivative}");
            }
        }
    }
}
