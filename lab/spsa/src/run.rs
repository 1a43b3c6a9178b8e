//! A run: the results of its pairs so far, and the values that follow from them.

use crate::{Optimizer, Perturbation, Plan};

/// The half points of a pair that was won twice.
pub const MAX_HALF_POINTS: u8 = 4;

/// A pair without a result, in text.
const UNPLAYED: char = '.';

/// One pair to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The pair's number, from zero.
    pub pair: u64,
    /// The values of both sides.
    pub values: Perturbation,
}

/// A plan and the results so far.
#[derive(Clone, Debug)]
pub struct Run {
    optimizer: Optimizer,
    /// The half points of the plus side in each pair.
    results: Vec<Option<u8>>,
    /// Whether a pair is played or being played.
    is_taken: Vec<bool>,
}

impl Run {
    /// A new run.
    pub fn new(plan: Plan) -> Self {
        Self {
            optimizer: Optimizer::new(plan),
            results: Vec::new(),
            is_taken: Vec::new(),
        }
    }

    /// A run with the results that [`Run::results`] wrote; `None` if the text is damaged.
    pub fn resume(plan: Plan, results: &str) -> Option<Self> {
        let mut run = Self::new(plan);
        for (pair, digit) in (0..).zip(results.chars()) {
            if digit == UNPLAYED {
                continue;
            }
            let half_points = u8::try_from(digit.to_digit(10)?).ok()?;
            let is_valid = half_points <= MAX_HALF_POINTS && run.is_open(pair);
            is_valid.then(|| run.record(pair, half_points))?;
        }
        Some(run)
    }

    /// The half points of the plus side in each pair as digits, a dot for a pair without a result.
    pub fn results(&self) -> String {
        let digit = |result: &Option<u8>| result.map_or(UNPLAYED, |points| (b'0' + points).into());
        self.results.iter().map(digit).collect()
    }

    /// The half points of the pairs that have been played.
    pub fn played(&self) -> impl Iterator<Item = u8> {
        self.results.iter().copied().flatten()
    }

    /// What is tuned, and how.
    pub const fn plan(&self) -> &Plan {
        self.optimizer.plan()
    }

    /// The values so far.
    pub const fn optimizer(&self) -> &Optimizer {
        &self.optimizer
    }

    /// Whether all iterations are done.
    pub fn is_complete(&self) -> bool {
        self.optimizer.iteration() == self.plan().iterations
    }

    /// Whether a pair belongs to an iteration that can start or has started.
    fn is_open(&self, pair: u64) -> bool {
        self.optimizer.can_start(pair / self.plan().pairs)
    }

    /// The next pair to play; `None` while others must end first, and at the end.
    pub fn next_trial(&mut self) -> Option<Trial> {
        let first = self.optimizer.iteration() * self.plan().pairs;
        let mut pair = first;
        while self.is_taken(pair) {
            pair += 1;
        }
        if !self.is_open(pair) {
            return None;
        }
        self.take(pair);
        Some(Trial {
            pair,
            values: self.optimizer.perturbation(pair / self.plan().pairs),
        })
    }

    fn is_taken(&self, pair: u64) -> bool {
        let index = usize::try_from(pair).ok();
        index.and_then(|index| self.is_taken.get(index)) == Some(&true)
    }

    fn take(&mut self, pair: u64) -> usize {
        let index = usize::try_from(pair).expect("fewer pairs than memory");
        if self.results.len() <= index {
            self.results.resize(index + 1, None);
            self.is_taken.resize(index + 1, false);
        }
        self.is_taken[index] = true;
        index
    }

    /// Counts a pair: the half points of the plus side, 0 to 4. Iterations end in their order.
    pub fn record(&mut self, pair: u64, half_points: u8) {
        let index = self.take(pair);
        self.results[index] = Some(half_points);
        while let Some(result) = self.next_result() {
            self.optimizer.update(result);
        }
    }

    /// The result of the first iteration that has not ended, if all its pairs are played.
    fn next_result(&self) -> Option<f64> {
        if self.is_complete() {
            return None;
        }
        let pairs = usize::try_from(self.plan().pairs).ok()?;
        let first = usize::try_from(self.optimizer.iteration()).ok()? * pairs;
        let results = self.results.get(first..first + pairs)?;
        let even = f64::from(MAX_HALF_POINTS) / 2.0;
        let difference = |points: &Option<u8>| Some(f64::from((*points)?) - even);
        results.iter().map(difference).sum()
    }
}
