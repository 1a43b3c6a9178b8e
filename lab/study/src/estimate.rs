//! How long a study takes, roughly.

use std::time::Duration;

use crate::plan::{Contrast, Plan};

/// Plies of a game.
const PLIES: f64 = 110.0;
/// Nodes a second of a core in self-play and matches with small networks.
const NODES_A_SECOND: f64 = 500_000.0;
/// Nodes beyond a soft limit, and of an opening's verification, as a factor.
const SOFT: f64 = 1.6;
/// Children of a position.
const CHILDREN: f64 = 32.0;
/// Candidates a second of a core at depth 3; a ply more takes twice as long.
const CANDIDATES_A_SECOND: f64 = 25_000.0;
const DEPTH: i32 = 3;
/// Positions a second that a core trains, with 128 neurons.
const TRAINED_A_SECOND: f64 = 250_000.0;
const NEURONS: f64 = 128.0;
/// Seconds of a game on the clock per second of base time and of increment, for both sides together.
const CLOCK: [f64; 2] = [1.8, 100.0];

/// Seconds of a core by step, for the whole study.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    /// Self-play.
    pub games: f64,
    /// Selection.
    pub datasets: f64,
    /// Training.
    pub training: f64,
    /// Matches.
    pub matches: f64,
}

impl Estimate {
    /// From the sizes of a plan. Games of files are not counted.
    #[must_use]
    pub fn of(plan: &Plan) -> Self {
        let mut sum = Self::default();
        let mut sources: Vec<Vec<String>> = Vec::new();
        for arm in plan.arms.values() {
            let words = plan.games_of(arm);
            let positions = number(&words, "games", 0.0) * PLIES;
            if arm.files.is_empty() && !sources.contains(&words) {
                sum.games += positions * number(&words, "nodes", 5000.0) * SOFT / NODES_A_SECOND;
                sources.push(words);
            }
            let words = plan.dataset_of(arm);
            let is_expanded = words.iter().any(|word| word == "expand");
            let candidates = positions * if is_expanded { CHILDREN } else { 1.0 };
            if !arm.played {
                let deeper = number(&words, "search-depth", 3.0) as i32 - DEPTH;
                sum.datasets += candidates * 2.0_f64.powi(deeper) / CANDIDATES_A_SECOND;
            }
            let train = arm.train.clone().or(plan.train.clone()).resolve();
            let labels = plan.labels.map_or(candidates, |labels| labels as f64);
            let speed = TRAINED_A_SECOND * NEURONS / train.width as f64;
            sum.training += labels * train.epochs / speed;
        }
        let seconds = |contrast: &Contrast| {
            let game = match (contrast.nodes, contrast.tc) {
                (_, Some(clock)) => {
                    CLOCK[0] * clock.time.as_secs_f64() + CLOCK[1] * clock.increment.as_secs_f64()
                }
                (nodes, None) => PLIES * nodes.unwrap_or_default() as f64 / NODES_A_SECOND,
            };
            contrast.games as f64 * game
        };
        sum.matches = plan.contrasts.iter().map(seconds).sum();
        sum.times(plan.seeds.len() as f64)
    }

    fn times(self, factor: f64) -> Self {
        Self {
            games: factor * self.games,
            datasets: factor * self.datasets,
            training: factor * self.training,
            matches: factor * self.matches,
        }
    }

    /// The whole, on so many cores.
    #[must_use]
    pub fn total(self, cores: usize) -> Duration {
        let all = self.games + self.datasets + self.training + self.matches;
        Duration::from_secs_f64(all / cores.max(1) as f64)
    }
}

/// The value of an option.
fn number(words: &[String], name: &str, default: f64) -> f64 {
    let value = |word: &String| word.strip_prefix(name)?.strip_prefix('=')?.parse().ok();
    words.iter().find_map(value).unwrap_or(default)
}
