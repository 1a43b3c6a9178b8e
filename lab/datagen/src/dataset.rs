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
mod key_set;
mod page;
mod quiet_filter;
mod removal;
mod report;
mod rook;
mod statistics;
mod store;

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

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
pub use report::{html, json, shares_line};
pub use rook::{PAPER_ROOK, rook_value};
pub use statistics::Statistics;

use balance::Quota;
use candidates::{Candidates, GameCandidates};
use removal::without_a_piece;
use store::{Shuffled, Store};

/// What a record takes in memory that may have just doubled.
const BYTES_OF_A_RECORD: usize = 2 * size_of::<Record>();

/// What is done about the paper's targets for the balance of scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Balancing {
    /// Nothing: Algorithm 1 as it is printed.
    #[default]
    Literal,
    /// Positions are dropped until the targets are met.
    Drop,
    /// Positions with a piece fewer are added, as far as they help.
    Add,
}

/// Settings of a dataset.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Settings {
    /// Whether the candidates are all children of the games' positions.
    pub expand: bool,
    /// Plies of a game after whose positions only captures, promotions and checks are candidates.
    pub critical_plies: u32,
    /// Whether positions in check are dropped.
    pub check_filter: bool,
    /// The largest differences between the scores.
    pub margins: Margins,
    /// The search limit of a position.
    pub search: SearchLimit,
    /// Which score becomes the label.
    pub label: Label,
    /// Whether duplicate positions are dropped.
    pub deduplicate: bool,
    /// The largest absolute label.
    pub max_score: Option<i32>,
    /// What is done about the balance of scores.
    pub balance: Balancing,
    /// The largest number of positions.
    pub cap: Option<usize>,
    /// The seed of shuffling and rebalancing.
    pub seed: u64,
    /// Bytes of memory for keys and records; what is more goes to temporary files.
    #[serde(skip)]
    pub memory: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            expand: false,
            critical_plies: 0,
            check_filter: true,
            margins: Margins::default(),
            search: SearchLimit::Depth(3),
            label: Label::Search,
            deduplicate: true,
            max_score: None,
            balance: Balancing::Literal,
            cap: None,
            seed: 1,
            memory: 1 << 32,
        }
    }
}

/// What was selected.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// Counts over everything that was kept, before rebalancing.
    pub statistics: Statistics,
    /// Score counts of the records that were written.
    pub balance: ScoreCounts,
    /// How many of them were added for the balance.
    pub added: u64,
    /// Example positions of each kind.
    pub examples: Examples,
}

impl Dataset {
    /// How many records were written.
    #[must_use]
    pub const fn written(&self) -> u64 {
        self.balance.total()
    }
}

/// The output of a batch of games.
#[derive(Default)]
struct BatchOutput {
    records: Vec<Record>,
    /// With a piece fewer than a record.
    far: Vec<Record>,
    statistics: Statistics,
    examples: Examples,
}

/// Selects positions of games with one thread per filter, and writes them in random order. `progress`
/// gets the counts after each batch; setting `stop` finishes the games in progress.
///
/// # Errors
/// If `out` or a temporary file cannot be written.
pub fn build<R: Codes, E: Evaluator<R>>(
    settings: &Settings,
    filters: Vec<QuietFilter<R, E>>,
    games: impl Iterator<Item = Game<R>> + Send,
    stop: &AtomicBool,
    out: &mut impl Write,
    mut progress: impl FnMut(&Statistics),
) -> io::Result<Dataset> {
    let games = games.take_while(|_| !stop.load(Ordering::Relaxed));
    let no_keys = Mutex::default();
    let candidates = Candidates::new(games, settings, &no_keys);
    let mut rng = Rng::new(settings.seed);
    let limit = settings.memory / 2 / BYTES_OF_A_RECORD;
    let (mut kept, mut far) = (Store::new(limit), Store::new(limit));
    let (mut statistics, mut examples) = (Statistics::default(), Examples::default());
    parallel_in_order(
        filters,
        candidates,
        |filter, games| process_batch(filter, &games, settings),
        |output| {
            kept.add(&output.records, &mut rng)?;
            far.add(&output.far, &mut rng)?;
            statistics.merge(&output.statistics);
            examples.merge(output.examples, &mut rng);
            progress(&statistics);
            Ok::<_, io::Error>(())
        },
    )?;
    let no_keys = no_keys.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = no_keys {
        return Err(error);
    }
    let mut output = Output {
        out,
        rng,
        most: settings.cap.unwrap_or(usize::MAX) as u64,
        balance: ScoreCounts::default(),
        added: 0,
    };
    output.write(settings.balance, kept, far)?;
    Ok(Dataset {
        statistics,
        balance: output.balance,
        added: output.added,
        examples,
    })
}

/// The records on their way out.
struct Output<'a, W> {
    out: &'a mut W,
    rng: Rng,
    /// How many may be written.
    most: u64,
    balance: ScoreCounts,
    added: u64,
}

impl<W: Write> Output<'_, W> {
    /// Writes the kept records that are wanted, and as many far ones as the balance lacks.
    fn write(&mut self, balancing: Balancing, kept: Store, far: Store) -> io::Result<()> {
        let (wanted, missing) = match balancing {
            Balancing::Literal => (kept.counts, ScoreCounts::default()),
            Balancing::Drop => (kept.counts.balanced_subset(), ScoreCounts::default()),
            Balancing::Add => (kept.counts, kept.counts.missing_far(&far.counts)),
        };
        let mut wanted = Quota::new(wanted, kept.counts);
        let mut missing = Quota::new(missing, far.counts);
        let [mut kept, mut far] = [kept, far].map(|store| store.drain(&mut self.rng));
        while self.balance.total() < self.most {
            let (left, missing_left) = (kept.left(), missing.wanted());
            if left + missing_left == 0 {
                break;
            }
            let is_added =
                missing_left > 0 && self.rng.below((left + missing_left) as usize) as u64 >= left;
            let record = match is_added {
                true => self.next_wanted(&mut far, &mut missing)?,
                false => self.next_wanted(&mut kept, &mut wanted)?,
            };
            let Some(record) = record else {
                continue;
            };
            self.balance.add(record.score());
            self.added += u64::from(is_added);
            self.out.write_all(Record::as_bytes(&[record]))?;
        }
        Ok(())
    }

    /// The next record whose score is wanted.
    fn next_wanted(
        &mut self,
        records: &mut Shuffled,
        wanted: &mut Quota,
    ) -> io::Result<Option<Record>> {
        while let Some(record) = records.next(&mut self.rng)? {
            if wanted.wants(record.score(), &mut self.rng) {
                return Ok(Some(record));
            }
        }
        Ok(None)
    }
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
            let Some(score) = output.add::<R>(position, &classification, settings.label) else {
                return;
            };
            let record = Record::new::<R>(position, score, result).in_group(group);
            output.statistics.keep::<R>(position, &record);
            output.records.push(record);
            if settings.balance == Balancing::Add
                && let Some(far) = far_of(filter, position, settings.label)
            {
                output.far.push(far.in_group(group));
            }
        });
    }
    output
}

/// The position with a piece fewer, if it is quiet and far from even.
fn far_of<R: Codes, E: Evaluator<R>>(
    filter: &mut QuietFilter<R, E>,
    position: &R::Position,
    label: Label,
) -> Option<Record> {
    let mut rng = Rng::new(position.keys().full);
    let position = without_a_piece::<R>(position, &mut rng)?;
    let score = label_of::<R>(&position, &filter.classify(&position), label)?;
    let is_far = score.unsigned_abs() > balance::NEAR.unsigned_abs();
    is_far.then(|| Record::new::<R>(&position, score, GameResult::Unknown))
}

/// The white-relative label of a position, if it is kept.
fn label_of<R: Codes>(
    position: &R::Position,
    classification: &Classification,
    label: Label,
) -> Option<i16> {
    let us = position.side_to_move().index();
    let score = white_relative(classification.scores.of(label), us);
    classification.dropped.is_none().then(|| to_i16(score))
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
        label_of::<R>(position, classification, label)
    }
}

#[cfg(test)]
mod tests;
