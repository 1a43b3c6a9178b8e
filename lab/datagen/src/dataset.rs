//! The dataset of quiet positions: Algorithm 1 of "Study of the Proper NNUE Dataset" (Tan and
//! Watkinson Medina).
//!
//! Candidates are all positions of the games or, with [`Settings::expand`], all their children. A
//! candidate is kept if the side to move is not in check and the static evaluation is close to both
//! the quiescence score and the search score: the position is quiet. Candidates are deduplicated, and
//! the cheap tests come first.

mod balance;
mod candidates;
mod examples;
mod fit;
mod page;
mod quiet_filter;
mod report;
mod statistics;

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};

use game::{Codes, Dense, Evaluator, Position, Rng};
use records::{Game, GameResult, Record};
use serde::Serialize;

use crate::parallel::parallel_in_order;
use crate::player::{to_i16, white_relative};

pub use balance::{Balance, ScoreCounts};
pub use examples::{Example, Examples};
pub use fit::fit_logistic_scale;
pub use quiet_filter::{
    Classification, DropReason, Label, Margins, QuietFilter, Scores, SearchLimit,
};
pub use report::{html, json};
pub use statistics::Statistics;

use candidates::{Candidates, GameCandidates};

/// Settings of a dataset.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Settings {
    /// Whether the candidates are all children of the games' positions.
    pub expand: bool,
    /// The largest differences between the scores.
    pub margins: Margins,
    /// The search limit of a position.
    pub search: SearchLimit,
    /// Which score becomes the label.
    pub label: Label,
    /// Whether duplicate positions are dropped.
    pub deduplicate: bool,
    /// Whether the kept positions are rebalanced.
    pub balance: bool,
    /// The largest number of positions.
    pub cap: Option<usize>,
    /// The seed of shuffling and rebalancing.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            expand: false,
            margins: Margins::default(),
            search: SearchLimit::Depth(3),
            label: Label::Search,
            deduplicate: true,
            balance: false,
            cap: None,
            seed: 1,
        }
    }
}

/// The positions, with statistics.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// The positions, shuffled.
    pub records: Vec<Record>,
    /// Counts over everything that was kept, before rebalancing.
    pub statistics: Statistics,
    /// Score counts of the records.
    pub balance: ScoreCounts,
    /// Example positions of each kind.
    pub examples: Examples,
}

/// The output of a batch of games.
#[derive(Default)]
struct BatchOutput {
    records: Vec<Record>,
    statistics: Statistics,
    examples: Examples,
}

/// Builds a dataset from games, with one thread per filter. `progress` gets the counts after each
/// batch; setting `stop` finishes the games in progress.
pub fn build<R: Codes, E: Evaluator<R>>(
    settings: &Settings,
    filters: Vec<QuietFilter<R, E>>,
    games: impl Iterator<Item = Game<R>> + Send,
    stop: &AtomicBool,
    mut progress: impl FnMut(&Statistics),
) -> Dataset {
    let games = games.take_while(|_| !stop.load(Ordering::Relaxed));
    let candidates = Candidates::new(games, settings);
    let mut rng = Rng::new(settings.seed);
    let mut dataset = Dataset {
        records: Vec::new(),
        statistics: Statistics::default(),
        balance: ScoreCounts::default(),
        examples: Examples::default(),
    };
    let Ok(()) = parallel_in_order(
        filters,
        candidates,
        |filter, games| process_batch(filter, &games, settings),
        |output| -> Result<(), Infallible> {
            dataset.records.extend_from_slice(&output.records);
            dataset.statistics.merge(&output.statistics);
            dataset.examples.merge(output.examples, &mut rng);
            progress(&dataset.statistics);
            Ok(())
        },
    );
    if settings.balance {
        balance::rebalance(&mut dataset.records, &mut rng);
    }
    balance::shuffle(&mut dataset.records, &mut rng);
    if let Some(cap) = settings.cap {
        dataset.records.truncate(cap);
    }
    dataset.balance = ScoreCounts::of(&dataset.records);
    dataset
}

/// Classifies the candidates of a batch of games.
fn process_batch<R: Codes, E: Evaluator<R>>(
    filter: &mut QuietFilter<R, E>,
    games: &[GameCandidates<R>],
    settings: &Settings,
) -> BatchOutput {
    filter.clear();
    let mut output = BatchOutput::default();
    for candidates in games {
        output.statistics.games += 1;
        output.statistics.duplicates += candidates.duplicates;
        let group = candidates.game.group();
        let result = match settings.expand {
            // The game did not go there.
            true => GameResult::Unknown,
            false => candidates.game.result,
        };
        candidates.visit(|position| {
            let classification = filter.classify(position);
            if let Some(score) = output.add::<R>(position, &classification, settings.label) {
                let record = Record::new::<R>(position, score, result).in_group(group);
                output.statistics.keep::<R>(position, &record);
                output.records.push(record);
            }
        });
    }
    output
}

impl BatchOutput {
    /// Counts a candidate, and returns its white-relative score if it is kept.
    fn add<R: Codes>(
        &mut self,
        position: &R::Position,
        classification: &Classification,
        label: Label,
    ) -> Option<i16> {
        self.examples.offer::<R>(position, classification);
        self.statistics.count(classification.dropped);
        let score = white_relative(
            classification.scores.of(label),
            position.side_to_move().index(),
        );
        classification.dropped.is_none().then(|| to_i16(score))
    }
}

#[cfg(test)]
mod tests;
