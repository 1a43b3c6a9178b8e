//! The method: perturbations of the parameters, and steps by the results. It knows neither games nor
//! threads.

use game::Rng;

use crate::Plan;

/// The values of both sides of an iteration, in the order of the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perturbation {
    /// The values moved along the signs.
    pub plus: Vec<i32>,
    /// The values moved against them.
    pub minus: Vec<i32>,
}

/// The parameters' values after each iteration so far.
#[derive(Clone, Debug)]
pub struct Optimizer {
    plan: Plan,
    /// `trajectory[k]` is after `k` iterations.
    trajectory: Vec<Vec<f64>>,
}

impl Optimizer {
    /// At the start of a plan.
    pub fn new(plan: Plan) -> Self {
        let start = plan.parameters.iter().map(|p| f64::from(p.start));
        Self {
            trajectory: vec![start.collect()],
            plan,
        }
    }

    /// What is tuned, and how.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The number of iterations done.
    pub fn iteration(&self) -> u64 {
        self.trajectory.len() as u64 - 1
    }

    /// The values after each iteration, the start first.
    pub fn trajectory(&self) -> &[Vec<f64>] {
        &self.trajectory
    }

    /// The values now.
    pub fn values(&self) -> &[f64] {
        &self.trajectory[self.trajectory.len() - 1]
    }

    /// Whether an iteration can start: it is in the window.
    pub fn can_start(&self, iteration: u64) -> bool {
        iteration < (self.iteration() + self.plan.window).min(self.plan.iterations)
    }

    /// The values to compare in an iteration. Integers are rounded at random, both sides alike, so
    /// that perturbations below 1 have an effect, too.
    ///
    /// # Panics
    /// If the iteration cannot start yet.
    pub fn perturbation(&self, iteration: u64) -> Perturbation {
        assert!(self.can_start(iteration), "the iteration is in the window");
        let base = (iteration + 1).saturating_sub(self.plan.window);
        let base = usize::try_from(base).map_or(self.values(), |base| &self.trajectory[base]);
        let scale = (self.plan.gains).perturbation(iteration, self.plan.iterations);
        let mut rng = self.rng(iteration);
        let (mut plus, mut minus) = (Vec::new(), Vec::new());
        for (parameter, value) in self.plan.parameters.iter().zip(base) {
            let offset = sign(&mut rng) * scale * parameter.c_end;
            let rounding = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
            let round = |value: f64| (parameter.clamp(value) + rounding).floor() as i32;
            plus.push(round(value + offset));
            minus.push(round(value - offset));
        }
        Perturbation { plus, minus }
    }

    /// Ends the next iteration with its result: wins minus losses of the plus side.
    pub fn update(&mut self, result: f64) {
        let iteration = self.iteration();
        let scale = self.plan.gains.step(iteration, self.plan.iterations);
        let mut rng = self.rng(iteration);
        let values = self.plan.parameters.iter().zip(self.values());
        let values = values.map(|(parameter, value)| {
            let step = sign(&mut rng) * scale * parameter.c_end * result;
            // The number that the rounding took.
            rng.next_u64();
            parameter.clamp(value + step)
        });
        let values = values.collect();
        self.trajectory.push(values);
    }

    /// The random numbers of an iteration: a sign and a rounding for each parameter.
    fn rng(&self, iteration: u64) -> Rng {
        // Consecutive iterations must not have consecutive states: their numbers would overlap.
        let state = Rng::new(self.plan.seed).next_u64() ^ iteration;
        Rng::new(Rng::new(state).next_u64())
    }
}

fn sign(rng: &mut Rng) -> f64 {
    match rng.next_u64() >> 63 {
        0 => -1.0,
        _ => 1.0,
    }
}
