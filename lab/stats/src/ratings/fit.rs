//! The maximum a posteriori (MAP) fit of strengths, White's advantage and draw weight together.
//!
//! In natural units the log-likelihood is concave, and with a Gaussian prior strictly so: there is
//! one maximum, and Newton's method with step halving always finds it.

use std::collections::HashMap;

use super::{Anchor, Played};
use crate::davidson::outcomes;
use crate::{GameModel, SymmetricMatrix};

/// Standard deviations of the prior, in natural units, around zero. A strength's is 1,700 Elo
/// without draws, and weighs like a fraction of one game.
const STRENGTH_SPREAD: f64 = 10.0;
const ADVANTAGE_SPREAD: f64 = 2.0;
const DRAW_WEIGHT_SPREAD: f64 = 5.0;

/// The fit has converged when a step is below this, in natural units: less than a thousandth of an
/// Elo.
const TOLERANCE: f64 = 1e-6;

/// Newton's method takes about ten steps; this bounds the iteration where rounding prevents
/// convergence.
const MAX_STEPS: usize = 100;

/// All games, grouped into cells by who had White against whom.
pub struct Results {
    players: usize,
    /// White and Black of each cell.
    cells: Vec<(usize, usize)>,
    /// For each unit (single game or pair), the cell and White's half points of its games.
    units: Vec<[Option<(usize, usize)>; 2]>,
}

/// How often White lost, drew and won, by cell.
pub type CellCounts = Vec<[f64; 3]>;

impl Results {
    /// Groups single games and pairs.
    pub fn new(players: usize, units: &[(Played, Option<Played>)]) -> Self {
        let (mut cells, mut cell_of) = (Vec::new(), HashMap::new());
        let mut locate = |game: Played| {
            let meeting = (game.white.0, game.black.0);
            let cell = *cell_of.entry(meeting).or_insert_with(|| {
                cells.push(meeting);
                cells.len() - 1
            });
            (cell, game.outcome.half_points())
        };
        let units = units
            .iter()
            .map(|&(first, second)| [Some(locate(first)), second.map(&mut locate)])
            .collect();
        Self {
            players,
            cells,
            units,
        }
    }

    /// Counts all games, with a weight for each unit.
    pub fn count(&self, mut weight: impl FnMut() -> f64) -> CellCounts {
        let mut counts = vec![[0.0; 3]; self.cells.len()];
        for unit in &self.units {
            let weight = weight();
            for &(cell, half_points) in unit.iter().flatten() {
                counts[cell][half_points] += weight;
            }
        }
        counts
    }

    /// The standard deviation of the prior, by parameter.
    pub fn prior_spreads(&self) -> impl Iterator<Item = f64> {
        std::iter::repeat_n(STRENGTH_SPREAD, self.players)
            .chain([ADVANTAGE_SPREAD, DRAW_WEIGHT_SPREAD])
    }

    /// The MAP parameters for some counts under a prior around `center`, by Newton's method.
    pub fn fit(&self, counts: &CellCounts, center: &Fit, start: &Fit) -> Fit {
        let mut best = start.clone();
        let mut here = self.log_posterior(counts, center, &best);
        for _ in 0..MAX_STEPS {
            let Some(step) = here.information.solve(here.gradient) else {
                unreachable!("the prior makes the information matrix positive definite")
            };
            let length = step
                .iter()
                .fold(0.0, |longest: f64, s| longest.max(s.abs()));
            let mut scale = 1.0;
            // Concave, so a step that is short enough goes up, until it is lost in rounding.
            let (next, there) = loop {
                let next = Fit(best
                    .0
                    .iter()
                    .zip(&step)
                    .map(|(x, s)| x + scale * s)
                    .collect());
                let there = self.log_posterior(counts, center, &next);
                if there.value >= here.value || scale * length < TOLERANCE {
                    break (next, there);
                }
                scale /= 2.0;
            };
            (best, here) = (next, there);
            if length < TOLERANCE {
                break;
            }
        }
        best
    }

    /// The log-posterior and its derivatives at a point.
    fn log_posterior(&self, counts: &CellCounts, center: &Fit, at: &Fit) -> LogPosterior {
        let (advantage, draw_weight) = (self.players, self.players + 1);
        let mut posterior = LogPosterior {
            value: 0.0,
            gradient: vec![0.0; at.0.len()],
            information: SymmetricMatrix::zero(at.0.len()),
        };
        for (parameter, spread) in self.prior_spreads().enumerate() {
            let (precision, excess) = (spread.powi(-2), at.0[parameter] - center.0[parameter]);
            posterior.value -= precision * excess * excess / 2.0;
            posterior.gradient[parameter] -= precision * excess;
            posterior.information.add(parameter, parameter, precision);
        }
        for (&(white, black), count) in self.cells.iter().zip(counts) {
            let games: f64 = count.iter().sum();
            let difference = at.0[white] - at.0[black] + at.0[advantage];
            let p = outcomes(difference, at.0[draw_weight]);
            let [loss, draw, win] = p;
            // A zero probability with a nonzero count gives minus infinity: the step is refused.
            posterior.value += count
                .iter()
                .zip(p)
                .filter(|(n, _)| **n > 0.0)
                .map(|(n, p)| n * p.ln())
                .sum::<f64>();

            // Derivatives by the difference, in which an outcome counts -½, 0 or ½, and by the
            // draw weight.
            let mean = (win - loss) / 2.0;
            let gradient = (count[2] - count[0]) / 2.0 - games * mean;
            let second = games * ((win + loss) / 4.0 - mean * mean);
            let cross = -games * mean * draw;
            // The three parameters of the difference, with their signs.
            let parts = [(white, 1.0), (black, -1.0), (advantage, 1.0)];
            for (index, &(one, sign)) in parts.iter().enumerate() {
                posterior.gradient[one] += sign * gradient;
                posterior.information.add(one, draw_weight, sign * cross);
                for &(two, other_sign) in &parts[..=index] {
                    posterior
                        .information
                        .add(one, two, sign * other_sign * second);
                }
            }
            posterior.gradient[draw_weight] += count[1] - games * draw;
            posterior
                .information
                .add(draw_weight, draw_weight, games * draw * (1.0 - draw));
        }
        posterior
    }
}

/// The log-posterior at a point, its gradient, and the observed information: the negative Hessian.
struct LogPosterior {
    value: f64,
    gradient: Vec<f64>,
    information: SymmetricMatrix,
}

/// All parameters in natural units: the strengths, White's advantage, and the logarithm of the draw
/// weight.
#[derive(Clone, Debug)]
pub struct Fit(pub Vec<f64>);

impl Fit {
    /// All players equal: the center of the prior.
    pub fn prior_center(results: &Results) -> Self {
        Self(results.prior_spreads().map(|_| 0.0).collect())
    }

    /// White's advantage and the draw rate.
    pub fn model(&self) -> GameModel {
        let [.., advantage, draw_weight] = self.0[..] else {
            unreachable!("a fit always ends with these two")
        };
        GameModel::from_natural(draw_weight, advantage)
    }

    /// The ratings in Elo, relative to the mean of the anchors, or of all players without one.
    pub fn elo(&self, anchors: &[Anchor]) -> Vec<f64> {
        let scale = self.model().elo_per_nat();
        let mut elo: Vec<f64> = self.0[..self.0.len() - 2]
            .iter()
            .map(|strength| strength * scale)
            .collect();
        let shift = match anchors {
            [] => -elo.iter().sum::<f64>() / elo.len() as f64,
            _ => {
                let shift = |anchor: &Anchor| anchor.rating - elo[anchor.player.0];
                anchors.iter().map(shift).sum::<f64>() / anchors.len() as f64
            }
        };
        elo.iter_mut().for_each(|rating| *rating += shift);
        elo
    }
}
