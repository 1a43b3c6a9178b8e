//! The Gauss-Newton iteration with step halving.

use crate::data::Data;
use crate::gauss_newton::NormalEquations;
use crate::loss::{Target, loss};
use crate::prior::Prior;
use crate::values::Values;
use evaluation::Tunable;

/// Usually five iterations are enough.
const MAX_ITERATIONS: u32 = 30;

/// Converged when an iteration lowers the cost by less than this share.
const TOLERANCE: f64 = 1e-6;

/// Halvings of a step that overshoots.
const MAX_HALVINGS: u32 = 20;

/// The objective of the fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The target of the evaluation.
    pub target: Target,
    /// The strength of the regularization of a square's value relative to the piece's other squares,
    /// in positions with an even score.
    pub prior: f64,
}

/// The progress of the fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iteration {
    /// Iterations done; 0 for the start values.
    pub number: u32,
    /// The training loss.
    pub loss: f64,
    /// The validation loss, on the games held out, if there are any.
    pub validation: Option<f64>,
}

/// The result of the fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The best that were found, not yet rounded.
    pub values: Values,
    /// All iterations, the start values first.
    pub iterations: Vec<Iteration>,
}

impl Fit {
    /// What the values were made of, for their source.
    pub fn origin(&self, data: &Data, settings: &Settings) -> String {
        let (positions, games) = (data.training.len(), data.games[0]);
        let Target {
            result_weight,
            scale,
        } = settings.target;
        let mut text = format!(
            "Made of {positions} positions of {games} games: scale {scale:.1}, weight of results \
             {result_weight},\nprior {}",
            settings.prior
        );
        let losses = [self.iterations.first(), self.iterations.last()]
            .map(|iteration| iteration.and_then(|iteration| iteration.validation));
        if let [Some(before), Some(after)] = losses {
            text += &format!(", loss on games held out {before:.6} before and {after:.6} after");
        }
        text + "."
    }
}

/// Fits values to positions by Gauss-Newton steps from the start values. The result is the same on any
/// number of cores.
pub fn fit<R: Tunable>(
    data: &Data,
    start: &Values,
    settings: Settings,
    report: &mut (dyn FnMut(Iteration) + Send),
) -> Fit {
    let Settings { target, prior } = settings;
    let slope = 0.25 / target.scale;
    let prior = Prior {
        start,
        weight: prior * slope * slope,
        squares: R::squares(),
        kinds: R::KINDS.len(),
    };
    let half = data.training.len() as f64 / 2.0;
    let cost_of = |values: &Values| {
        let loss = loss(&data.training, values, &target).unwrap_or(0.0);
        (loss, half * loss + prior.cost(values))
    };
    let mut values = start.clone();
    let mut iterations = Vec::new();
    let (mut loss_now, mut cost) = cost_of(&values);
    let mut is_done = false;
    for number in 0..=MAX_ITERATIONS {
        let iteration = Iteration {
            number,
            loss: loss_now,
            validation: loss(&data.validation, &values, &target),
        };
        report(iteration);
        iterations.push(iteration);
        if is_done {
            break;
        }
        let mut equations = NormalEquations::of(&data.training, &values, &target);
        prior.add_to(&mut equations, &values);
        let step = equations.step();
        let Some((next, next_loss, next_cost)) =
            step.and_then(|step| line_search(&values, &step, cost, cost_of))
        else {
            break;
        };
        is_done = cost - next_cost < TOLERANCE * cost;
        (values, loss_now, cost) = (next, next_loss, next_cost);
    }
    Fit { values, iterations }
}

/// Halves a step until it lowers the cost; gives the values, loss and cost after it. `None` if no
/// fraction of the step lowers the cost.
fn line_search(
    values: &Values,
    step: &[f64],
    cost: f64,
    cost_of: impl Fn(&Values) -> (f64, f64),
) -> Option<(Values, f64, f64)> {
    (0..MAX_HALVINGS).find_map(|halvings| {
        let fraction = 0.5_f64.powi(halvings as i32);
        let moved = values.0.iter().zip(step);
        let next = Values(moved.map(|(value, step)| value + fraction * step).collect());
        let (next_loss, next_cost) = cost_of(&next);
        (next_cost < cost).then_some((next, next_loss, next_cost))
    })
}

#[cfg(test)]
mod tests {
    use chess::{Chess, PieceType, Square};

    use super::{Fit, Settings};
    use crate::data::Data;
    use crate::loss::Target;
    use crate::test_data::{labeled, positions};
    use crate::values::{Phase, Values, tempo_index, value_index};
    use evaluation::Tunable;

    fn slot(kind: usize, square: usize) -> usize {
        Chess::slot(kind, square)
    }

    fn fit(data: &Data, settings: Settings) -> Fit {
        super::fit::<Chess>(data, &Values::current::<Chess>(), settings, &mut |_| ())
    }

    /// The current values with some changes.
    fn changed() -> Values {
        let mut values = Values::current::<Chess>();
        for square in Square::ALL {
            for (kind, phase, change) in [
                (PieceType::Knight, Phase::Middlegame, 60.0),
                (PieceType::Pawn, Phase::Endgame, 25.0),
                (PieceType::Queen, Phase::Middlegame, -80.0),
            ] {
                values.0[value_index(phase, slot(kind.index(), square.index()))] += change;
            }
        }
        values.0[value_index(Phase::Middlegame, slot(5, Square::G1.index()))] += 35.0;
        let tempo = tempo_index(&values.0);
        values.0[tempo] += 20.0;
        values
    }

    fn data(result_weight: f64) -> (Data, Settings) {
        let data = Data {
            training: labeled(&positions(5000, 2), &changed(), 200.0),
            validation: labeled(&positions(500, 3), &changed(), 200.0),
            ..Data::default()
        };
        let target = Target {
            result_weight,
            scale: 200.0,
        };
        (data, Settings { target, prior: 1.0 })
    }

    #[test]
    fn known_values_are_recovered() {
        let (data, settings) = data(0.0);
        let fit = fit(&data, settings);
        let mut worst = 0.0_f64;
        for sample in &data.validation {
            // Where the sigmoid saturates there is no gradient.
            let known = sample.evaluate(&changed());
            if known.abs() < 600.0 {
                worst = worst.max((sample.evaluate(&fit.values) - known).abs());
            }
        }
        assert!(worst < 12.0, "{worst}");
        assert!((fit.values.tempo() - changed().tempo()).abs() < 1.0);
        let last = fit.iterations.last().unwrap();
        assert!(last.validation.unwrap() < 1e-5, "{last:?}");
    }

    #[test]
    fn results_alone_lower_the_validation_loss() {
        let (data, mut settings) = data(1.0);
        settings.prior = 10_000.0;
        let fit = fit(&data, settings);
        let [first, last] =
            [0, fit.iterations.len() - 1].map(|at| fit.iterations[at].validation.unwrap());
        assert!(last < first, "{first} {last}");
    }

    #[test]
    fn any_number_of_cores_gives_the_same_values() {
        let (mut data, settings) = data(0.5);
        data.training.truncate(700);
        let [one, three] = [1, 3].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let work = || fit(&data, settings);
            pool.build().unwrap().install(work)
        });
        assert_eq!(one, three);
    }

    #[test]
    fn a_strong_prior_moves_all_squares_of_a_piece_alike() {
        let (data, mut settings) = data(0.0);
        settings.prior = 1e9;
        let fit = fit(&data, settings);
        let change = |square: usize| {
            let slot = slot(PieceType::Knight.index(), square);
            let of = |values: &Values| values.at(Phase::Middlegame, slot);
            of(&fit.values) - of(&Values::current::<Chess>())
        };
        assert!((change(Square::A8.index()) - change(Square::F3.index())).abs() < 0.1);
    }
}
