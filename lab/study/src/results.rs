//! What the games of a study say.

use arena::runner::Score;
use serde::{Deserialize, Serialize};
use stats::{Counts, Pentanomial, Performance, elo_of_score, holm, two_sided};

use crate::plan::{Contrast, Plan};

/// The two-sided 95 % quantile of the normal distribution.
const Z95: f64 = 1.96;

/// What an arm learned from with one seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArmData {
    /// The arm.
    pub arm: String,
    /// The seed.
    pub seed: u64,
    /// Games that positions were taken from.
    pub games: u64,
    /// Positions looked at.
    pub candidates: u64,
    /// Labels that there were.
    pub kept: u64,
    /// Labels that the network learned from.
    pub labels: u64,
    /// Of these, the share of positive scores among those that are not zero.
    pub positive: f64,
    /// The share beyond 100.
    pub far: f64,
}

/// The answer of a contrast over all seeds.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The question.
    pub contrast: Contrast,
    /// Whether Holm's correction covers it.
    pub is_primary: bool,
    /// The pairs of each seed.
    pub seeds: Vec<(u64, Pentanomial)>,
    /// The mean score of the first side.
    pub score: f64,
    /// The standard error of the score: that of the pairs, or that of the seeds if it is larger.
    pub error: f64,
    /// The probability of a score this far from one half if both were equal.
    pub probability: f64,
    /// The same, corrected for the number of primary contrasts.
    pub adjusted: f64,
}

/// All answers.
#[derive(Clone, Debug)]
pub struct Results {
    /// By contrast, as in the plan.
    pub findings: Vec<Finding>,
}

impl Results {
    /// From the scores of each contrast by seed, in the plan's order. Contrasts without games are left out.
    #[must_use]
    pub fn new(plan: &Plan, scores: &[Vec<(u64, Score)>]) -> Self {
        let played = plan.contrasts.iter().zip(scores);
        let mut findings: Vec<Finding> = played
            .filter(|(_, scores)| !scores.is_empty())
            .map(|(contrast, scores)| Finding::new(contrast, plan.is_primary(contrast), scores))
            .collect();
        let of_primary = |finding: &Finding| match finding.is_primary {
            true => finding.probability,
            false => f64::NAN,
        };
        let adjusted = holm(&findings.iter().map(of_primary).collect::<Vec<_>>());
        for (finding, adjusted) in findings.iter_mut().zip(adjusted) {
            finding.adjusted = adjusted;
        }
        Self { findings }
    }
}

impl Finding {
    fn new(contrast: &Contrast, is_primary: bool, scores: &[(u64, Score)]) -> Self {
        let seeds: Vec<(u64, Pentanomial)> = scores
            .iter()
            .map(|(seed, score)| (*seed, score.pairs()))
            .collect();
        let all = scores
            .iter()
            .fold(Score::default(), |sum, (_, score)| sum.plus(*score));
        let all = all.pairs();
        let Performance {
            score, variance, ..
        } = Performance::of(&all);
        let of_pairs = (variance / all.total().max(1) as f64).sqrt();
        let by_seed: Vec<f64> = seeds
            .iter()
            .map(|(_, pairs)| Performance::of(pairs).score)
            .collect();
        let error = of_pairs.max(standard_error(&by_seed));
        let probability = match error > 0.0 {
            true => two_sided((score - 0.5) / error),
            // All pairs ended alike: as likely as that many equal throws of a coin.
            false if score == 0.5 => 1.0,
            false => 2.0 * 0.5_f64.powi(i32::try_from(all.total()).unwrap_or(i32::MAX)),
        };
        Self {
            contrast: contrast.clone(),
            is_primary,
            seeds,
            score,
            error,
            probability: probability.min(1.0),
            adjusted: f64::NAN,
        }
    }

    /// The pairs of all seeds.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.seeds.iter().map(|(_, pairs)| pairs.total()).sum()
    }

    /// Elo with the ends of its 95 % interval.
    #[must_use]
    pub fn elo(&self) -> [f64; 3] {
        let away = Z95 * self.error;
        [self.score, self.score - away, self.score + away].map(elo_of_score)
    }

    /// Whether the question is answered: by the corrected probability if it is primary, and otherwise by
    /// nothing but its own.
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        const BOUND: f64 = 0.05;
        let probability = match self.is_primary {
            true => self.adjusted,
            false => self.probability,
        };
        match probability < BOUND {
            true if self.score > 0.5 => "stronger",
            true => "weaker",
            false => "not separated",
        }
    }
}

/// The standard error of a mean; 0 if a single value tells nothing about it.
fn standard_error(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    if values.len() < 2 {
        return 0.0;
    }
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / (count - 1.0) / count).sqrt()
}

#[cfg(test)]
mod tests {
    use arena::runner::Score;

    use super::Results;
    use crate::plan::Plan;

    const PLAN: &str = r#"
name = "three"
question = "?"
seeds = [1, 2]
games = ["games=1"]
[arms.a]
[arms.b]
[[contrasts]]
name = "large"
first = "a"
second = "b"
nodes = 1
games = 2
primary = true
[[contrasts]]
name = "none"
first = "a"
second = "psqt"
nodes = 1
games = 2
primary = true
[[contrasts]]
name = "aside"
first = "b"
second = "psqt"
nodes = 1
games = 2
"#;

    /// Pairs that were won, shared and lost.
    fn score(won: u64, shared: u64, lost: u64) -> Score {
        let mut score = Score::default();
        score.table[2][2] = won;
        score.table[1][1] = shared;
        score.table[0][0] = lost;
        score
    }

    #[test]
    fn primary_contrasts_share_the_error_and_seeds_widen_it() {
        let plan = Plan::parse(PLAN).unwrap();
        let scores = [
            vec![(1, score(60, 20, 20)), (2, score(62, 18, 20))],
            vec![(1, score(30, 40, 30)), (2, score(31, 40, 29))],
            vec![(1, score(90, 10, 0)), (2, score(30, 0, 70))],
        ];
        let results = Results::new(&plan, &scores);
        let [large, none, aside] = &results.findings[..] else {
            panic!("three findings");
        };
        assert_eq!(large.verdict(), "stronger");
        assert!((large.adjusted - 2.0 * large.probability).abs() < 1e-12);
        let [elo, low, high] = large.elo();
        assert!(low > 0.0 && low < elo && elo < high);
        assert_eq!(none.verdict(), "not separated");
        assert_eq!(none.pairs(), 200);
        // The seeds disagree: many pairs of two networks are still two networks.
        assert!(aside.error > 0.2 && aside.adjusted.is_nan());
        assert_eq!(aside.verdict(), "not separated");
    }

    #[test]
    fn one_sided_results_are_as_likely_as_throws_of_a_coin() {
        let plan = Plan::parse(PLAN).unwrap();
        let scores = [
            vec![(1, score(10, 0, 0))],
            vec![(1, score(0, 5, 0))],
            Vec::new(),
        ];
        let results = Results::new(&plan, &scores);
        assert_eq!(results.findings.len(), 2);
        assert!((results.findings[0].probability - 2.0 / 1024.0).abs() < 1e-12);
        assert!((results.findings[1].probability - 1.0).abs() < 1e-12);
    }
}
