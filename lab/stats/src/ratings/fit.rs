//! The most likely strengths, first-move advantage and draw weight, all at once.
//!
//! In natural units the logarithm of the likelihood is concave, and with a Gaussian prior strictly
//! so: there is one maximum, and Newton's method with halved steps always finds it.

use std::collections::HashMap;

use super::linear::Symmetric;
use super::{Anchor, Played};
use crate::GameModel;
use crate::davidson::outcomes;

/// Standard deviations of the prior, in natural units, around zero. A strength's is 1,700 Elo
/// without draws, and weighs like a fraction of one game.
const STRENGTH_SPREAD: f64 = 10.0;
const ADVANTAGE_SPREAD: f64 = 2.0;
const DRAW_WEIGHT_SPREAD: f64 = 5.0;

/// A step below this, in natural units, is the last: less than a thousandth of an Elo.
const SETTLED: f64 = 1e-6;

/// Newton's method takes about ten steps; this only bounds a search that rounding keeps busy.
const MAX_STEPS: usize = 100;

/// All games, gathered by who had White against whom.
pub struct Results {
    players: usize,
    /// White and Black of each kind of game that was played.
    cells: Vec<(usize, usize)>,
    /// Cell and White's half points of the games of each unit.
    units: Vec<[Option<(usize, usize)>; 2]>,
}

/// How often White lost, drew and won, by cell.
pub type CellCounts = Vec<[f64; 3]>;

impl Results {
    /// Gathers single games and pairs.
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

    /// Counts all games, each unit with its own weight.
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

    /// The standard deviation of the prior of each parameter.
    pub fn prior_spreads(&self) -> impl Iterator<Item = f64> {
        std::iter::repeat_n(STRENGTH_SPREAD, self.players)
            .chain([ADVANTAGE_SPREAD, DRAW_WEIGHT_SPREAD])
    }

    /// The most likely parameters for some counts under a prior around `centre`.
    pub fn fit(&self, counts: &CellCounts, centre: &Fit, start: &Fit) -> Fit {
        let mut best = start.clone();
        let mut here = self.landscape(counts, centre, &best);
        for _ in 0..MAX_STEPS {
            let step = here.curvature.solve(here.gradient);
            let length = step
                .iter()
                .fold(0.0, |longest: f64, s| longest.max(s.abs()));
            let mut scale = 1.0;
            // Concave, so a step that is short enough goes up, until rounding hides it.
            let (next, there) = loop {
                let next = Fit(best
                    .0
                    .iter()
                    .zip(&step)
                    .map(|(x, s)| x + scale * s)
                    .collect());
                let there = self.landscape(counts, centre, &next);
                if there.height >= here.height || scale * length < SETTLED {
                    break (next, there);
                }
                scale /= 2.0;
            };
            (best, here) = (next, there);
            if length < SETTLED {
                break;
            }
        }
        best
    }

    /// The log-posterior around a point.
    fn landscape(&self, counts: &CellCounts, centre: &Fit, at: &Fit) -> Landscape {
        let (advantage, draw_weight) = (self.players, self.players + 1);
        let mut land = Landscape {
            height: 0.0,
            gradient: vec![0.0; at.0.len()],
            curvature: Symmetric::zero(at.0.len()),
        };
        for (parameter, spread) in self.prior_spreads().enumerate() {
            let (precision, excess) = (spread.powi(-2), at.0[parameter] - centre.0[parameter]);
            land.height -= precision * excess * excess / 2.0;
            land.gradient[parameter] -= precision * excess;
            land.curvature.add(parameter, parameter, precision);
        }
        for (&(white, black), count) in self.cells.iter().zip(counts) {
            let games: f64 = count.iter().sum();
            let difference = at.0[white] - at.0[black] + at.0[advantage];
            let p = outcomes(difference, at.0[draw_weight]);
            let [loss, draw, win] = p;
            // A zero probability can only meet a zero count, or the step is refused.
            land.height += count
                .iter()
                .zip(p)
                .filter(|(n, _)| **n > 0.0)
                .map(|(n, p)| n * p.ln())
                .sum::<f64>();

            // By the difference, in which an outcome counts -½, 0 or ½; and by the draw's weight.
            let mean = (win - loss) / 2.0;
            let slope = (count[2] - count[0]) / 2.0 - games * mean;
            let bend = games * ((win + loss) / 4.0 - mean * mean);
            let cross = -games * mean * draw;
            // The three parameters that the difference is made of, with their signs.
            let parts = [(white, 1.0), (black, -1.0), (advantage, 1.0)];
            for (index, &(one, sign)) in parts.iter().enumerate() {
                land.gradient[one] += sign * slope;
                land.curvature.add(one, draw_weight, sign * cross);
                for &(two, other_sign) in &parts[..=index] {
                    land.curvature.add(one, two, sign * other_sign * bend);
                }
            }
            land.gradient[draw_weight] += count[1] - games * draw;
            land.curvature
                .add(draw_weight, draw_weight, games * draw * (1.0 - draw));
        }
        land
    }
}

/// The log-posterior at a point, its first derivatives, and its second ones with a minus.
struct Landscape {
    height: f64,
    gradient: Vec<f64>,
    curvature: Symmetric,
}

/// A value for every parameter, in natural units: the strengths, White's advantage, and the
/// logarithm of the draw's weight.
#[derive(Clone, Debug)]
pub struct Fit(pub Vec<f64>);

impl Fit {
    /// All players equal: the middle of the prior.
    pub fn level(results: &Results) -> Self {
        Self(results.prior_spreads().map(|_| 0.0).collect())
    }

    /// What decides games besides the strengths.
    pub fn model(&self) -> GameModel {
        let [.., advantage, draw_weight] = self.0[..] else {
            unreachable!("a fit always ends with these two")
        };
        GameModel::from_natural(draw_weight, advantage)
    }

    /// The ratings, relative to the anchor's or else to their mean.
    pub fn elo(&self, anchor: Option<Anchor>) -> Vec<f64> {
        let scale = self.model().elo_per_nat();
        let mut elo: Vec<f64> = self.0[..self.0.len() - 2]
            .iter()
            .map(|strength| strength * scale)
            .collect();
        let shift = match anchor {
            Some(anchor) => anchor.rating - elo[anchor.player.0],
            None => -elo.iter().sum::<f64>() / elo.len() as f64,
        };
        elo.iter_mut().for_each(|rating| *rating += shift);
        elo
    }
}
