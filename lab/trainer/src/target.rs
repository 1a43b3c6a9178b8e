//! What a network should say, and how wrong it is.

use records::Record;

/// How scores become targets, and distances from targets losses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Hundredths of a pawn that an output of one means.
    pub scale: f32,
    /// The power of the distance that is the loss.
    pub power: f32,
}

impl Target {
    /// The expected points: `weight * result + (1 - weight) * sigmoid(score / scale)`, and the score's
    /// part alone where the result is not known.
    #[must_use]
    #[inline]
    pub fn points(&self, record: &Record, weight: f32) -> f32 {
        let score = sigmoid(f32::from(record.score()) / self.scale);
        let weight = if record.has_result() { weight } else { 0.0 };
        weight * f32::from(record.double_points()) / 2.0 + (1.0 - weight) * score
    }

    /// The loss of an output, and its derivative with respect to the output.
    #[must_use]
    #[inline]
    pub fn loss(&self, output: f32, points: f32) -> (f32, f32) {
        let expected = sigmoid(output);
        let distance = expected - points;
        let slope = expected * (1.0 - expected);
        if self.power == 2.0 {
            return (distance * distance, 2.0 * distance * slope);
        }
        let size = distance.abs();
        let root = size.powf(self.power - 1.0);
        (size * root, self.power * root.copysign(distance) * slope)
    }
}

/// From all numbers to those between zero and one.
#[must_use]
#[inline]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use records::{GameResult, Record};

    use super::{Target, sigmoid};

    #[test]
    fn points_blend_result_and_score() {
        let target = Target {
            scale: 400.0,
            power: 2.0,
        };
        let record = Record::new(&Position::start(), 400, GameResult::BlackWins);
        let points = |weight| target.points(&record, weight);
        assert_eq!(points(1.0), 0.0);
        assert_eq!(points(0.0), sigmoid(1.0));
        assert!((points(0.25) - 0.75 * sigmoid(1.0)).abs() < 1e-7);
        let unknown = Record::new(&Position::start(), 400, GameResult::Unknown);
        assert_eq!(target.points(&unknown, 0.9), sigmoid(1.0));
    }

    #[test]
    fn the_derivative_is_the_slope_of_the_loss() {
        for power in [1.5, 2.0, 2.5] {
            let target = Target {
                scale: 400.0,
                power,
            };
            for (output, points) in [(-2.0, 0.9), (0.3, 0.1), (1.5, 0.5), (0.0, 0.8)] {
                let step = 1e-2;
                let rise =
                    target.loss(output + step, points).0 - target.loss(output - step, points).0;
                let slope = rise / (2.0 * step);
                let derivative = target.loss(output, points).1;
                assert!((slope - derivative).abs() < 1e-3, "{slope} {derivative}");
            }
        }
    }
}
