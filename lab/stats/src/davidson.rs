//! The Bradley-Terry model of one game with Davidson's draws: the probabilities of loss, draw and
//! win between two rated players.
//!
//! Bradley-Terry gives the odds `e^x` for a rating difference `x`; Davidson adds a draw with the
//! weight `ν` of the geometric mean of both wins. Ratings and simulations share it.

use crate::elo_of_score;

/// Elo per unit of the natural logarithm of the odds.
const ELO_PER_NAT: f64 = 400.0 / std::f64::consts::LN_10;

/// The parameters of the Bradley-Terry-Davidson model beside the ratings.
///
/// Ratings are in Elo, scaled so that nearly equal players have the expected score of logistic
/// Elo at any draw rate. (Davidson's own scale is wider, by the share of the draws.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameModel {
    draw_rate: f64,
    white_advantage: f64,
}

impl GameModel {
    /// A model with this draw rate between equal players, in which White plays as if rated
    /// `white_advantage` Elo higher. `None` if the draw rate is not in `0.0..1.0` or the advantage
    /// is not finite.
    pub fn new(draw_rate: f64, white_advantage: f64) -> Option<Self> {
        ((0.0..1.0).contains(&draw_rate) && white_advantage.is_finite()).then_some(Self {
            draw_rate,
            white_advantage,
        })
    }

    /// From the parameters of the likelihood in natural units: the logarithm of the draw weight,
    /// and White's advantage as log odds.
    pub(crate) fn from_natural(draw_weight: f64, advantage: f64) -> Self {
        let weight = draw_weight.exp();
        let draw_rate = weight / (2.0 + weight);
        Self {
            draw_rate,
            white_advantage: advantage * ELO_PER_NAT * (1.0 - draw_rate),
        }
    }

    /// The share of draws between equal players.
    pub const fn draw_rate(&self) -> f64 {
        self.draw_rate
    }

    /// White's advantage in Elo.
    pub const fn white_advantage(&self) -> f64 {
        self.white_advantage
    }

    /// Elo per natural unit of strength.
    ///
    /// The expected score grows by `1/(2(2 + ν))` with each natural unit between equals, and by
    /// 1/4 without draws; the quotient is one minus the draw rate.
    pub(crate) fn elo_per_nat(&self) -> f64 {
        ELO_PER_NAT * (1.0 - self.draw_rate)
    }

    /// The probabilities that White loses, draws and wins, when White is rated `difference` Elo
    /// above Black.
    pub fn probabilities(&self, difference: f64) -> [f64; 3] {
        let x = (difference + self.white_advantage) / self.elo_per_nat();
        let draw_weight = (2.0 * self.draw_rate / (1.0 - self.draw_rate)).ln();
        outcomes(x, draw_weight)
    }

    /// The logistic Elo of White's expected score, when White is rated `difference` Elo above
    /// Black.
    pub fn elo(&self, difference: f64) -> f64 {
        let [_, draw, win] = self.probabilities(difference);
        elo_of_score(win + draw / 2.0)
    }
}

/// The probabilities of loss, draw and win for a difference `x` and the logarithm of the draw
/// weight: a softmax, with the largest exponent subtracted so that nothing overflows.
pub(crate) fn outcomes(x: f64, draw_weight: f64) -> [f64; 3] {
    let exponents = [-x / 2.0, draw_weight, x / 2.0];
    let largest = exponents.into_iter().fold(f64::NEG_INFINITY, f64::max);
    let weights = exponents.map(|exponent| (exponent - largest).exp());
    let total: f64 = weights.iter().sum();
    weights.map(|weight| weight / total)
}

#[cfg(test)]
mod tests {
    use super::GameModel;

    #[test]
    fn equal_players_draw_at_the_given_rate() {
        for draw_rate in [0.0, 0.3, 0.9] {
            let [loss, draw, win] = GameModel::new(draw_rate, 0.0).unwrap().probabilities(0.0);
            assert!((draw - draw_rate).abs() < 1e-12 && (win - loss).abs() < 1e-12);
        }
        assert_eq!(GameModel::new(1.0, 0.0), None);
        assert_eq!(GameModel::new(-0.1, 0.0), None);
        assert_eq!(GameModel::new(0.5, f64::NAN), None);
    }

    #[test]
    fn small_differences_are_logistic_elo_at_any_draw_rate() {
        for draw_rate in [0.0, 0.5, 0.8] {
            let model = GameModel::new(draw_rate, 0.0).unwrap();
            assert!(
                (model.elo(5.0) - 5.0).abs() < 0.05,
                "{draw_rate}: {}",
                model.elo(5.0)
            );
        }
    }

    #[test]
    fn white_advantage_adds_to_the_rating() {
        let model = GameModel::new(0.4, 30.0).unwrap();
        let plain = GameModel::new(0.4, 0.0).unwrap();
        assert_eq!(model.probabilities(20.0), plain.probabilities(50.0));
        assert!(model.probabilities(1e6)[2] > 0.999);
    }

    #[test]
    fn natural_parameters_round_trip() {
        let model = GameModel::from_natural(0.7, 0.2);
        let direct = super::outcomes(1.5 + 0.2, 0.7);
        let through_elo = model.probabilities(1.5 * model.elo_per_nat());
        assert!((0..3).all(|i| (direct[i] - through_elo[i]).abs() < 1e-12));
    }
}
