//! The loss on held-out positions.

use nnue::architecture::MAX_PIECES;
use serde::{Deserialize, Serialize};

/// Sums of losses by the number of pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Validation {
    /// `[pieces]`: the sum of losses.
    pub losses: Vec<f64>,
    /// `[pieces]`: how many positions there are.
    pub counts: Vec<u64>,
}

impl Default for Validation {
    fn default() -> Self {
        Self {
            losses: vec![0.0; MAX_PIECES + 1],
            counts: vec![0; MAX_PIECES + 1],
        }
    }
}

impl Validation {
    /// Adds a position.
    pub fn add(&mut self, pieces: usize, loss: f32) {
        self.losses[pieces] += f64::from(loss);
        self.counts[pieces] += 1;
    }

    /// Adds another one's sums.
    pub fn merge(&mut self, other: &Self) {
        for (sum, loss) in self.losses.iter_mut().zip(&other.losses) {
            *sum += loss;
        }
        for (sum, count) in self.counts.iter_mut().zip(&other.counts) {
            *sum += count;
        }
    }

    /// The mean loss; none without positions.
    #[must_use]
    pub fn loss(&self) -> Option<f64> {
        let count: u64 = self.counts.iter().sum();
        (count > 0).then(|| self.losses.iter().sum::<f64>() / count as f64)
    }

    /// The mean loss of each number of pieces that occurs.
    pub fn by_pieces(&self) -> impl Iterator<Item = (usize, f64)> {
        let each = self.losses.iter().zip(&self.counts).enumerate();
        each.filter(|(_, (_, count))| **count > 0)
            .map(|(pieces, (loss, &count))| (pieces, loss / count as f64))
    }
}
