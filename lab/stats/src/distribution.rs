//! The distribution of the score of one observation: a game (trinomial) or a game pair
//! (pentanomial).
//!
//! The scores of `k` games are the `2k + 1` evenly spaced numbers from 0 to 1, so the number of
//! bins gives the number of games.

/// Probabilities of the `N` evenly spaced scores from 0 to 1, worst first: three bins for a
/// game, five for a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distribution<const N: usize>(pub [f64; N]);

impl<const N: usize> Distribution<N> {
    /// Games in one observation.
    pub const GAMES: usize = (N - 1) / 2;

    /// The points of a bin as a share of all, 0 to 1.
    pub fn score(bin: usize) -> f64 {
        bin as f64 / (N - 1) as f64
    }

    /// Weights divided by their sum; `None` if the sum is not positive.
    pub fn from_weights(weights: [f64; N]) -> Option<Self> {
        let total: f64 = weights.iter().sum();
        (total > 0.0).then(|| Self(weights.map(|weight| weight / total)))
    }

    /// The expected value of a function of the bin.
    pub fn average(&self, value: impl Fn(usize) -> f64) -> f64 {
        self.0
            .iter()
            .enumerate()
            .map(|(bin, p)| p * value(bin))
            .sum()
    }

    /// The expected score.
    pub fn mean(&self) -> f64 {
        self.average(Self::score)
    }

    /// The variance of the score of one observation.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.average(|bin| (Self::score(bin) - mean).powi(2))
    }

    /// The same results from the opponent's side.
    #[must_use]
    pub fn swapped(mut self) -> Self {
        self.0.reverse();
        self
    }
}

#[cfg(test)]
mod tests {
    use super::Distribution;

    #[test]
    fn the_number_of_bins_gives_the_number_of_games() {
        assert_eq!(Distribution::<3>::GAMES, 1);
        assert_eq!(Distribution::<5>::GAMES, 2);
        assert_eq!(
            [0, 1, 2, 3, 4].map(Distribution::<5>::score),
            [0.0, 0.25, 0.5, 0.75, 1.0]
        );
    }

    #[test]
    fn mean_and_variance_of_a_fair_coin() {
        let coin = Distribution::from_weights([3.0, 0.0, 3.0]).unwrap();
        assert_eq!((coin.mean(), coin.variance()), (0.5, 0.25));
        assert_eq!(Distribution::from_weights([0.0; 5]), None);
    }

    #[test]
    fn the_other_player_scores_the_rest() {
        let ours = Distribution([0.1, 0.2, 0.3, 0.15, 0.25]);
        assert!((ours.mean() + ours.swapped().mean() - 1.0).abs() < 1e-15);
        assert!((ours.variance() - ours.swapped().variance()).abs() < 1e-15);
    }
}
