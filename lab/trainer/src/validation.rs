//! The loss on held-out positions.

use nnue::architecture::MAX_PIECES;
use serde::{Deserialize, Serialize};

/// A mean loss and half the width of its 95 % confidence interval, which a single loss does not have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeanLoss {
    /// The mean.
    pub loss: f64,
    pub error: Option<f64>,
}

impl MeanLoss {
    /// From the sum of losses, the sum of their squares and their number; none without losses.
    pub fn of(sum: f64, squares: f64, count: u64) -> Option<Self> {
        const Z95: f64 = 1.96;
        let number = count as f64;
        let loss = sum / number;
        let variance = (squares / number - loss * loss).max(0.0);
        (count > 0).then(|| Self {
            loss,
            error: (count > 1).then(|| Z95 * (variance / (number - 1.0)).sqrt()),
        })
    }
}

/// Sums of losses by the number of pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Validation {
    /// `[pieces]`: the sum of losses.
    pub losses: Vec<f64>,
    /// `[pieces]`: the sum of their squares.
    pub squares: Vec<f64>,
    /// `[pieces]`: how many positions there are.
    pub counts: Vec<u64>,
}

impl Default for Validation {
    fn default() -> Self {
        Self {
            losses: vec![0.0; MAX_PIECES + 1],
            squares: vec![0.0; MAX_PIECES + 1],
            counts: vec![0; MAX_PIECES + 1],
        }
    }
}

impl Validation {
    /// Adds a position.
    pub fn add(&mut self, pieces: usize, loss: f32) {
        let loss = f64::from(loss);
        self.losses[pieces] += loss;
        self.squares[pieces] += loss * loss;
        self.counts[pieces] += 1;
    }

    /// Adds another one's sums.
    pub fn merge(&mut self, other: &Self) {
        for (sum, loss) in self.losses.iter_mut().zip(&other.losses) {
            *sum += loss;
        }
        for (sum, square) in self.squares.iter_mut().zip(&other.squares) {
            *sum += square;
        }
        for (sum, count) in self.counts.iter_mut().zip(&other.counts) {
            *sum += count;
        }
    }

    /// The mean loss; none without positions.
    pub fn loss(&self) -> Option<f64> {
        self.mean().map(|mean| mean.loss)
    }

    /// The mean loss and its error; none without positions.
    pub fn mean(&self) -> Option<MeanLoss> {
        let squares = self.squares.iter().sum();
        MeanLoss::of(self.losses.iter().sum(), squares, self.counts.iter().sum())
    }

    /// The mean loss of each number of pieces that occurs.
    pub fn by_pieces(&self) -> impl Iterator<Item = (usize, MeanLoss)> {
        let sums = self.losses.iter().zip(&self.squares).zip(&self.counts);
        sums.enumerate()
            .filter_map(|(pieces, ((loss, squares), count))| {
                Some((pieces, MeanLoss::of(*loss, *squares, *count)?))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::{MeanLoss, Validation};

    #[test]
    fn means_have_errors_from_the_second_loss_on() {
        assert_eq!(MeanLoss::of(0.0, 0.0, 0), None);
        let one = MeanLoss::of(0.5, 0.25, 1).unwrap();
        assert_eq!((one.loss, one.error), (0.5, None));
        let mut validation = Validation::default();
        for (pieces, loss) in [(2, 1.0), (2, 3.0), (32, 2.0), (32, 2.0)] {
            validation.add(pieces, loss);
        }
        let by_pieces: Vec<_> = validation.by_pieces().collect();
        assert_eq!(by_pieces[0].0, 2);
        let error = by_pieces[0].1.error.unwrap();
        assert!((error - 1.96).abs() < 1e-9, "1.96 standard errors: {error}");
        assert_eq!(by_pieces[1].1.error, Some(0.0));
        assert_eq!(validation.loss(), Some(2.0));
    }
}
