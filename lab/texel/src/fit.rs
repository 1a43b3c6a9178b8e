//! The values nearest to what happened.

use crate::data::Data;
use crate::loss::{Target, loss};
use crate::normal::Normal;
use crate::prior::Prior;
use crate::values::Values;

/// Rounds at most: usually five are enough.
const MAX_ROUNDS: u32 = 30;

/// A round that lowers the loss by less than this share is the last.
const ENOUGH: f64 = 1e-6;

/// Halvings of a step that leads too far.
const MAX_HALVINGS: u32 = 20;

/// What to fit to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// What the evaluation is to be near to.
    pub target: Target,
    /// How firmly a square's value is held where it was, beside the others of the piece: as if so many
    /// more even positions had said so.
    pub prior: f64,
}

/// How far the fit is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// The rounds so far.
    pub number: u32,
    /// The loss on what is learnt from.
    pub loss: f64,
    /// The loss on the games held out, if there are any.
    pub validation: Option<f64>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The values.
    pub values: Values,
    /// Each round, and what there was before.
    pub rounds: Vec<Round>,
}

/// Fits values to positions, from where they are, by steps of Gauss and Newton. The same positions give
/// the same values on any number of cores.
#[must_use]
pub fn fit(
    data: &Data,
    start: &Values,
    settings: Settings,
    tell: &mut (dyn FnMut(Round) + Send),
) -> Fit {
    let Settings { target, prior } = settings;
    let slope = 0.25 / target.scale;
    let prior = Prior {
        start,
        weight: prior * slope * slope,
    };
    let half = data.training.len() as f64 / 2.0;
    let cost_of = |values: &Values| {
        let loss = loss(&data.training, values, &target).unwrap_or(0.0);
        (loss, half * loss + prior.cost(values))
    };
    let mut values = start.clone();
    let mut rounds = Vec::new();
    let (mut loss_now, mut cost) = cost_of(&values);
    let mut is_done = false;
    for number in 0..=MAX_ROUNDS {
        let round = Round {
            number,
            loss: loss_now,
            validation: loss(&data.validation, &values, &target),
        };
        tell(round);
        rounds.push(round);
        if is_done {
            break;
        }
        let mut normal = Normal::of(&data.training, &values, &target);
        prior.add_to(&mut normal, &values);
        let Some((next, next_loss, next_cost)) = better(&values, &normal.step(), cost, cost_of)
        else {
            break;
        };
        is_done = cost - next_cost < ENOUGH * cost;
        (values, loss_now, cost) = (next, next_loss, next_cost);
    }
    Fit { values, rounds }
}

/// The values after a step, or after as small a part of it as it takes to lower the cost; with loss
/// and cost. Nothing if no part does.
fn better(
    values: &Values,
    step: &[f64],
    cost: f64,
    cost_of: impl Fn(&Values) -> (f64, f64),
) -> Option<(Values, f64, f64)> {
    (0..MAX_HALVINGS).find_map(|halvings| {
        let part = 0.5_f64.powi(halvings as i32);
        let moved = values.0.iter().zip(step);
        let next = Values(moved.map(|(value, step)| value + part * step).collect());
        let (next_loss, next_cost) = cost_of(&next);
        (next_cost < cost).then_some((next, next_loss, next_cost))
    })
}

#[cfg(test)]
mod tests {
    use chess::{PieceType, Square};

    use super::{Settings, fit};
    use crate::data::Data;
    use crate::loss::Target;
    use crate::testing::{planted, positions};
    use crate::values::{Phase, TEMPO, Values, place, slot};

    /// The present values with some changes.
    fn changed() -> Values {
        let mut values = Values::present();
        for square in Square::ALL {
            for (kind, phase, change) in [
                (PieceType::Knight, Phase::Middlegame, 60.0),
                (PieceType::Pawn, Phase::Endgame, 25.0),
                (PieceType::Queen, Phase::Middlegame, -80.0),
            ] {
                values.0[place(phase, slot(kind.index(), square.index()))] += change;
            }
        }
        values.0[place(Phase::Middlegame, slot(5, Square::G1.index()))] += 35.0;
        values.0[TEMPO] += 20.0;
        values
    }

    fn data(result_weight: f64) -> (Data, Settings) {
        let data = Data {
            training: planted(&positions(5000, 2), &changed(), 200.0),
            validation: planted(&positions(500, 3), &changed(), 200.0),
            ..Data::default()
        };
        let target = Target {
            result_weight,
            scale: 200.0,
        };
        (data, Settings { target, prior: 1.0 })
    }

    #[test]
    fn planted_values_are_found_again() {
        let (data, settings) = data(0.0);
        let fit = fit(&data, &Values::present(), settings, &mut |_| ());
        let mut worst = 0.0_f64;
        for record in &data.validation {
            // Where the sigmoid is flat nothing can be learnt.
            let planted = changed().evaluate(record);
            if planted.abs() < 600.0 {
                worst = worst.max((fit.values.evaluate(record) - planted).abs());
            }
        }
        assert!(worst < 12.0, "{worst}");
        assert!((fit.values.tempo() - changed().tempo()).abs() < 1.0);
        let last = fit.rounds.last().unwrap();
        assert!(last.validation.unwrap() < 1e-5, "{last:?}");
    }

    #[test]
    fn results_alone_lead_the_right_way_on_games_held_out() {
        let (data, mut settings) = data(1.0);
        settings.prior = 10_000.0;
        let fit = fit(&data, &Values::present(), settings, &mut |_| ());
        let [first, last] = [0, fit.rounds.len() - 1].map(|at| fit.rounds[at].validation.unwrap());
        assert!(last < first, "{first} {last}");
    }

    #[test]
    fn any_number_of_cores_gives_the_same_values() {
        let (mut data, settings) = data(0.5);
        data.training.truncate(700);
        let [one, three] = [1, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let work = || fit(&data, &Values::present(), settings, &mut |_| ());
            pool.build().unwrap().install(work)
        });
        assert_eq!(one, three);
    }

    #[test]
    fn a_firm_prior_moves_all_squares_of_a_piece_alike() {
        let (data, mut settings) = data(0.0);
        settings.prior = 1e9;
        let fit = fit(&data, &Values::present(), settings, &mut |_| ());
        let change = |square| {
            let of = |values: &Values| values.at(Phase::Middlegame, PieceType::Knight, square);
            of(&fit.values) - of(&Values::present())
        };
        assert!((change(Square::A8) - change(Square::F3)).abs() < 0.1);
    }
}
