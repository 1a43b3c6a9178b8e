//! The dataset of quiet positions: Algorithm 1 of "Study of the Proper NNUE Dataset" (Tan and
//! Watkinson Medina).
//!
//! From the games that are given, every position is a candidate, or, with
//! [`Settings::expand`], every position that a legal move leads to. A candidate is kept if nobody
//! is in check, the static evaluation is near the quiescence search's score and near the search's
//! score: then nothing is about to happen that the evaluation would have to know by heart.
//! Candidates are tested from cheap to dear, and each position once.

mod balance;
mod candidates;
mod examples;
mod fit;
mod page;
mod quiet;
mod report;
mod statistics;

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};

use chess::{Chess, Position};
use game::{Evaluator, Rng};
use records::{Game, GameResult, Record};
use serde::Serialize;

use crate::ordered::ordered;
use crate::player::{for_white, stored};

pub use balance::{Balance, Counts};
pub use examples::{Example, Examples};
pub use fit::fitted_scale;
pub use quiet::{Judge, Judgement, Label, Margins, Reason, Scores, SearchLimit};
pub use report::{html, json};
pub use statistics::Statistics;

use candidates::{Candidates, Selected};

/// How a dataset is made.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Settings {
    /// Whether every legal move from each position of the games is tried.
    pub expand: bool,
    /// How far the scores may be apart.
    pub margins: Margins,
    /// How long a position is searched.
    pub search: SearchLimit,
    /// Which score is kept.
    pub label: Label,
    /// Whether positions that came before are left out.
    pub deduplicate: bool,
    /// Whether the positions kept are thinned out until they are balanced.
    pub balance: bool,
    /// How many positions there may be at most.
    pub cap: Option<usize>,
    /// For the order of the positions and for thinning out.
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

/// The positions, and how they came about.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// The positions, shuffled.
    pub records: Vec<Record>,
    /// Counts over everything that was kept, before it was thinned out.
    pub statistics: Statistics,
    /// The balance of the records.
    pub balance: Counts,
    /// Some positions of each kind.
    pub examples: Examples,
}

/// What some games brought.
#[derive(Default)]
struct Harvest {
    records: Vec<Record>,
    statistics: Statistics,
    examples: Examples,
}

/// Makes a dataset from games, on a thread for each judge. `progress` is told the counts so far
/// now and then; setting `stop` ends with the games that were begun.
pub fn build<E: Evaluator<Chess>>(
    settings: &Settings,
    judges: Vec<Judge<E>>,
    games: impl Iterator<Item = Game> + Send,
    stop: &AtomicBool,
    mut progress: impl FnMut(&Statistics),
) -> Dataset {
    let games = games.take_while(|_| !stop.load(Ordering::Relaxed));
    let candidates = Candidates::new(games, settings);
    let mut rng = Rng::new(settings.seed);
    let mut dataset = Dataset {
        records: Vec::new(),
        statistics: Statistics::default(),
        balance: Counts::default(),
        examples: Examples::default(),
    };
    let Ok(()) = ordered(
        judges,
        candidates,
        |judge, selected| harvest(judge, &selected, settings),
        |harvest| -> Result<(), Infallible> {
            dataset.records.extend_from_slice(&harvest.records);
            dataset.statistics.merge(&harvest.statistics);
            dataset.examples.merge(harvest.examples, &mut rng);
            progress(&dataset.statistics);
            Ok(())
        },
    );
    if settings.balance {
        balance::thin_out(&mut dataset.records, &mut rng);
    }
    balance::shuffle(&mut dataset.records, &mut rng);
    if let Some(cap) = settings.cap {
        dataset.records.truncate(cap);
    }
    dataset.balance = Counts::of(&dataset.records);
    dataset
}

/// Tests the candidates of some games.
fn harvest<E: Evaluator<Chess>>(
    judge: &mut Judge<E>,
    games: &[Selected],
    settings: &Settings,
) -> Harvest {
    judge.forget();
    let mut harvest = Harvest::default();
    for selected in games {
        harvest.statistics.games += 1;
        harvest.statistics.duplicates += selected.duplicates;
        let group = selected.game.group();
        let result = match settings.expand {
            // The game did not go there.
            true => GameResult::Unknown,
            false => selected.game.result,
        };
        selected.visit(|position| {
            let judgement = judge.judge(position);
            if let Some(score) = harvest.note(position, &judgement, settings.label) {
                let record = Record::new(position, score, result).in_group(group);
                harvest.statistics.keep(position, &record);
                harvest.records.push(record);
            }
        });
    }
    harvest
}

impl Harvest {
    /// Counts a candidate, and gives its score from white's view if it is kept.
    fn note(&mut self, position: &Position, judgement: &Judgement, label: Label) -> Option<i16> {
        self.examples.offer(position, judgement);
        self.statistics.count(judgement.dropped);
        let score = for_white(judgement.scores.of(label), position.side_to_move());
        judgement.dropped.is_none().then(|| stored(score))
    }
}

#[cfg(test)]
mod tests;
